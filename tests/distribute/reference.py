"""Training in shards as the papers print it: plain Python, slow, and with no sum that is not written out."""


def dot(weights, row):
    return sum(weight * value for weight, value in zip(weights, row, strict=True))


def perceptron_walk(weights, rows):
    """One pass of the perceptron; return the weights, the sum of those after every row, and the number of updates."""
    weights, updates = list(weights), 0
    total = [0.0] * len(weights)
    for row, sign in rows:
        if sign * dot(weights, row) <= 0:
            weights = [weight + sign * value for weight, value in zip(weights, row, strict=True)]
            updates += 1
        total = [one + weight for one, weight in zip(total, weights, strict=True)]
    return weights, total, updates


def arow_walk(means, variances, rows, r=1.0):
    """One pass of AROW, Crammer, Kulesza and Dredze 2009, with a diagonal covariance."""
    means, variances = list(means), list(variances)
    for row, sign in rows:
        margin = sign * dot(means, row)
        if margin < 1:
            spread = [variance * value for variance, value in zip(variances, row, strict=True)]
            beta = 1 / (dot(spread, row) + r)
            step = (1 - margin) * beta
            means = [mean + step * sign * one for mean, one in zip(means, spread, strict=True)]
            variances = [variance - beta * one * one for variance, one in zip(variances, spread, strict=True)]
    return means, variances


def mixed_perceptron(shards, n_rounds, mix):
    """Return the last weights and their average over all rows of all shards, by iterative parameter mixing."""
    width = len(shards[0][0][0])
    weights, total, n_rows, updates_by_round = [0.0] * width, [0.0] * width, 0, []
    for _ in range(n_rounds):
        walks = [perceptron_walk(weights, rows) for rows in shards]
        moves = [[new - old for new, old in zip(after, weights, strict=True)] for after, _, _ in walks]
        updates = [count for _, _, count in walks]
        for place in range(width):
            column = [move[place] for move in moves]
            if mix == "uniform":
                moved = sum(column) / len(shards)
            elif mix == "touched":
                moved = sum(column) / max(1, sum(one != 0 for one in column))
            else:
                moved = sum(count * one for count, one in zip(updates, column, strict=True)) / max(1, sum(updates))
            weights[place] += moved
        for _, of_shard, _ in walks:
            total = [one + other for one, other in zip(total, of_shard, strict=True)]
        n_rows += sum(map(len, shards))
        updates_by_round.append(updates)
    return weights, [one / n_rows for one in total], updates_by_round


def mixed_arow(shards, n_rounds):
    """Return means, weighted by the precisions of the shards that moved them, and variances by means of precisions."""
    width = len(shards[0][0][0])
    means, variances = [0.0] * width, [1.0] * width
    for _ in range(n_rounds):
        walks = [arow_walk(means, variances, rows) for rows in shards]
        for place in range(width):
            before = 1 / variances[place]
            gained, weighted, certainty, movers = 0.0, 0.0, 0.0, 0
            for after_means, after_variances in walks:
                own, move = 1 / after_variances[place], after_means[place] - means[place]
                gained += own - before
                movers += move != 0
                weighted += own * move
                certainty += own * (move != 0)
            means[place] += weighted / (certainty or 1.0)
            variances[place] = 1 / (before + gained / max(1, movers))
    return means, variances
