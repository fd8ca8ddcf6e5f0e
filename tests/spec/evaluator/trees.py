# SPDX-License-Identifier: MIT
"""Evaluates the trees of `gisa list --json`: C's rules for integers and the kinds of node. What words mean is in words.py and, for
USSE, in shader.py; floats are kept as their bits."""
import functools
import re

from floats import NEAREST, ZERO, Floats, exact, is_inf, is_nan, is_zero, rounded, whole


class Unknown(Exception):
    """Something in a tree that the evaluator has no rule for."""


INT, BOOL = ("i", 32), ("u", 1)


def type_of(node):
    return parse_type(node.get("type"))


@functools.lru_cache(maxsize=None)
def parse_type(text):
    """("u", 32); a bool is ("u", 1); "operand" and "members" have no size."""
    if text == "bool":
        return BOOL
    found = re.fullmatch("([uifb])([0-9]+)", text or "")
    return (found[1], int(found[2])) if found else (text, 0)


def wrap(t, n):
    """A whole number as a value of an integer type."""
    n &= (1 << t[1]) - 1
    return n - (1 << t[1]) if t[0] == "i" and n >> t[1] - 1 else n


def promoted(t):
    return INT if t[0] in "uib" and t[1] < 32 else t


def common(a, b):
    """The type in which C computes with two operands."""
    if a[0] == "f" or b[0] == "f":
        return max((t for t in (a, b) if t[0] == "f"), key=lambda t: t[1])
    a, b = promoted(a), promoted(b)
    if a[1] != b[1]:
        return max(a, b, key=lambda t: t[1])
    return a if a[0] != "i" else b


plain = Floats(0x3f0, {"half_by_mode": 1})  # C's own arithmetic: to the nearest, denormals kept


def convert(value, of, to):
    if of == to or "operand" in (of[0], to[0]):
        return value
    if to == BOOL:
        return int(not is_zero(of[1], value) if of[0] == "f" else value != 0)
    if to[0] != "f" and of[0] != "f":
        return wrap(to, value)
    if to[0] != "f":
        return wrap(to, 0 if is_nan(of[1], value) or is_inf(of[1], value) else whole(*exact(of[1], value), ZERO))
    if of[0] != "f":
        return rounded(to[1], value, 0)
    return plain.convert(to[1], of[1], value, NEAREST)


def divide(a, b):
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


INTEGER = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": divide,
           "%": lambda a, b: a - b * divide(a, b), "&": lambda a, b: a & b, "|": lambda a, b: a | b,
           "^": lambda a, b: a ^ b, "<<": lambda a, b: a << b, ">>": lambda a, b: a >> b}
COMPARE = {"==": lambda o: o == 0, "!=": lambda o: o != 0, "<": lambda o: o == -1, ">": lambda o: o == 1,
           "<=": lambda o: o in (-1, 0), ">=": lambda o: o in (0, 1)}


def float_binary(op, w, a, b):
    return {"+": plain.add, "-": plain.sub, "*": plain.mul, "/": plain.quotient}[op](w, a, b)


