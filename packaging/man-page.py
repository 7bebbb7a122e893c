#!/usr/bin/env python3
"""Makes the manual page ledsign(1) of what the command says about itself.

usage: ledsign --experimental-dump-help | man-page.py VERSION DATE > ledsign.1

One page has all commands, so that searching in it finds every option. DATE is written as 2026-01-31.
"""

import json
import sys

FILES = [
    ("/usr/share/ledsign", "Boards and fonts that the program ships. $LEDSIGN_DATA names another folder."),
    ("/etc/ledsign/sign.yaml", "The sign that the service shows."),
    ("/etc/ledsign/config.yaml", "The default board, clock and page of the whole machine."),
    ("~/.config/ledsign/config.yaml", "The same for one user; it overrides the machine's."),
]

ENVIRONMENT = [
    ("LEDSIGN_BOARD", "The default board of all commands; it overrides the files."),
    ("LEDSIGN_DATA", "The folder that has boards/ and fonts/."),
    ("NO_COLOR", "When set, doctor writes without colours."),
]


def text(words):
    """Words as roff shows them."""
    words = words.replace("\\", "\\e").replace("-", "\\-").replace("^", "\\(ha").replace("~", "\\(ti")
    words = words.replace("`", "\\(ga").replace("'", "\\(aq")
    return "\\&" + words if words[:1] in (".", "'") else words


def paragraphs(words):
    """Lines of roff for a text whose paragraphs are separated by empty lines and whose indented lines are kept."""
    lines = []
    is_fixed = False
    for line in words.split("\n"):
        if line.startswith("  ") != is_fixed and line:
            is_fixed = not is_fixed
            lines += [".PP", ".in +4", ".nf"] if is_fixed else [".fi", ".in", ".PP"]
        if not line:
            if not is_fixed:
                lines.append(".PP")
        else:
            lines.append(text(line.strip() if is_fixed else line))
    return lines + ([".fi", ".in"] if is_fixed else [])


def spelling(name):
    return ("--" if name["kind"] == "long" else "-") + name["name"]


def is_shown(thing):
    return thing.get("shouldDisplay", True)


def entry(argument):
    """An option or argument: its spelling, what it is for, and its values."""
    value = "\\fI" + text(argument.get("valueName", "")) + "\\fR"
    if argument["kind"] == "positional":
        head = value + (" ..." if argument["isRepeating"] else "")
    else:
        head = ", ".join("\\fB" + text(spelling(name)) + "\\fR" for name in argument["names"])
        if argument["kind"] == "option":
            head += " " + value
    lines = [".TP", head, text(argument.get("abstract", ""))]
    if argument.get("allValues") and "default" not in argument.get("abstract", ""):
        lines.append(text("Values: " + ", ".join(argument["allValues"]) + "."))
    if argument.get("discussion"):
        lines.append(text(argument["discussion"].replace("\n", " ")))
    return [line for line in lines if line]


def own_arguments(command):
    return [a for a in command.get("arguments", []) if is_shown(a) and not is_general(a)]


def is_general(argument):
    return [n["name"] for n in argument.get("names", [])] in (["h", "help"], ["version"])


def usage(path, command):
    """The line of a command in the synopsis."""
    words = ["\\fB" + text(" ".join(path)) + "\\fR"]
    if any(a["kind"] != "positional" for a in own_arguments(command)):
        words.append("[\\fIoptions\\fR]")
    for argument in own_arguments(command):
        if argument["kind"] == "positional":
            name = "\\fI" + text(argument["valueName"]) + "\\fR" + ("..." if argument["isRepeating"] else "")
            words.append(f"[{name}]" if argument["isOptional"] else name)
    return " ".join(words)


def leaves(command, path):
    """The commands that do something, each with the words that call it."""
    below = [c for c in command.get("subcommands", []) if is_shown(c) and c["commandName"] != "help"]
    if not below:
        yield path, command
    for sub in below:
        yield from leaves(sub, path + [sub["commandName"]])


def page(root, version, date):
    commands = [(path, command) for path, command in leaves(root, [root["commandName"]])]
    lines = [
        f'.TH LEDSIGN 1 "{date}" "ledsign {version}" "User Commands"',
        ".SH NAME",
        "ledsign \\- " + text(root["abstract"][0].lower() + root["abstract"][1:].rstrip(".")),
        ".SH SYNOPSIS",
        ".nf",
    ]
    lines += [usage(path, command) for path, command in commands] + [".fi", ".SH DESCRIPTION"]
    lines.append(text(root["abstract"]))
    for sub in root["subcommands"]:
        if is_shown(sub) and sub.get("subcommands") and sub.get("discussion"):
            lines += [".PP"] + paragraphs(sub["discussion"])
    lines.append(".SH COMMANDS")
    for path, command in commands:
        lines += [".SS " + text(" ".join(path)), text(command.get("abstract", ""))]
        if command.get("discussion"):
            lines += [".PP"] + paragraphs(command["discussion"])
        for argument in own_arguments(command):
            lines += entry(argument)
    lines += [".SH OPTIONS OF ALL COMMANDS"]
    for argument in root["arguments"]:
        if is_shown(argument):
            lines += entry(argument)
    lines += [".SH EXIT STATUS"] + paragraphs(root.get("discussion", "").removeprefix("Exit codes: "))
    for title, entries in (("FILES", FILES), ("ENVIRONMENT", ENVIRONMENT)):
        lines.append(".SH " + title)
        for name, meaning in entries:
            lines += [".TP", "\\fI" + text(name) + "\\fR", text(meaning)]
    lines += [
        ".SH SEE ALSO",
        "\\fIfile:///usr/share/doc/ledsign/\\fR has the documents about boards, panels, the service and the doctor.",
    ]
    return "\n".join(lines) + "\n"


def main():
    version, date = sys.argv[1:]
    sys.stdout.reconfigure(encoding="utf-8")
    sys.stdout.write(page(json.load(sys.stdin)["command"], version, date))


main()
