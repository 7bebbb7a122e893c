"""Reads Swift source text well enough to find declarations and the names they use. Other scripts import it.

It is not a parser: it removes comments and strings, follows braces, and recognizes declarations by their keywords.
"""

import bisect
import collections
import re

# A type's name starts with an upper-case letter, which tells `class Foo` from `class func`.
DECLARATION = re.compile(
    r"(?<![.\w`])(struct|class|enum|protocol|actor|typealias|associatedtype|extension)\s+([A-Z]\w*(?:\.\w+)*)"
)
GENERIC_CLAUSE = re.compile(
    r"(?<![.\w])(?:func\s+[^\s(<]+|init\??|subscript|(?:struct|class|enum|actor|typealias)\s+\w+)\s*<([^(){}]*?)>"
)
STRING_START = re.compile(r'(#*)("""|")')
REGEX_LITERAL = re.compile(r"#/.*?/#|/(?![\s/*])(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\n\\])+/")
TYPE_NAME = re.compile(r"\b[A-Z]\w*")

# A declaration of a type or an extension; `path` is its dotted name from the top of the file, `start` and `end` are offsets
# of the keyword and of the closing brace (or of the name, where there is no body).
Declaration = collections.namedtuple("Declaration", "kind path is_private depth start end")


class Source:
    """The text of one file, without comments and strings, and the types that it declares."""

    def __init__(self, text):
        self.code = code_only(text)
        self.lines = [match.end() for match in re.finditer("\n", text)]
        self.declarations = declarations(self.code)
        self.spans = [found for found in self.declarations if found.end > found.start]

    def line(self, offset):
        """The number of the line, from 1, that an offset is on."""
        return bisect.bisect_right(self.lines, offset) + 1

    def enclosing(self, offset):
        """The types and extensions that an offset is inside, outermost first."""
        return [found for found in self.spans if found.start <= offset < found.end]

    def depth(self, offset):
        """How many braces are open at an offset."""
        return self.code.count("{", 0, offset) - self.code.count("}", 0, offset)


def code_only(text, keeps_strings=False):
    """The text with comments, strings and regular expressions as spaces: offsets and lines stay, interpolations too."""
    out = list(text)
    frames = []  # the open strings, as (closing quotes, escape), and the open interpolations, as depths of parentheses
    offset = 0

    def blank(end, is_string=False):
        for index in range(offset, end):
            if out[index] != "\n" and not (is_string and keeps_strings):
                out[index] = " "
        return end

    while offset < len(text):
        if frames and isinstance(frames[-1], tuple):
            closing, escape = frames[-1]
            if text.startswith(closing, offset):
                frames.pop()
                offset = blank(offset + len(closing), True)
            elif text.startswith(escape + "(", offset):
                frames.append(1)
                offset = blank(offset + len(escape), True) + 1
            else:
                step = len(escape) + 1 if text.startswith(escape, offset) else 1
                offset = blank(min(offset + step, len(text)), True)
            continue
        character = text[offset]
        if character == "/":
            end = end_of_slash(text, offset)
            offset = blank(end) if end else offset + 1
        elif character in '"#' and (match := STRING_START.match(text, offset)):
            frames.append((match[2] + match[1], "\\" + match[1]))
            offset = blank(match.end(), True)
        elif character == "#" and text.startswith("#/", offset) and (match := REGEX_LITERAL.match(text, offset)):
            offset = blank(match.end())
        else:
            if frames and character in "()":
                frames[-1] += 1 if character == "(" else -1
                if frames[-1] == 0:
                    frames.pop()
            offset += 1
    return "".join(out)


def end_of_slash(text, offset):
    """Where the comment or regular expression ends that starts at a slash, or None for an operator."""
    if text.startswith("//", offset):
        end = text.find("\n", offset)
        return len(text) if end < 0 else end
    if text.startswith("/*", offset):
        depth = 0
        for match in re.compile(r"/\*|\*/").finditer(text, offset):
            depth += 1 if match[0] == "/*" else -1
            if depth == 0:
                return match.end()
        return len(text)
    before = text[:offset].rstrip(" ")[-1:]
    match = REGEX_LITERAL.match(text, offset) if before in ("(", ",", "=", ":", "[", "{", "\n") else None
    return match.end() if match else None


def declarations(code):
    """Every type and extension of a file, at any depth; the bodies of functions count for the depth, too."""
    names = collections.deque(DECLARATION.finditer(code))
    scopes, found = [], []  # the index in `found` of every open brace's declaration, or None
    for brace in re.finditer(r"[{}]", code):
        body = None  # the last declaration before an opening brace owns it
        while names and names[0].start() < brace.start():
            body = begin(names.popleft(), code, scopes, found)
        if brace[0] == "{":
            scopes.append(body)
        elif scopes and (ended := scopes.pop()) is not None:
            found[ended] = found[ended]._replace(end=brace.end())
    for name in names:
        begin(name, code, scopes, found)
    return found


def begin(match, code, scopes, found):
    """Adds a declaration; returns its index where a body may follow."""
    kind, name = match.groups()
    outer = next((found[scope].path for scope in reversed(scopes) if scope is not None), None)
    modifiers = code[code.rfind("\n", 0, match.start()) + 1:match.start()]
    is_private = re.search(r"\b(?:private|fileprivate)\b", modifiers) is not None
    path = name if outer is None or kind == "extension" else f"{outer}.{name}"
    found.append(Declaration(kind, path, is_private, len(scopes), match.start(), match.start()))
    return None if kind in ("typealias", "associatedtype") else len(found) - 1


def generic_names(code):
    """The names of generic parameters that code declares."""
    clauses = ",".join(match[1] for match in GENERIC_CLAUSE.finditer(code))
    return {name for parameter in clauses.split(",") for name in parameter.partition(":")[0].split()[-1:]}


def named_types(code, module):
    """Every name of a type that stands alone or after its module, as (offset, name): not the `Inner` of `Outer.Inner`.

    The module is None where its name means something else.
    """
    after_module = re.compile(rf"(?<![.\w]){module}\.$")
    for match in TYPE_NAME.finditer(code):
        before = code[max(0, match.start() - len(module or "") - 2):match.start()]
        is_member = before.endswith(".") and not before.endswith("..")
        if not is_member or module and after_module.search(before):
            yield match.start(), match[0]
