#!/usr/bin/env python3
"""Compares the public items of the two libraries, with their signatures, with the lists in public_api/, and checks that each item
has an example or is named in one. `--write` replaces the lists. The items come from rustdoc's JSON, which every Rust can write."""

import json
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
LISTS = HERE / "public_api"
LIBRARIES = ["rules", "engine"]
FOLDER = ROOT / os.environ.get("CARGO_TARGET_DIR", "target")
# Rustdoc's JSON is unstable: other formats than these may have other fields.
FORMATS = range(50, 70)


def crate(library):
    """Returns what rustdoc writes of a library."""
    # The variable allows unstable options to this package alone.
    environment = {**os.environ, "RUSTC_BOOTSTRAP": f"khepri_{library}", "RUSTDOCFLAGS": "-D warnings"}
    command = ["cargo", "rustdoc", "--quiet", "--package", f"khepri-{library}", "--lib"]
    subprocess.run([*command, "--", "-Zunstable-options", "--output-format=json"], cwd=ROOT, env=environment, check=True)
    docs = json.loads((FOLDER / "doc" / f"khepri_{library}.json").read_text())
    if docs["format_version"] not in FORMATS:
        sys.exit(f"public_api.py: rustdoc's JSON has the format {docs['format_version']}, expected one of {FORMATS}")
    return docs


def text(shown):
    """Returns a type as Rust writes it."""
    if shown is None:
        return "()"
    if isinstance(shown, str):
        return shown
    (kind, value), = shown.items()
    match kind:
        case "primitive" | "generic":
            return value
        case "resolved_path":
            return value["path"].split("::")[-1] + arguments(value["args"])
        case "borrowed_ref":
            lifetime = f"{value['lifetime']} " if value["lifetime"] else ""
            return f"&{lifetime}{'mut ' if value['is_mutable'] else ''}{text(value['type'])}"
        case "tuple":
            return f"({', '.join(map(text, value))})"
        case "slice":
            return f"[{text(value)}]"
        case "array":
            return f"[{text(value['type'])}; {value['len']}]"
        case "impl_trait":
            return f"impl {bounds(value)}"
        case "dyn_trait":
            return f"dyn {' + '.join(text({'resolved_path': bound['trait']}) for bound in value['traits'])}"
        case "qualified_path":
            return f"{text(value['self_type'])}::{value['name']}"
    sys.exit(f"public_api.py: the type {shown} is not known")


def bounds(listed):
    names = []
    for bound in listed:
        (kind, value), = bound.items()
        names.append(text({"resolved_path": value["trait"]}) if kind == "trait_bound" else str(value))
    return " + ".join(names)


def arguments(args):
    """Returns the generic arguments of a path."""
    if not args:
        return ""
    (kind, value), = args.items()
    if kind == "parenthesized":
        output = f" -> {text(value['output'])}" if value["output"] else ""
        return f"({', '.join(map(text, value['inputs']))}){output}"
    listed = []
    for argument in value["args"]:
        (kind, value_of), = argument.items()
        listed.append(text(value_of) if kind == "type" else str(value_of))
    for constraint in value["constraints"]:
        (kind, to), = constraint["binding"].items()
        equals = "type" in to.get("equality", to) if kind == "equality" else False
        listed.append(f"{constraint['name']} = {text(to['type'])}" if equals else f"{constraint['name']}: …")
    return f"<{', '.join(listed)}>" if listed else ""


def generics(of):
    """Returns the parameters that a user can name, with their bounds."""
    listed = []
    for parameter in of["params"]:
        kind = parameter["kind"]
        if "lifetime" in kind:
            listed.append(parameter["name"])
        elif not kind.get("type", {}).get("is_synthetic"):
            limits = bounds(kind["type"]["bounds"])
            listed.append(f"{parameter['name']}: {limits}" if limits else parameter["name"])
    return f"<{', '.join(listed)}>" if listed else ""


def signature(function):
    of = function["sig"]
    inputs = [text(kind) if name == "self" else f"{name}: {text(kind)}" for name, kind in of["inputs"]]
    inputs = [re.sub(r"^(&?(?:'\w+ )?(?:mut )?)Self$", r"\1self", given) for given in inputs]
    output = f" -> {text(of['output'])}" if of["output"] else ""
    header = "".join(f"{word} " for word in ("const", "unsafe", "async") if function["header"][f"is_{word}"])
    return f"{header}fn{generics(function['generics'])}({', '.join(inputs)}){output}"


