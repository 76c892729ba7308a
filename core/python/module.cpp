// The compiled module: one register function per noun, each in a file of its own.
#include <nanobind/nanobind.h>

namespace nb = nanobind;

namespace rosenblatt {

using Register = void(nb::module_&);
Register register_checksum, register_coded_rows, register_distinct, register_geometry, register_learning,
    register_moments, register_numbering, register_one_row, register_online_curves, register_random, register_read,
    register_rows, register_store, register_text_rows, register_texts, register_vocabulary, register_votes;

NB_MODULE(_native, m) {
    nb::set_leak_warnings(false);  // after Ctrl-C a waiting thread may still hold references
    m.doc() = "The compiled core: rows, step rules, the one loop, reading, and features of texts.";
    register_rows(m);
    register_coded_rows(m);
    register_one_row(m);
    register_random(m);
    register_learning(m);
    register_votes(m);
    register_geometry(m);
    register_online_curves(m);
    register_texts(m);
    register_text_rows(m);
    register_vocabulary(m);
    register_read(m);
    register_store(m);
    register_numbering(m);
    register_moments(m);
    register_distinct(m);
    register_checksum(m);
}

}  // namespace rosenblatt
