"""The one estimator base: scikit-learn's protocol, implemented without its classes.

scikit-learn takes longer to load than most files take to learn, so it is imported inside the methods that need it, and
one class serves commands, services and notebooks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import replace
from functools import cache
from inspect import signature
from types import MethodType
from typing import TYPE_CHECKING, Any, TypeVar

from rosenblatt.errors import BadParameter

if TYPE_CHECKING:
    from sklearn.utils import Tags
    from sklearn.utils.metadata_routing import MetadataRequest

Self = TypeVar("Self", bound="Estimator")

# Methods whose keyword arguments scikit-learn can route, and arguments that it never routes.
_ROUTED = ("fit", "partial_fit", "predict", "decision_function", "score", "transform")
_NEVER_ROUTED = ("self", "X", "y")


@cache
def _defaults_of(kind: type) -> dict[str, Any]:
    """Return the parameters of a class; cached, because a grid search asks for them three times per fit."""
    parameters = signature(kind).parameters
    return {name: parameters[name].default for name in sorted(parameters)}


def _metadata_of(kind: type, method: str) -> tuple[str, ...]:
    if not hasattr(kind, method):
        return ()
    return tuple(name for name in signature(getattr(kind, method)).parameters if name not in _NEVER_ROUTED)


def _request_setter(method: str) -> Callable[..., Any]:
    def set_request(self: Any, **metadata: bool | str | None) -> Any:
        return self._set_request(method, metadata)

    set_request.__name__ = f"set_{method}_request"
    set_request.__doc__ = f"Set which arguments of ``{method}`` meta-estimators pass on, and under which names."
    return set_request


class Estimator:
    """Parameters, which are the arguments of ``__init__`` under the same names, and what scikit-learn asks about them.

    A subclass stores the arguments as they came and checks them in ``fit``.
    """

    # Parameters

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the parameters by name.

        Parameters
        ----------
        deep : include the parameters of parameters that are estimators, as ``text__bits``.
        """
        params: dict[str, Any] = {}
        for name in self._defaults():
            value = params[name] = getattr(self, name)
            if deep and hasattr(value, "get_params") and not isinstance(value, type):
                params.update({f"{name}__{inner}": one for inner, one in value.get_params().items()})
        return params

    def set_params(self: Self, **params: Any) -> Self:
        """Change parameters; ``text__bits`` is the parameter ``bits`` of the estimator in ``text``."""
        names = self._defaults()
        nested: dict[str, dict[str, Any]] = {}
        for key, value in params.items():
            name, is_nested, inner = key.partition("__")
            if name not in names:
                raise BadParameter(
                    f"Invalid parameter {name!r} for estimator {self!r}; valid parameters are {', '.join(names)}"
                )
            if is_nested:
                nested.setdefault(name, {})[inner] = value
            else:
                setattr(self, name, value)
        for name, inner_params in nested.items():
            getattr(self, name).set_params(**inner_params)
        return self

    def _defaults(self) -> dict[str, Any]:
        kind: type = type(self)
        return _defaults_of(kind)

    def __repr__(self) -> str:
        """Show the parameters that are not at their defaults."""
        defaults = self._defaults()
        given = {name: repr(value) for name, value in self.get_params(deep=False).items()}
        shown = [f"{name}={value}" for name, value in given.items() if value != repr(defaults[name])]
        return f"{type(self).__name__}({', '.join(shown)})"

    def __dir__(self) -> list[str]:
        """List what can be had; `available_if` hides some methods of some instances."""
        return [name for name in super().__dir__() if hasattr(self, name)]

    # What scikit-learn asks

    def __sklearn_tags__(self) -> Tags:
        utils = _sklearn_utils()
        return utils.Tags(estimator_type=None, target_tags=utils.TargetTags(required=False))

    def get_metadata_routing(self) -> MetadataRequest:
        """Return which keyword arguments of which method a meta-estimator passes on to this one."""
        from sklearn.utils.metadata_routing import MetadataRequest  # noqa: PLC0415

        if "_metadata_request" in self.__dict__:
            return deepcopy(self._metadata_request)
        requests = MetadataRequest(owner=type(self).__name__)
        for method in _ROUTED:
            for name in _metadata_of(type(self), method):
                getattr(requests, method).add_request(param=name, alias=None)
        return requests

    def __init_subclass__(cls, **options: Any) -> None:
        """Add ``set_fit_request`` and the like, for those methods that have arguments to route."""
        super().__init_subclass__(**options)
        for method in _ROUTED:
            if _metadata_of(cls, method):
                setattr(cls, f"set_{method}_request", _request_setter(method))

    def _set_request(self: Self, method: str, metadata: dict[str, Any]) -> Self:
        from sklearn import get_config  # noqa: PLC0415
        from sklearn.utils.metadata_routing import UNCHANGED  # noqa: PLC0415

        if not get_config()["enable_metadata_routing"]:
            raise RuntimeError(
                f"set_{method}_request needs metadata routing; turn it on with "
                "sklearn.set_config(enable_metadata_routing=True)"
            )
        names = _metadata_of(type(self), method)
        unknown = [name for name in metadata if name not in names]
        if unknown:
            raise TypeError(f"{type(self).__name__}.{method} has no {unknown[0]!r} to route; it has {', '.join(names)}")
        requests = self.get_metadata_routing()
        for name, alias in metadata.items():
            if alias is not UNCHANGED:
                getattr(requests, method).add_request(param=name, alias=alias)
        self._metadata_request = requests  # sklearn.base.clone copies the attribute of this name
        return self

    # What notebooks show: scikit-learn's diagram

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        from sklearn import get_config  # noqa: PLC0415
        from sklearn.utils import estimator_html_repr  # noqa: PLC0415

        bundle = {"text/plain": repr(self)}
        if get_config()["display"] == "diagram":
            bundle["text/html"] = estimator_html_repr(self)
        return bundle

    def _repr_html_(self) -> str | None:
        return self._repr_mimebundle_().get("text/html")

    # The tables in the diagram, for which scikit-learn asks by these names since 1.7 and 1.8

    def _get_params_html(self, *args: Any, **options: Any) -> Any:
        from sklearn.base import BaseEstimator  # noqa: PLC0415

        return BaseEstimator._get_params_html(self, *args, **options)

    def _get_fitted_attr_html(self, *args: Any, **options: Any) -> Any:
        from sklearn.base import BaseEstimator  # noqa: PLC0415

        return BaseEstimator._get_fitted_attr_html(self, *args, **options)