class Walk:
    """All items that a user of a library can name."""

    def __init__(self, docs):
        self.index, self.paths, self.lines, self.names = docs["index"], docs["paths"], [], {}
        root = self.index[str(docs["root"])]
        self.traits_to_name = set(self.traits_in(root))
        self.module(root, root["name"])
        self.examples = "\n".join(
            code
            for item in self.index.values()
            for code in re.findall(r"```[^\n]*\n(.*?)```", item["docs"] or "", re.S)
        )

    def item(self, number):
        return self.index.get(str(number))

    def module(self, module, path):
        for number in module["inner"]["module"]["items"]:
            item = self.item(number)
            use = item["inner"].get("use")
            if use:
                item = self.item(use["id"])
            if item:
                self.add(item, f"{path}::{item['name']}")
            else:
                # Items of another package are in the list of that package.
                self.lines.append(f"{path}: use {use['source']}{'::*' if use['is_glob'] else ''}")

    def add(self, item, path, is_part=False):
        (kind, value), = item["inner"].items()
        if kind == "module":
            return self.module(item, path)
        grows = " #[non_exhaustive]" if "non_exhaustive" in item["attrs"] else ""
        if not is_part:
            if "```" not in (item["docs"] or ""):
                self.names[path] = item["name"]
        match kind:
            case "function":
                self.lines.append(f"{path}: {signature(value)}")
            case "constant":
                self.lines.append(f"{path}: const {text(value['type'])}")
            case "assoc_const":
                self.lines.append(f"{path}: const {text(value['type'])}")
            case "struct_field":
                self.lines.append(f"{path}: {text(value)}")
            case "variant":
                tuple_of = value["kind"].get("tuple") if isinstance(value["kind"], dict) else None
                fields = f"({', '.join(text(self.item(field)['inner']['struct_field']) for field in tuple_of)})" if tuple_of else ""
                self.lines.append(f"{path}: variant{fields}{grows}")
                if isinstance(value["kind"], dict) and "struct" in value["kind"]:
                    self.all(value["kind"]["struct"]["fields"], path, True)
            case "struct" | "enum" | "trait":
                self.lines.append(f"{path}: {kind}{generics(value['generics'])}{self.traits(value)}{grows}")
                if kind == "struct":
                    fields = value["kind"].get("plain", {}).get("fields") if isinstance(value["kind"], dict) else None
                    self.all(fields or [], path, True)
                self.all(value.get("variants", []), path, True)
                self.all(value["items"] if kind == "trait" else [], path)
                for number in value.get("impls", []):
                    implementation = self.item(number)
                    if implementation and not implementation["inner"]["impl"]["trait"]:
                        self.all(implementation["inner"]["impl"]["items"], path)
            case _:
                sys.exit(f"public_api.py: {path} is of the kind {kind}, which is not known")

    def all(self, numbers, path, is_part=False):
        for number in numbers:
            if item := self.item(number):
                self.add(item, f"{path}::{item['name']}", is_part)

    def traits_in(self, module):
        """Yields the numbers of the traits in a module."""
        for item in map(self.item, module["inner"]["module"]["items"]):
            item = self.item(item["inner"]["use"]["id"]) if "use" in item["inner"] else item
            if item and "module" in item["inner"]:
                yield from self.traits_in(item)
            elif item and "trait" in item["inner"]:
                yield item["id"]

    def is_hidden(self, number):
        """Returns whether a user cannot name a trait of this package."""
        is_own = self.paths.get(str(number), {"crate_id": 0})["crate_id"] == 0
        return is_own and number not in self.traits_to_name

    def traits(self, value):
        """Returns the traits that a type implements, without those that the compiler adds."""
        names = set()
        for number in value.get("impls", []):
            of = self.item(number)["inner"]["impl"] if self.item(number) else None
            if of and of["trait"] and not of["is_synthetic"] and not of["blanket_impl"] and not self.is_hidden(of["trait"]["id"]):
                names.add(text({"resolved_path": of["trait"]}))
        names -= {"StructuralPartialEq"}
        return f": {' + '.join(sorted(names))}" if names else ""


def check(library):
    """Compares the items of a library with its list. Returns the number of items."""
    walk = Walk(crate(library))
    lines = sorted(set(walk.lines))
    found, listed = "\n".join(lines) + "\n", LISTS / f"{library}.txt"
    if "--write" in sys.argv[1:]:
        listed.write_text(found)
    if found != listed.read_text():
        new = FOLDER / listed.name
        new.write_text(found)
        subprocess.run(["diff", "-u", listed, new], check=False)
        sys.exit(f"public_api.py: the public items of khepri-{library} have changed; if that is meant, run it with --write")
    shown = walk.examples + "".join(file.read_text() for file in (ROOT / "docs" / "examples").glob("*.rs"))
    words = set(re.findall(r"\w+", shown))
    hidden = [path for path, name in walk.names.items() if name not in words]
    if hidden:
        sys.exit("public_api.py: no example shows\n  " + "\n  ".join(sorted(hidden)))
    return len(lines)


def main():
    counts = " and ".join(f"{check(library)} public items of khepri-{library}" for library in LIBRARIES)
    print(f"{counts} are those of the lists; each has an example or is named in one")


main()
