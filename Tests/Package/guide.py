"""What a document tells its readers to write and to run, which is indented in it."""

import textwrap


class Guide:
    def __init__(self, path):
        self.path = path

    def block(self, words):
        """The first indented lines after the line that has some words."""
        lines = self.path.read_text(encoding="utf-8").splitlines()
        begin = next((number for number, line in enumerate(lines) if words in line), None)
        assert begin is not None, f"{self.path.name} does not say \"{words}\""
        block = []
        for line in lines[begin + 1:]:
            if line.startswith("    "):
                block.append(line)
            elif block and line:
                break
        assert block, f"{self.path.name} has nothing to copy after \"{words}\""
        return textwrap.dedent("\n".join(block)).strip() + "\n"

    def commands(self, words, program=""):
        """The commands of a block that ask for sudo, for root: all of them, or those of one program."""
        lines = [line for line in self.block(words).splitlines() if line.startswith(f"sudo {program}")]
        assert lines, f"{self.path.name} has no command \"sudo {program}\" after \"{words}\""
        return "\n".join(lines).replace("sudo ", "")