class ClassifierEstimator(Estimator):
    """An estimator that predicts labels of dense or sparse rows."""

    _estimator_type = "classifier"  # for packages that do not ask for tags

    def predict(self, X: Any) -> Any:
        """Predict the label of each row."""
        raise NotImplementedError

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.estimator_type = "classifier"
        tags.classifier_tags = _flat_classifier_tags()()
        tags.target_tags.required = True
        tags.input_tags.sparse = True
        return tags


class TransformerEstimator(Estimator):
    """An estimator that turns strings or tables into rows."""

    def fit(self: Self, X: Any, y: Any = None) -> Self:
        """Learn from X."""
        raise NotImplementedError

    def transform(self, X: Any) -> Any:
        """Turn X into rows."""
        raise NotImplementedError

    def fit_transform(self, X: Any, y: Any = None) -> Any:
        """Learn from X and return its rows.

        Parameters
        ----------
        X : as in ``fit``.
        y : ignored.
        """
        return self.fit(X, y).transform(X)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.transformer_tags = _sklearn_utils().TransformerTags()
        tags.input_tags.string = True
        return tags


@cache
def _sklearn_utils() -> Any:
    """Import the module of tags; cached, because a pipeline asks for tags ten times for each prediction."""
    import sklearn.utils  # noqa: PLC0415

    return sklearn.utils


@cache
def _flat_classifier_tags() -> type:
    class FlatClassifierTags(_sklearn_utils().ClassifierTags):  # type: ignore[misc]
        """Copied without a search for nested objects; a pipeline copies the tags of its learner for each prediction."""

        def __deepcopy__(self, _: Any) -> Any:
            return replace(self)

    return FlatClassifierTags


class available_if:  # noqa: N801  it is a decorator
    """Make a method an attribute of those instances only for which `check` returns True.

    If `check` raises an AttributeError, it is the cause of the one that the user meets.
    """

    def __init__(self, check: Callable[[Any], bool]) -> None:
        self._check = check

    def __call__(self, method: Callable[..., Any]) -> available_if:
        self._method = method
        return self

    def __get__(self, instance: Any, owner: type) -> Any:
        if instance is None:
            return self._method
        try:
            is_available, cause = self._check(instance), None
        except AttributeError as error:
            is_available, cause = False, error
        if not is_available:
            raise AttributeError(f"This {owner.__name__!r} has no attribute {self._method.__name__!r}") from cause
        return MethodType(self._method, instance)


@contextmanager
def all_or_nothing(estimator: object) -> Iterator[None]:
    """Restore all attributes of an estimator if the block fails."""
    before = estimator.__dict__.copy()
    try:
        yield
    except BaseException:
        estimator.__dict__.clear()
        estimator.__dict__.update(before)
        raise


def unfitted(estimator: Self) -> Self:
    """Make an estimator with copies of the same parameters that has learned nothing, as `sklearn.base.clone` does."""
    return type(estimator)(**deepcopy(estimator.get_params(deep=False)))


def not_fitted(sentence: str) -> Exception:
    """Make scikit-learn's NotFittedError, to be raised."""
    from sklearn.exceptions import NotFittedError  # noqa: PLC0415

    return NotFittedError(sentence)  # type: ignore[no-any-return]
