"""Is zero in the convex hull? The textbook simplex method in fractions: slow, short, and not the package's own."""

from fractions import Fraction


def separable(X, signs, fit_intercept=True):
    """Whether some plane has every row on its side, by asking whether multipliers cancel the signed rows out."""
    columns = [
        [sign * Fraction(value) for value in row] + ([Fraction(sign)] if fit_intercept else []) + [Fraction(1)]
        for row, sign in zip(X, signs, strict=True)
    ]
    right_side = [Fraction(0)] * (len(columns[0]) - 1) + [Fraction(1)]
    return not _feasible(columns, right_side)


def _feasible(columns, right_side):
    """Whether sum t_j column_j = right_side has a solution t >= 0: phase one of the simplex method, Bland's rule."""
    m, n = len(right_side), len(columns)
    table = [[column[i] for column in columns] + [Fraction(int(i == k)) for k in range(m)] for i in range(m)]
    value = list(right_side)
    basis = list(range(n, n + m))
    cost = [-sum(line[j] for line in table) for j in range(n)] + [Fraction(0)] * m
    left = sum(value)
    while left > 0:
        entering = next((j for j in range(n) if cost[j] < 0), None)
        if entering is None:
            return False
        ratios = [(value[i] / table[i][entering], basis[i], i) for i in range(m) if table[i][entering] > 0]
        _, _, i = min(ratios)
        pivot = table[i][entering]
        table[i] = [entry / pivot for entry in table[i]]
        value[i] /= pivot
        for k in range(m):
            factor = table[k][entering]
            if k != i and factor:
                table[k] = [a - factor * b for a, b in zip(table[k], table[i], strict=True)]
                value[k] -= factor * value[i]
        factor = cost[entering]
        cost = [a - factor * b for a, b in zip(cost, table[i], strict=True)]
        left += factor * value[i]
        basis[i] = entering
    return True
