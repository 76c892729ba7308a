// Bindings of the searches for proofs.
#include "geometry/dual_descent.hpp"
#include "geometry/lifting.hpp"
#include "python/arrays.hpp"
#include "python/rows.hpp"
#include "python/slices.hpp"

namespace rosenblatt {
namespace {

// Whole numbers of two words, the lower one first.
using Words = nb::ndarray<const std::uint64_t, nb::shape<-1, -1, 2>, nb::c_contig, nb::device::cpu>;

std::vector<Wide> wide_numbers(const Words& words) {
    std::vector<Wide> numbers(words.shape(0) * words.shape(1));
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = Wide(words.data()[2 * i]) | Wide(words.data()[2 * i + 1]) << 64;
    return numbers;
}

NewMatrix<std::uint64_t> lift(Words matrix, Matrix<const std::uint64_t> inverse, Words right_side,
                              std::int64_t n_digits) {
    const std::size_t n = matrix.shape(0);
    require(matrix.shape(1) == n && inverse.shape(0) == n && inverse.shape(1) == n, "matrices of n x n");
    require(right_side.shape(0) == n && right_side.shape(1) == 1 && n_digits >= 0, "n numbers on the right side");
    Lifting lifting(std::int64_t(n), wide_numbers(matrix), inverse.data(), wide_numbers(right_side));
    Growing<std::uint64_t> digits;
    std::uint64_t* out = digits.grow(std::size_t(n_digits) * n);
    in_slices(n_digits, 4 * std::int64_t(n * n), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t k = begin; k < end; ++k) lifting.next(out + std::size_t(k) * n);
    });
    return as_matrix(digits, std::size_t(n_digits), n);
}

bool descend_once(const PythonRows& rows, Vector<const std::int64_t> order, Vector<double> multipliers,
                  Vector<double> z) {
    require(std::int64_t(multipliers.size()) == rows.n_rows(), "one multiplier per row");
    require(std::int64_t(z.size()) == rows.n_columns(), "one number of z per column");
    const auto count = std::int64_t(order.size());
    bool finite = true;
    std::visit(
        [&](auto stored) {
            in_slices(count, 2 * rows.mean_entries(), [&](std::int64_t begin, std::int64_t end) {
                finite = finite && descend(stored, order.data(), begin, end, count, multipliers.data(), z.data());
            });
        },
        rows.stored);
    return finite;
}

}  // namespace

void register_geometry(nb::module_& m) {
    m.attr("PRIME") = kPrime;
    m.def("lift", &lift, array("matrix"), array("inverse"), array("right_side"), "n_digits"_a,
          "The first digits, to the base PRIME, of the solution of a system of whole numbers of two words: one row per "
          "digit, one column per unknown. `inverse` is that of the matrix modulo PRIME; n times the largest number "
          "must be below 2**126.");
    m.def("descend", &descend_once, "rows"_a, array("order"), array("multipliers"), array("z"),
          "Visit rows in this order, each changing its multiplier, and z, the sum of the rows times their multipliers, "
          "towards the shortest z with z.x >= 1 for every row x. False if z is no longer finite, which ends the pass.");
}

}  // namespace rosenblatt
