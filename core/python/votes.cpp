// Bindings of the vote of all intermediate models.
#include "learn/votes.hpp"

#include "learn/two_classes.hpp"
#include "python/arrays.hpp"
#include "python/slices.hpp"

namespace rosenblatt {
namespace {

// One row of products per stored row, with one number per row to predict.
using Products = Matrix<const double>;

VoteUpdates updates_of(const Products& products, const Vector<const std::int64_t>& rows,
                       const Vector<const double>& steps, const Vector<const double>& survived) {
    require(steps.size() == rows.size() && survived.size() == rows.size() + 1,
            "one step and one survival per update, and the survival of the start");
    for (std::size_t k = 0; k < rows.size(); ++k)
        require(rows.data()[k] >= 0 && rows.data()[k] < std::int64_t(products.shape(0)), "updates by stored rows");
    return {rows.data(), steps.data(), survived.data(), std::int64_t(rows.size())};
}

void vote_of_two(Products products, Vector<const std::int64_t> rows, Vector<const double> steps,
                 Vector<const double> survived, double bias_feature, bool zero_is_positive, Vector<double> activations,
                 Vector<double> votes) {
    require(activations.size() == products.shape(1) && votes.size() == products.shape(1), "one number per row");
    const VoteUpdates updates = updates_of(products, rows, steps, survived);
    const auto n = std::int64_t(products.shape(1));
    const double tie = zero_is_positive ? Plane::kZeroIsPositive : Plane::kZeroIsNegative;
    in_slices(updates.count + 1, n, [&](std::int64_t begin, std::int64_t end) {
        vote(products.data(), n, updates, begin, end, bias_feature, tie, activations.data(), votes.data());
    });
}

void vote_of_several(Products products, Vector<const std::int64_t> rows, Vector<const double> steps,
                     Vector<const std::int32_t> gains, Vector<const std::int32_t> loses, Vector<const double> survived,
                     double bias_feature, bool last_wins, Matrix<double> activations, Matrix<double> votes) {
    const auto n = std::int64_t(products.shape(1)), n_classes = std::int64_t(activations.shape(0));
    require(activations.shape(1) == products.shape(1), "one activation per class and row");
    require(votes.shape(0) == activations.shape(0) && votes.shape(1) == activations.shape(1),
            "one vote per activation");
    require(gains.size() == rows.size() && loses.size() == rows.size(), "two classes per update");
    for (std::size_t k = 0; k < gains.size(); ++k)
        require(
            std::min(gains.data()[k], loses.data()[k]) >= 0 && std::max(gains.data()[k], loses.data()[k]) < n_classes,
            "classes from 0 to n_classes - 1");
    const VoteUpdates updates = updates_of(products, rows, steps, survived);
    in_slices(updates.count + 1, n * n_classes, [&](std::int64_t begin, std::int64_t end) {
        vote_among(products.data(), n, updates, gains.data(), loses.data(), begin, end, bias_feature, last_wins,
                   n_classes, activations.data(), votes.data());
    });
}

}  // namespace

void register_votes(nb::module_& m) {
    m.def("vote", &vote_of_two, array("products"), array("rows"), array("steps"), array("survived"), "bias_feature"_a,
          "zero_is_positive"_a, array("activations"), array("votes"),
          "Add the votes of every intermediate model: +1 or -1 times the examples it survived.");
    m.def("vote_among", &vote_of_several, array("products"), array("rows"), array("steps"), array("gains"),
          array("loses"), array("survived"), "bias_feature"_a, "last_wins"_a, array("activations"), array("votes"),
          "Add the votes of every intermediate model to the class it predicts: the examples it survived.");
}

}  // namespace rosenblatt
