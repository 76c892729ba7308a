// Binding of logistic curves that follow a stream.
#include "learn/online_curves.hpp"

#include "python/arrays.hpp"

namespace rosenblatt {
namespace {

constexpr std::size_t kNumbers = sizeof(OnlineCurve) / sizeof(double);

void follow(Matrix<double> curves, Matrix<const double> scores, Vector<const std::int64_t> places, double decay,
            double ridge) {
    require(curves.shape(1) == kNumbers, "seven numbers per curve");
    require(scores.shape(1) == curves.shape(0) && scores.shape(0) == places.size(), "one score per row and curve");
    nb::gil_scoped_release release;
    follow_scores(reinterpret_cast<OnlineCurve*>(curves.data()), std::int64_t(curves.shape(0)), scores.data(),
                  places.data(), std::int64_t(places.size()), decay, ridge);
}

}  // namespace

void register_online_curves(nb::module_& m) {
    m.def("follow_scores", &follow, array("curves"), array("scores"), array("places"), "decay"_a, "ridge"_a,
          "Move curves of slope, bias, three entries of H, mean square and seen by rows of scores, one after another.");
}

}  // namespace rosenblatt