class Evaluator:
    """Trees of one document. A state, on which they work, has the methods get_NAME(evaluator, type, *values) and
    set_NAME(evaluator, type, value, *values) of the words without a definition; `type` is what F, X or `type` stand for."""

    def __init__(self, document):
        vocabulary = document["vocabulary"]
        self.words = {w["name"]: w for w in vocabulary["words"]}
        self.views = {(v["name"], bool(v.get("each"))): v for v in vocabulary["views"]}
        self.functions = {(f["name"], f.get("over")): f for f in vocabulary["functions"]}
        self.trees = {o["operation"]: o["tree"] for o in document["operations"]}
        self.operands = {n for n, w in self.words.items() if {"source", "result"} & set(w["effects"])}
        self.values = {name[6:]: getattr(self, name) for name in dir(self) if name.startswith("value_")}

    def run(self, tree, state):
        self.state = state
        self.locals = {}
        self.execute(tree)

    # ---- statements

    def execute(self, n):
        """None, or in a function (value,) once it has returned."""
        kind, parts = n["kind"], n.get("parts", ())
        if kind in ("block", "declarations"):
            return self.each_of(parts)
        if kind == "declare":
            self.declare(n, parts)
        elif kind == "if":
            if self.truth(parts[0]):
                return self.execute(parts[1])
            return self.execute(parts[2]) if len(parts) > 2 else None
        elif kind == "for":
            return self.loop(*parts)
        elif kind == "each":
            for lane in self.state.active():
                self.state.lane = lane
                self.execute(parts[0])
        elif kind == "return":
            return (self.as_type(parts[0], type_of(n)),)
        elif kind != "nothing":
            self.value(n)
        return None

    def each_of(self, parts):
        for part in parts:
            returned = self.execute(part)
            if returned:
                return returned
        return None

    def loop(self, first, condition, step, statement):
        self.execute(first)
        while self.truth(condition):
            returned = self.execute(statement)
            if returned:
                return returned
            self.execute(step)
        return None

    def declare(self, n, parts):
        t = type_of(n)
        if "count" not in n:
            self.locals[n["name"]] = self.as_type(parts[0], t) if parts else 0
        elif parts[0]["kind"] == "string":
            self.locals[n["name"]] = [ord(c) for c in parts[0]["value"]]
        else:
            values = [self.as_type(p, t) for p in parts[0]["parts"]]
            self.locals[n["name"]] = values + [0] * (n["count"] - len(values))

    def call(self, function, values):
        """The value of a function of the vocabulary."""
        before = self.locals
        self.locals = {p["name"]: v for p, v in zip(function["parameters"], values)}
        value, = self.execute(function["tree"])
        self.locals = before
        return value

    # ---- values

    def truth(self, n):
        value, t = self.value(n), type_of(n)
        return not is_zero(t[1], value) if t[0] == "f" else value != 0

    def as_type(self, n, t):
        return convert(self.value(n), type_of(n), t)

    def value(self, n):
        return self.values[n["kind"]](n, n.get("parts", ()))

    def value_number(self, n, parts):
        value = n["value"]
        value = int(value, 16) if isinstance(value, str) else value
        t = type_of(n)
        return rounded(t[1], value, 0) if t[0] == "f" else wrap(t, value)

    def value_local(self, n, parts):
        return self.locals[n["name"]]

    def value_field(self, n, parts):
        return self.state.field(n["name"])

    def value_old(self, n, parts):
        return self.old

    def value_view(self, n, parts):
        view, raw = self.views[n["name"], len(parts) == 2], self.operand(parts[0])
        t = type_of(n)
        if view.get("mask"):
            return raw >> self.state.lane & 1
        if len(parts) == 2:
            return wrap(t, raw >> self.value(parts[1]) * t[1])
        return self.state.seen(n["name"], t, raw)

    def value_member(self, n, parts):
        return self.state.member(self, parts[0]["name"], n["name"])

    def value_index(self, n, parts):
        return self.value(parts[0])[self.value(parts[1])]

    def value_cast(self, n, parts):
        return self.as_type(parts[0], type_of(n))

    def value_unary(self, n, parts):
        t = type_of(n)
        if n["op"] == "!":
            return int(not self.truth(parts[0]))
        value = self.as_type(parts[0], t)
        if t[0] == "f":
            return value ^ 1 << t[1] - 1 if n["op"] == "-" else value
        return wrap(t, {"-": -value, "~": ~value, "+": value}[n["op"]])

    def value_binary(self, n, parts):
        op, t = n["op"], type_of(n)
        if op in ("&&", "||"):
            return int(self.truth(parts[0]) and self.truth(parts[1]) if op == "&&" else
                       self.truth(parts[0]) or self.truth(parts[1]))
        if op in ("<<", ">>"):
            return wrap(t, INTEGER[op](self.as_type(parts[0], t), self.value(parts[1])))
        both = common(type_of(parts[0]), type_of(parts[1]))
        a, b = (self.as_type(p, both) for p in parts)
        if op in COMPARE:
            order = plain.order(both[1], a, b) if both[0] == "f" else (a > b) - (a < b)
            return int(COMPARE[op](order))
        return float_binary(op, t[1], a, b) if t[0] == "f" else wrap(t, INTEGER[op](a, b))

    def value_choose(self, n, parts):
        return self.as_type(parts[1 if self.truth(parts[0]) else 2], type_of(n))

    def value_assign(self, n, parts):
        target, t = parts[0], type_of(parts[0])
        if n["op"] == "=":
            value = self.as_type(parts[1], t)
        else:
            value = convert(*self.changed(n["op"][:-1], target, t, parts[1]), t)
        self.assign(target, value)
        return value

    def changed(self, op, target, t, other):
        """The new value, and its type."""
        right = type_of(other)
        both = promoted(t) if op in ("<<", ">>") else common(t, right)
        a = convert(self.value(target), t, both)
        b = self.value(other) if op in ("<<", ">>") else self.as_type(other, both)
        return (float_binary(op, both[1], a, b) if both[0] == "f" else wrap(both, INTEGER[op](a, b))), both

    def value_step(self, n, parts):
        t = type_of(parts[0])
        before = self.value(parts[0])
        self.assign(parts[0], wrap(t, before + (1 if n["op"] == "++" else -1)))
        return before

    # ---- words

    def arguments(self, n, parts):
        """What a word is called with, converted to its parameters; the type that F, X and `type` stand for."""
        values, generic = [], parse_type(n.get("over"))
        for kind, part in zip(self.words[n["name"]].get("parameters", ()), parts):
            if kind == "type":
                generic = type_of(part)
            elif kind == "name":
                values.append(part["name"])
            elif kind == "operand":
                values.append(part)
            elif kind == "update":
                values.append(part)
            elif kind in ("F", "X"):
                values.append(self.as_type(part, generic))
            elif kind == "U":
                values.append(self.as_type(part, ("u", generic[1])))
            else:
                values.append(self.as_type(part, generic if kind == "same" else parse_type(kind)))
        return values, generic

    def updated(self, old, part, t):
        """The value of an update where `old` stood."""
        before = getattr(self, "old", None)
        self.old = old
        value = self.as_type(part, t)
        self.old = before
        return value

    def value_word(self, n, parts):
        if n["name"] in self.operands:
            return self.operand(n)
        values, generic = self.arguments(n, parts)
        function = self.functions.get((n["name"], n.get("over"))) or self.functions.get((n["name"], None))
        if function:
            return self.call(function, values)
        method = getattr(self.state, "get_" + n["name"], None)
        if not method:
            raise Unknown("the word " + n["name"])
        value = method(self, generic, *values)
        t = type_of(n)
        return wrap(t, value) if t[0] in ("u", "i") else value

    def operand(self, n):
        """The bits of an operand."""
        if n["kind"] == "word" and n["name"] in self.operands:
            return self.state.read(n["name"], self.state.lane)
        return self.value_word(n, n.get("parts", ()))

    def assign(self, n, value):
        kind, parts = n["kind"], n.get("parts", ())
        if kind == "local":
            self.locals[n["name"]] = value
        elif kind == "index":
            self.value(parts[0])[self.value(parts[1])] = value
        elif kind == "view":
            self.assign_view(n, parts, value)
        elif kind == "member":
            self.state.set_member(self, parts[0]["name"], n["name"], value)
        else:
            values, generic = self.arguments(n, parts)
            method = getattr(self.state, "set_" + n["name"], None)
            if not method:
                raise Unknown("to assign " + n["name"])
            method(self, generic, value, *values)

    def assign_view(self, n, parts, value):
        view, t = self.views[n["name"], len(parts) == 2], type_of(n)
        at = self.value(parts[1]) * t[1] if len(parts) == 2 else 0
        if view.get("mask"):
            t, at = ("u", 1), self.state.lane
        name, lane = self.target(parts[0])
        self.state.write(name, lane, at, t[1], value & (1 << t[1]) - 1)

    def target(self, n):
        """The operand, and of which lane."""
        if n["name"] in self.operands:
            return n["name"], self.state.lane
        values, _ = self.arguments(n, n.get("parts", ()))
        return self.state.target(self, n["name"], *values)
