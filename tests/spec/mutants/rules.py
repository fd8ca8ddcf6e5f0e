# SPDX-License-Identifier: MIT
"""Finds mutants of a line: small faults that a programmer could make. Each is a pair (kind, changed line)."""
import re

SWAPS = {
    'relation': {'<': '<=', '<=': '<', '>': '>=', '>=': '>', '==': '!=', '!=': '=='},
    'logic': {'&&': '||', '||': '&&'},
    'arithmetic': {'+': '-', '-': '+', '*': '+', '/': '*', '%': '/', '+=': '-=', '-=': '+='},
    'bits': {'&': '|', '|': '&', '^': '|', '<<': '>>', '>>': '<<', '|=': '&=', '&=': '|=', '<<=': '>>='},
}
OPERATOR = re.compile(r'(?<= )(<<=|>>=|<=|>=|==|!=|&&|\|\||\+=|-=|\|=|&=|<<|>>|[-+*/%&|^<>])(?= )')
NUMBER = re.compile(r'(?<![\w.#])(0x[0-9a-fA-F]+|\d+)(?=[uUlL]*(?![\w.]))')
STATEMENT = re.compile(r'(?:\w[\w.\[\]>-]*(?:\[[^\]]*\])? (?:[-+*/|&^%]|<<|>>)?= .*|\w+\(.*\)|[\w.>\[\]-]+(?:\+\+|--));')
# Words of bodies: float functions, comparisons, counts.
WORDS = {'min': 'max', 'max': 'min', 'lt': 'le', 'le': 'lt', 'gt': 'ge', 'ge': 'gt', 'add': 'sub', 'sub': 'add',
         'fma': 'mad', 'floor': 'ceil', 'ceil': 'floor', 'trunc': 'floor', 'rndne': 'trunc', 'clz32': 'ctz32',
         'ctz32': 'clz32', 'zext': 'sext', 'sext': 'zext'}


def mask(text, spec=False):
    """The text with comments, quoted text and lines of the preprocessor blanked, so that columns stay."""
    blank = lambda m: re.sub(r'[^\n]', ' ', m.group(0))
    text = re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', blank, text, flags=re.S)
    return text if spec else re.sub(r'^[ \t]*#(?:[^\n]*\\\n)*[^\n]*', blank, text, flags=re.M)


def cut(line, start, end, new):
    return line[:start] + new + line[end:]


def closing(line, start):
    """Where the parenthesis at start closes, or -1."""
    depth = 0
    for i in range(start, len(line)):
        depth += {'(': 1, ')': -1}.get(line[i], 0)
        if not depth:
            return i
    return -1


def operators(line, shown):
    for m in OPERATOR.finditer(shown):
        for kind, pairs in SWAPS.items():
            if m.group(1) in pairs:
                yield kind, cut(line, m.start(1), m.end(1), pairs[m.group(1)])


def numbers(line, shown):
    for m in NUMBER.finditer(shown):
        text, base = m.group(1), 16 if m.group(1).startswith('0x') else 10
        if base == 10 and text != '0' and text.startswith('0'):
            continue
        for value in (int(text, base) + 1, int(text, base) - 1):
            if value >= 0:
                yield 'number', cut(line, m.start(1), m.end(1), f'{value:#x}' if base == 16 else str(value))


def conditions(line, shown):
    for m in re.finditer(r'\b(?:if|while) (\()', shown):
        end = closing(shown, m.start(1))
        if end > 0:
            yield 'condition', cut(line, m.start(1), end + 1, '(!' + line[m.start(1):end + 1] + ')')


def returns(line, shown):
    m = re.search(r'\breturn (.+?);', shown)
    if m:
        old = line[m.start(1):m.end(1)]
        other = {'0': '1', '1': '0', 'true': 'false', 'false': 'true'}.get(old, '0')
        yield 'return', cut(line, m.start(1), m.end(1), other)


def dropped(line, shown, before):
    bare = shown.strip()
    whole = bare.count('(') == bare.count(')')
    begins = not before or before[-1] in ';{})' or before.endswith('else') or before.endswith(':')
    if shown.startswith('    ') and whole and begins and (STATEMENT.fullmatch(bare) or bare in ('continue;', 'break;')):
        yield 'dropped', line[:len(line) - len(line.lstrip())] + ';'


def of_code(line, shown, before):
    """Mutants of a line of C. `before` is the line before it that is not blank."""
    yield from operators(line, shown)
    yield from numbers(line, shown)
    yield from conditions(line, shown)
    yield from returns(line, shown)
    yield from dropped(line, shown, before)


def of_body(line, shown, before):
    """Mutants of a line of a body in isa/."""
    yield from (m for m in of_code(line, shown, before) if m[0] != 'return')
    for m in re.finditer(r'\bS([01])\b', shown):
        yield 'source', cut(line, m.start(1), m.end(1), '10'[int(m.group(1))])
    for m in re.finditer(r'(?<=[.(_])([ui])(?=(8|16|32|64)\b)', shown):
        yield 'signedness', cut(line, m.start(1), m.end(1), 'i' if m.group(1) == 'u' else 'u')
    for m in re.finditer(r'\b([a-z]+[0-9]*)(?=\()', shown):
        if m.group(1) in WORDS:
            yield 'word', cut(line, m.start(1), m.end(1), WORDS[m.group(1)])


