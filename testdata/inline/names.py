"""Prints the callables of every module of the standard library, as the interpreter itself lists them, a JSON object a line.

Run with -I -S, so that no file of a directory and no installed package is among them.
"""
import contextlib
import importlib
import io
import json
import pkgutil
import sys
import types
import warnings

warnings.simplefilter("ignore")
# Importing these opens a window, plays a game or runs tests.
SKIP = {"antigravity", "this", "idlelib", "turtledemo", "test", "tests", "__main__", "lib2to3", "ensurepip"}


def modules():
    for name in sorted(sys.stdlib_module_names):
        if name not in SKIP:
            yield from below(name)


def below(name):
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            module = importlib.import_module(name)
    except BaseException:
        return
    yield name, module
    for sub in pkgutil.iter_modules(getattr(module, "__path__", ())):
        if sub.name not in SKIP:
            yield from below(name + "." + sub.name)


def callables(owner):
    names = []
    for name in dir(owner):
        if name.startswith("__"):
            continue
        try:
            value = getattr(owner, name)
        except Exception:
            continue
        if callable(value):
            names.append(name)
    return names


def member(module, name):
    try:
        return getattr(module, name)
    except Exception:
        return None


for name, module in modules():
    public = [n for n in dir(module) if not n.startswith("__")]
    classes = {}
    for n in public:
        value = member(module, n)
        if isinstance(value, type):
            classes[n] = callables(value)
    print(json.dumps({
        "module": name,
        "names": callables(module),
        "classes": classes,
        "modules": [n for n in public if isinstance(member(module, n), types.ModuleType)],
    }))
