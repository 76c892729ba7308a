"""Exact solutions of systems of whole numbers: p-adic digits from the core, and fractions from the digits.

FLINT solves such a system by the same method, but multiplies numbers of any length: with 401 unknowns and numbers of
73 bits it takes four times as long.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import chain

import numpy as np
from flint import fmpz, fmpz_poly, nmod_mat
from numpy.typing import NDArray

from rosenblatt import _core

_MOST_BITS, _MOST_ROWS = 110, 2**15  # the core holds sums of as many numbers in 128 bits
_DIGIT = _core.PRIME.bit_length() - 1  # bits that a digit adds, at least


def solve(system: Sequence[Sequence[int]], right_side: Sequence[int]) -> tuple[list[fmpz], fmpz] | None:
    """Return numerators and their denominator; None if numbers are too large, or the matrix may be singular."""
    n = len(system)
    words = _words([*chain.from_iterable(system), *right_side])
    if words is None or n > _MOST_ROWS:
        return None
    matrix, right = words[: n * n].reshape(n, n, 2), words[n * n :].reshape(n, 1, 2)
    try:
        inverse = nmod_mat(n, n, _residues(words[: n * n]).tolist(), _core.PRIME).inv()
    except ZeroDivisionError:
        return None
    residues = np.array([int(value) for value in inverse.entries()], dtype=np.uint64).reshape(n, n)
    bits = _bits_of_determinants(matrix, right)
    digits = _core.lift(matrix, residues, right, 2 + 2 * bits // _DIGIT)
    return _over_one_denominator(digits.T.tolist(), bits)


def _words(numbers: Sequence[int]) -> NDArray[np.uint64] | None:
    """Return two words per number, the lower one first; None if one has too many bits."""
    if max(abs(max(numbers)), abs(min(numbers))).bit_length() > _MOST_BITS:
        return None
    memory = b"".join([number.to_bytes(16, "little", signed=True) for number in numbers])
    return np.frombuffer(memory, dtype="<u8").reshape(-1, 2).astype(np.uint64)


def _bits_of_determinants(matrix: NDArray[np.uint64], right: NDArray[np.uint64]) -> int:
    """Return bits that both parts of every fraction have at most.

    They are determinants of columns of (A, b), by Cramer, and so at most the product of the lengths of its rows, by
    Hadamard. One bit more covers the rounding of the logarithms.
    """
    words = np.concatenate([matrix, right], axis=1)
    # The bits of -1 - x are those of x, each turned round.
    sizes = np.where(words[..., 1:] >> np.uint64(63) == 1, ~words, words).astype(np.float64)
    lengths = np.sqrt(np.square(sizes[..., 0] + sizes[..., 1] * 2.0**64 + 1.0).sum(axis=1))
    return math.ceil(math.fsum(np.log2(np.maximum(lengths, 1.0)).tolist())) + 1


def _residues(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return numbers of two words modulo the prime, a power of two less 1: by sums of groups of bits."""
    prime, bits = np.uint64(_core.PRIME), np.uint64(_DIGIT + 1)
    low, high = words[:, 0], words[:, 1]
    # Of high * 2**64 + low, three bits of low belong to the second group. Below 0, 2**128 = 64 modulo is too much.
    second = (high << np.uint64(3)) | (low >> bits)
    third = high >> np.uint64(58)
    total = (low & prime) + (second & prime) + third
    total += np.where(high >> np.uint64(63) == 1, prime - np.uint64(64), np.uint64(0))
    residues: NDArray[np.uint64] = total % prime
    return residues


def _over_one_denominator(digits: list[list[int]], bits: int) -> tuple[list[fmpz], fmpz]:
    """Return numerators and their denominator, of at most `bits` bits, from the digits of each fraction.

    A fraction needs all digits. Once the denominator is known, half of them determine a numerator; two more make it
    certain that a denominator which is only a factor of the right one is noticed.
    """
    base, bound = fmpz(_core.PRIME), fmpz(1) << bits
    n_digits = len(digits[0])
    some = min(n_digits, 4 + bits // _DIGIT)
    modulus, modulus_of_some = base**n_digits, base**some
    denominator = fmpz(1)
    numerators: list[fmpz] = []
    for own in digits:
        numerator = _nearest_to_zero(fmpz_poly(own[:some])(base) * denominator, modulus_of_some)
        if abs(numerator) > bound:
            numerator, factor = _fraction(fmpz_poly(own)(base) * denominator % modulus, modulus, bound)
            numerators = [other * factor for other in numerators]
            denominator *= factor
        numerators.append(numerator)
    return numerators, denominator


def _nearest_to_zero(value: fmpz, modulus: fmpz) -> fmpz:
    rest = value % modulus
    return rest - modulus if 2 * rest > modulus else rest


def _fraction(value: fmpz, modulus: fmpz, bound: fmpz) -> tuple[fmpz, fmpz]:
    """Return the numerator, at most the bound, and the denominator of a fraction that is `value` modulo.

    Euclid's algorithm, stopped half-way: every remainder r has a t with ``r = t * value`` modulo.
    """
    last, rest = modulus, value
    last_times, times = fmpz(0), fmpz(1)
    while rest > bound:
        quotient, after = divmod(last, rest)
        last, rest = rest, after
        last_times, times = times, last_times - quotient * times
    return (rest, times) if times > 0 else (-rest, -times)