# ---- Rows

HEADER = re.compile(r'([a-z_][\w.]*)(\s+)([A-Z][A-Z0-9_]*)(\s+)((?:[0-9a-f]{2,}|\.)(?:\s+(?:[0-9a-f]{2,}|\.)(?=\s|$))*)(.*)')
TYPES = {'b32': 'b64', 'u32': 'u64', 'i32': 'i64', 'f32': 'f16', 'f16': 'f32', 'f64': 'f32', 'b64': 'b32',
         'u64': 'u32', 'i64': 'i32', 'u16': 'f16', 'i16': 'f16', 'b16': 'f16', 'b128': 'b64', 'b256': 'b128'}


def of_row(line, shown):
    """Mutants of the header of a row: `mnemonic FORMAT opcodes operands flags`."""
    m = HEADER.fullmatch(shown)
    for column in re.finditer(r'\S+', m.group(5)):
        start, end = m.start(5) + column.start(), m.start(5) + column.end()
        if column.group(0) == '.':
            other = re.search(r'[0-9a-f]{2,}', m.group(5))
            yield 'generation', cut(line, start, end, other.group(0))
        else:
            yield 'opcode', cut(line, start, end, f'{int(column.group(0), 16) + 1:02x}')
            yield 'generation', cut(line, start, end, '. ')
    operands = list(re.finditer(r'[\w]+(?::\w+)?(?:[+-][a-z]+)*(?=,|\s|$)', shown[m.start(6):].split('!')[0]))
    at = m.start(6)
    for a, b in zip(operands, operands[1:]):
        yield 'operands', line[:at + a.start()] + b.group(0) + line[at + a.end():at + b.start()] + a.group(0) + line[at + b.end():]
    for t in re.finditer(r':(\w+)', shown[at:].split('!')[0]):
        if t.group(1) in TYPES:
            yield 'type', cut(line, at + t.start(1), at + t.end(1), TYPES[t.group(1)])
    # What a flag tells users alone (unsure, approximate) is text, which the tests of texts do not
    # repeat.
    for f in re.finditer(r'\s+!(?!unsure|approximate)\w+(?:\([^()]*(?:\([^()]*\)[^()]*)*\))?(?:@[\w-]+(?:\(\w+\))?)?', shown[at:]):
        yield 'flag', cut(line, at + f.start(), at + f.end(), '')
    for f in re.finditer(r'(?<=\w)[+-](?:mods|read|write)', shown[at:].split('!')[0]):
        yield 'flag', cut(line, at + f.start(), at + f.end(), '')


# ---- Statements

STATEMENTS = ('arch', 'code', 'format', 'promote', 'operand', 'tail', 'count', 'class', 'fact', 'table')
LIST = re.compile(r'table \S+ : (?:banks|swizzles|channels) |(?= +[xyzwh012]{3,4} +[xyzwh012]{3,4}\b)')  # a table of words alone


def of_statement(word, line, shown):
    """Mutants of a line of a statement: numbers, neighbours swapped, the last word dropped. `word` is its first word."""
    body = shown.index(word) + len(word) if shown.startswith(word) else 0
    words = LIST.match(shown) if word == 'table' else None
    for m in re.finditer(r'(?<![\w.])(0x[0-9a-f]+|\d+)(?![\w.])', shown):
        if m.start() >= body and not (word == 'format' and re.fullmatch(r'[01]+', m.group(1))):
            text, base = m.group(1), 16 if m.group(1).startswith('0x') else 10
            yield word, cut(line, m.start(), m.end(), f'{int(text, base) + 1:#x}' if base == 16 else str(int(text, base) + 1))
    if word == 'format' or words:
        body = words.end() if words else body
        fields = list(re.finditer(r'[^\s/]+', shown[body:]))
        first = 4 if word == 'format' and body else 0
        for a, b in zip(fields[first:], fields[first + 1:]):
            if a.group(0) != b.group(0) and not a.group(0).startswith('_'):
                yield word, line[:body + a.start()] + b.group(0) + line[body + a.end():body + b.start()] + a.group(0) + line[body + b.end():]
    last = re.search(r'(?<=[\w)]) +[\w.?|]+(?==?\w*\s*$)' if word == 'tail' else r'(?<=[\w)]) +\w+(?:=\w+)?(?=\)?\s*$)', shown[body:])
    if word in ('operand', 'tail', 'class') and last and (word != 'operand' or re.search(r'\)[^=]*$|=\w+\s*$', shown)):
        yield word, cut(line, body + last.start(), body + last.end(), '')
    if word == 'promote':
        yield word, '// ' + line
