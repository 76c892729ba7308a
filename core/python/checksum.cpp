// Bindings of the checksum.
#include "util/checksum.hpp"

#include "python/arrays.hpp"

namespace rosenblatt {

void register_checksum(nb::module_& m) {
    m.def(
        "checksum",
        [](Vector<const std::uint8_t> bytes) {
            return checksum(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        },
        array("bytes"), "A checksum, fixed for ever.");
}

}  // namespace rosenblatt
