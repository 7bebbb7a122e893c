"""GPIO lines: what a recording of register writes says of them, and the wires of a frame as a capture (VCD)."""

import re

# The GPIO block (BCM2835 ARM Peripherals, chapter 6.1): functions of ten lines a register, levels, pulls.
GPIO = 0x200000
SET, CLEAR, PULL, PULL_CLOCK = 0x1C, 0x28, 0x94, 0x98
FUNCTIONS = {0: "input", 1: "output", 6: "engine"}
# Of a Raspberry Pi 4 (BCM2711 ARM Peripherals, chapter 5.2): pulls of 16 lines a register, and what they are after a reset.
PULLS, PULLS_AT_RESET = 0xE4, (0x4AA95555, 0xAAAAAAAA)


class Recording:
    """What QEMU writes to its trace, read as far as it is there."""

    def __init__(self, path, devices):
        """`devices` is where the registers of devices begin."""
        self.file = open(path, errors="replace")
        self._block = f"addr {devices + GPIO >> 8:#x}"
        self._pattern = re.compile(
            rf"@(\d+\.\d+):memory_region_ops_write .* {self._block}([0-9a-f]{{2}}) value 0x([0-9a-f]+) ")
        # The time, the line, and what became of it: a function, "high", "low", or "pulled up".
        self.events = []
        self._functions, self._pull = {}, 0
        self._pulls = list(PULLS_AT_RESET)

    def read(self):
        """Reads on, and returns all events."""
        while True:
            place = self.file.tell()
            line = self.file.readline()
            if not line.endswith("\n"):
                self.file.seek(place)
                return self.events
            if self._block in line and (found := self._pattern.search(line)):
                self._write(float(found[1]), int(found[2], 16), int(found[3], 16))

    def _write(self, time, register, value):
        if register < SET - 4:
            for place in range(10):
                line, function = 10 * (register // 4) + place, FUNCTIONS.get(value >> 3 * place & 7, "other")
                if self._functions.get(line, "input") != function:
                    self._functions[line] = function
                    self.events.append((time, line, function))
        elif register in (SET, CLEAR, PULL_CLOCK):
            what = {SET: "high", CLEAR: "low", PULL_CLOCK: {0: "not pulled", 1: "pulled down", 2: "pulled up"}.get(self._pull)}
            self.events += [(time, line, what[register]) for line in range(32) if value >> line & 1]
        elif register == PULL:
            self._pull = value
        elif register in (PULLS, PULLS + 4):
            bank = (register - PULLS) // 4
            for place in range(16):
                pull = value >> 2 * place & 3
                if pull != self._pulls[bank] >> 2 * place & 3:
                    what = {0: "not pulled", 1: "pulled up", 2: "pulled down"}.get(pull)
                    self.events.append((time, 16 * bank + place, what))
            self._pulls[bank] = value


def states(events, frames, line, since):
    """What a line was, and from when on: its level as an output, "input", or the picture that the engine sent meanwhile.

    The first state is the one at the time `since`.
    """
    function, level, picture, found = "input", "low", "nothing", [(0, "input")]
    for time, what in sorted([(time, what) for time, of, what in events if of == line] + frames, key=lambda one: one[0]):
        if isinstance(what, tuple):
            picture = what[0]
        elif what in ("high", "low"):
            level = what
        elif what in FUNCTIONS.values():
            function = what
        state = {"output": level, "engine": f"sends {picture}"}.get(function, function)
        if found[-1][1] != state:
            found.append((time, state))
    first = max(place for place, (time, _) in enumerate(found) if time < since)
    return found[first:]


def capture(data, timing, wires, path):
    """Writes one frame as a capture with the given wires: 20 ns a pixel, whose bit n is line n + 4, and all low in the blanking."""
    (width, *line_blanking), (height, *frame_blanking) = timing
    words = memoryview(data).cast("I")
    codes = {line - 4: chr(33 + place) for place, line in enumerate(wires.values())}
    mask = sum(1 << bit for bit in codes)
    text = ["$timescale 10 ns $end"]
    text += [f"$var wire 1 {codes[line - 4]} {name} $end" for name, line in wires.items()] + ["$enddefinitions $end"]
    # A level that differs from the first one at every wire.
    before, time = ~words[0], 0
    line_end, frame_end = [0] * sum(line_blanking), [0] * ((width + sum(line_blanking)) * sum(frame_blanking))
    for row in range(height):
        pixels = words[width * row:width * (row + 1)].tolist() + line_end
        for word in pixels + frame_end if row == height - 1 else pixels:
            if changed := (word ^ before) & mask:
                text.append(f"#{time}")
                text += [f"{word >> bit & 1}{code}" for bit, code in codes.items() if changed >> bit & 1]
                before = word
            time += 2
    text.append(f"#{time}")
    with open(path, "w") as file:
        file.write("\n".join(text) + "\n")
