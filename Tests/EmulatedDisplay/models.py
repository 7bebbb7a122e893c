"""The emulated Raspberry Pis and where their display engines differ.

Layers of the Raspberry Pi 4: SCALER5_* in drivers/gpu/drm/vc4/vc4_regs.h of the kernel.
"""

import dataclasses

# Where scripts/test-display.sh puts the registers of display engines, and further memory that the kernel leaves alone.
REGISTERS, SPARE = 0x20000000, 0x20080000


@dataclasses.dataclass(frozen=True)
class Model:
    """A kind of Raspberry Pi."""

    # QEMU's name, and the only size of memory that it takes.
    machine: str
    memory: int
    # Where the registers of devices begin.
    devices: int
    # What the pixel clock is divided from, PLLD, in MHz, and the divider for 50 MHz: a whole part, and 4096ths.
    parent: float
    divider: tuple
    # Where the lists of layers begin, in the registers of the layers.
    lists: int
    # Of the words of a layer: the bit of the first that says that it is not scaled, the bits of a coordinate and of a size,
    # and the words with the size, the address and the pitch.
    unscaled: int
    coordinate: int
    size: int
    size_word: int
    address_word: int
    pitch_word: int

    def layer(self, words):
        """The position, size, address and pitch of a layer; a scaled one is of no size."""
        x, y = words[1], words[1] >> self.coordinate
        width, height = words[self.size_word], words[self.size_word] >> 16
        limit, most = (1 << self.coordinate) - 1, (1 << self.size) - 1
        size = (width & most, height & most) if words[0] >> self.unscaled & 1 else (0, 0)
        return (x & limit, y & limit), size, words[self.address_word] & 0x3FFFFFFF, words[self.pitch_word] & 0xFFFF


MODELS = {
    "3": Model("raspi3b", 1 << 30, 0x3F000000, 500, (10, 0), 0x2000, 4, 12, 12, 2, 4, 6),
    # The firmware of a Raspberry Pi 4 sets PLLD to 750 MHz, which 15 divides. QEMU has no firmware: its PLLD begins with the multiplier
    # of a Raspberry Pi 3, and with the newer oscillator of 54 MHz instead of 19.2.
    "4": Model("raspi4b", 2 << 30, 0xFE000000, 703.125, (14, 256), 0x4000, 15, 14, 13, 3, 5, 7),
}
