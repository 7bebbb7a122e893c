"""Finds which folders of a target use which: by the types and the extension members that they name."""

import collections
import re

import swift_source

# What the standard library calls its members: `.isEmpty` says nothing about who declares it.
STANDARD_MEMBERS = set(
    """
    append compactMap components contains count debugDescription description distance dropFirst dropLast
    elements encode endIndex enumerated filter finalize first firstIndex flatMap forEach hash hashValue hasPrefix hasSuffix
    id index indices insert isEmpty isMultiple isSubset joined keys last lastIndex lowercased magnitude map max merge
    merging min negate next popLast prefix rawValue reduce remove removeAll removeFirst removeLast replace
    replacing reserveCapacity reversed rounded shuffled sort sorted split starts startIndex subtracting suffix swapAt
    trimming union update uppercased utf8 values write zip
    """.split()
)
MEMBER = re.compile(r"(?<![.\w`])(func|var|let|case)\s+`?([a-z_]\w*)")
# What is behind the name of a case, up to the next name of the same list.
NEXT_CASE = re.compile(r"(?:\((?:[^()]|\([^()]*\))*\))?\s*(?:=[^,\n]*)?,\s*`?([a-z_]\w*)")
MEMBER_USE = re.compile(r"(?<=[\w)\]}?!>])\s*\.([a-z_]\w*)")

# One use: the file, relative to the root, the line, and the name of the type, or of the member with a dot before it.
Place = collections.namedtuple("Place", "path line name")


class Folders:
    """The folders of a target and what they use: `uses[a, b]` are the places where folder a names what folder b declares."""

    def __init__(self, target, root):
        self.target, self.root = target, root
        self.sources = {
            path: swift_source.Source(path.read_text(encoding="utf-8")) for path in sorted(target.folder.rglob("*.swift"))
        }
        self.owners = {}  # the folder that declares each type
        self.members = collections.defaultdict(set)  # the types and generic parameters that can be named within a type
        for path, source in self.sources.items():
            for found in source.declarations:
                self.add(found, self.folder(path), source)
        self.values = collections.defaultdict(set)  # who declares each function, property and case: see value_owner
        for path, source in self.sources.items():
            for name, owner in self.declared_values(path, source):
                self.values[name].add(owner)
        self.uses = collections.defaultdict(list)

    def folder(self, path):
        return str(path.parent.relative_to(self.target.folder))

    def names(self):
        return sorted({self.folder(path) for path in self.sources})

    def add(self, found, folder, source):
        """Notes a declaration of a file in a folder."""
        if found.kind == "extension":
            return
        if found.depth == 0 and not found.is_private:
            self.owners[found.path] = folder
        outer, _, name = found.path.rpartition(".")
        self.members[outer].add(name)
        header = source.code[found.start:source.code.find("{", found.start)]
        self.members[found.path] |= swift_source.generic_names(header)

    def declared_values(self, path, source):
        """Every function, property, constant and case of a file, with its folder where a folder is known by it.

        That is a member that an extension adds to a type from elsewhere. Anything else that has the name hides it.
        """
        for match in MEMBER.finditer(source.code):
            inside = source.enclosing(match.start())
            line = source.code[source.code.rfind("\n", 0, match.start()) + 1:match.start()]
            is_known = (
                match[1] in ("func", "var") and "private" not in line and inside and inside[-1].kind == "extension"
                and source.depth(match.start()) == inside[-1].depth + 1
                and self.owners.get(inside[-1].path.split(".")[0]) != self.folder(path)
            )
            yield match[2], self.folder(path) if is_known else None
            following = match if match[1] == "case" else None
            while following and (following := NEXT_CASE.match(source.code, following.end())):
                yield following[1], None

    def find_uses(self, foreign_values):
        """Fills `uses`; members that other targets declare too (`foreign_values`) count for no folder."""
        for path, source in self.sources.items():
            found = [*self.named_types(path, source), *self.named_members(source, foreign_values)]
            for offset, name, owner in sorted(found):
                if owner != self.folder(path):
                    place = Place(path.relative_to(self.root), source.line(offset), name)
                    self.uses[self.folder(path), owner].append(place)

    def named_types(self, path, source):
        """Every type of the target that a file names, as (offset, name, folder)."""
        own = {found.path for found in source.declarations if found.depth == 0 and found.is_private}
        generics = {}
        # A type with the name of the module hides the module: what follows it is a nested type.
        module = None if self.target.name in self.owners else self.target.name
        for offset, name in swift_source.named_types(source.code, module):
            owner = self.owners.get(name)
            if owner is None or owner == self.folder(path) or name in own:
                continue
            inside = source.enclosing(offset)
            start, end = (inside[0].start, inside[0].end) if inside else (0, len(source.code))
            if start not in generics:
                generics[start] = swift_source.generic_names(source.code[start:end])
            if name not in generics[start] and not any(name in self.visible(found.path) for found in inside):
                yield offset, name, owner

    def visible(self, path):
        """The names that mean a nested type within a type, and not one of another folder."""
        parts = path.split(".")
        return set().union(*(self.members[".".join(parts[:count])] for count in range(1, len(parts) + 1)))

    def named_members(self, source, foreign_values):
        """Every use of a member that can only be the one that an extension adds, as (offset, name, folder)."""
        for match in MEMBER_USE.finditer(source.code):
            name = match[1]
            if name not in STANDARD_MEMBERS and name not in foreign_values and len(self.values.get(name, ())) == 1:
                (owner,) = self.values[name]
                if owner is not None:
                    yield match.start(1), "." + name, owner
