"""What does not fit into memory is refused with a sentence: the size it needs, the size that is free, a remedy."""

import subprocess
import sys

import numpy as np
import pytest
import scipy.sparse as sp

import rosenblatt as rb
from rosenblatt.errors import BadData, NotEnoughMemory, RosenblattError
from rosenblatt.learn.fitting.all_or_nothing import AllOrNothing
from rosenblatt.memory import free_memory, memory_errors_named, require_memory

FAR_TOO_WIDE = 2**45
IN_LITTLE_MEMORY = """
import resource, sys
import rosenblatt.cli.app, rosenblatt.cli.train, rosenblatt.train.train, scipy.sparse, sklearn.utils.validation
resource.setrlimit(resource.RLIMIT_AS, (4 * 10**9, 4 * 10**9))
sys.argv[0] = "rosenblatt"
rosenblatt.cli.app.main()
"""


def wide_rows():
    return sp.csr_array((np.ones(4), np.array([0, FAR_TOO_WIDE - 1, 1, 2]), np.arange(5)), shape=(4, FAR_TOO_WIDE))


def run_in_little_memory(*arguments):
    command = [sys.executable, "-c", IN_LITTLE_MEMORY, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, " ".join(done.stderr.split())


def test_what_fits_is_not_refused():
    require_memory(2**20, "here", "a few numbers", "none is needed")
    require_memory(free_memory() // 2, "here", "half of what is free", "none is needed")


def test_the_sentence_holds_the_place_the_size_and_the_remedy():
    with pytest.raises(NotEnoughMemory, match=r"^here: all weights need 1,048,576.0 GiB of memory, but .* free; s"):
        require_memory(2**50, "here", "all weights", "store fewer")


def test_a_memory_error_is_named_once():
    words = r"^x.csv: there is not enough memory \(3 PiB\); use less$"
    outer, inner = memory_errors_named("y.csv", "or not"), memory_errors_named("x.csv", "use less")

    with pytest.raises(NotEnoughMemory, match=words), outer, inner:
        raise MemoryError("3 PiB")


def test_the_error_is_a_memory_error_and_one_of_this_package():
    assert issubclass(NotEnoughMemory, MemoryError)
    assert issubclass(NotEnoughMemory, RosenblattError)


@pytest.mark.parametrize("learner", [rb.Perceptron(), rb.Perceptron(final="average"), rb.PassiveAggressive()])
@pytest.mark.parametrize("method", ["fit", "partial_fit"])
def test_rows_with_too_many_columns_to_learn_from_are_refused(learner, method):
    words = (
        r"Perceptron|PassiveAggressive: the weights of 35,184,372,088,832 columns and 2 classes need .* GiB of memory"
    )
    with pytest.raises(NotEnoughMemory, match=words):
        getattr(learner, method)(wide_rows(), [0, 1, 0, 1])
    assert not hasattr(learner, "classes_")


def test_certify_and_trace_refuse_rows_with_too_many_columns():
    with pytest.raises(NotEnoughMemory, match=r"^certify: a plane and a proof in 35,184,372,088,832 columns need"):
        rb.certify(wide_rows(), [0, 1, 0, 1])
    with pytest.raises(NotEnoughMemory, match=r"^Perceptron: the weights of 35,184,372,088,832 columns"):
        rb.trace(rb.Perceptron(), wide_rows(), [0, 1, 0, 1])


def test_memory_that_runs_out_while_learning_is_named_and_leaves_the_model_as_it_was():
    model = rb.Perceptron().fit([[0.0], [1.0]], [0, 1])
    before = model.coef_

    def run_out():
        with AllOrNothing(model):
            model.coef_ = None
            raise MemoryError("7.45 GiB")

    words = r"^Perceptron: there is not enough memory \(7.45 GiB\); learn from fewer"
    with pytest.raises(NotEnoughMemory, match=words):
        run_out()
    assert model.coef_ is before


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit the address space")
def test_commands_refuse_a_feature_number_that_is_too_large(tmp_path):
    path = tmp_path / "data.svm"
    path.write_text("".join(f"{row % 2} 1:{row} {10**9 if row == 7 else 3}:1\n" for row in range(30)))
    need = "the weights of 1,000,000,000 columns and 2 classes need"

    code, words = run_in_little_memory("train", path, "-o", tmp_path / "model")
    assert code == 1
    assert words.startswith(f"Error: {path}: {need} 29.8 GiB of memory, but ")
    assert words.endswith("GiB are free; number features without gaps")

    code, words = run_in_little_memory("trace", path)
    assert (code, words.startswith(f"Error: Perceptron: {need}")) == (1, True)

    code, words = run_in_little_memory("certify", path)
    assert (code, words.startswith("Error: certify: a plane and a proof in 1,000,000,000 columns need")) == (2, True)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit the address space")
def test_train_names_the_option_that_makes_the_weights_smaller(tmp_path):
    path = tmp_path / "data.csv"
    path.write_text("label,text\n" + "".join(f"c{row % 20},word {row % 20} and more\n" for row in range(200)))
    code, words = run_in_little_memory(
        "train", path, "--label", "label", "--text", "text", "--bits", 30, "-o", tmp_path / "model"
    )

    assert code == 1
    assert f"{path}: the weights of 1,073,741,824 columns and 20 classes need 160.0 GiB of memory" in words
    assert words.endswith("use fewer --bits, or fewer classes")
    assert not (tmp_path / "model").exists()


def test_numpy_files_that_promise_too_much_are_refused(tmp_path):
    path = tmp_path / "data.npz"
    arrays = {"format": np.array(b"csr"), "data": np.ones(1), "indices": np.zeros(1, np.int64)}
    np.savez(path, **arrays, shape=np.array([2**55, 3]), indptr=np.array([0, 1]))

    with pytest.raises(BadData, match=r"data.npz: this is not a whole NumPy file: "):
        list(rb.open_batches(path))
