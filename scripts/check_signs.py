"""Checks sign files against their JSON Schema, as editors do, for tests to compare with.

usage: check_signs.py SCHEMA FILE...   prints a JSON list of problems for each file, on a line of its own

Scalars are those of YAML 1.2 (core schema), as editors read them: "yes" and "18:00" are texts. A file that is no YAML has one
problem, and so has one with what sign files do without: anchors, aliases, tags, keys that are given twice.
"""

import json
import re
import sys

import jsonschema
import yaml


class Reader(yaml.SafeLoader):
    """YAML with the scalars of YAML 1.2."""

    yaml_implicit_resolvers = {}

    def construct_mapping(self, node, deep=False):
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        if len(keys) != len({str(key) for key in keys}):
            raise yaml.constructor.ConstructorError(None, None, "a key is given twice", node.start_mark)
        return {str(key): self.construct_object(value, deep=True) for key, (_, value) in zip(keys, node.value)}


def resolve(tag, pattern, first):
    Reader.add_implicit_resolver("tag:yaml.org,2002:" + tag, re.compile(pattern), list(first))


resolve("null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""])
resolve("bool", r"^(?:true|True|TRUE|false|False|FALSE)$", "tTfF")
resolve("int", r"^[-+]?[0-9]+$", "-+0123456789")
resolve("float", r"^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$", "-+.0123456789")
Reader.add_constructor("tag:yaml.org,2002:int", lambda loader, node: int(node.value, 10))
Reader.add_constructor("tag:yaml.org,2002:float", lambda loader, node: float(node.value))
Reader.add_constructor("tag:yaml.org,2002:map", Reader.construct_mapping)


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    for event in yaml.parse(data, Loader=yaml.SafeLoader):
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) or getattr(event, "tag", None):
            raise yaml.YAMLError("an anchor, an alias or a tag")
    return yaml.load(data, Loader=Reader)


def describe(error):
    best = jsonschema.exceptions.best_match([error])
    return "/".join(str(step) for step in best.absolute_path) + ": " + best.message[:300]


with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
for path in sys.argv[2:]:
    try:
        problems = [describe(error) for error in validator.iter_errors(read(path))]
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        problems = [str(error)]
    print(json.dumps(problems), flush=True)
