// The compiled module: one register function per noun, each in a file of its own.
#include <nanobind/nanobind.h>

namespace nb = nanobind;

namespace rosenblatt {

void register_checksum(nb::module_& m);
void register_learning(nb::module_& m);
void register_moments(nb::module_& m);
void register_numbering(nb::module_& m);
void register_random(nb::module_& m);
void register_read(nb::module_& m);
void register_rows(nb::module_& m);
void register_store(nb::module_& m);
void register_text_rows(nb::module_& m);
void register_texts(nb::module_& m);
void register_vocabulary(nb::module_& m);
void register_votes(nb::module_& m);

NB_MODULE(_native, m) {
    nb::set_leak_warnings(false);  // after Ctrl-C a waiting thread may still hold references
    m.doc() = "The compiled core: rows, step rules, the one loop, reading, and features of texts.";

    register_rows(m);
    register_random(m);
    register_learning(m);
    register_votes(m);
    register_texts(m);
    register_text_rows(m);
    register_vocabulary(m);
    register_read(m);
    register_store(m);
    register_numbering(m);
    register_moments(m);
    register_checksum(m);
}

}  // namespace rosenblatt
