"""The pictures of probe.c, computed once more."""

WIDTH, HEIGHT = 1920, 341
MASK = 0xFFFFFFFF


def noise(x, y, seed):
    value = (x * 2654435761 ^ y * 2246822519 ^ seed * 3266489917) & MASK
    value ^= value >> 15
    value = value * 0x85EBCA6B & MASK
    return (value ^ value >> 13) & 0xFFFFFF


def picture(seed):
    """The bytes of a picture in memory: blue, green, red and a zero for each pixel; all lines high for seed 0."""
    if seed == 0:
        return b"\xff\xff\xff\x00" * (WIDTH * HEIGHT)
    words = (noise(x, y, seed) for y in range(HEIGHT) for x in range(WIDTH))
    return b"".join(word.to_bytes(4, "little") for word in words)


ALL = {"dark": picture(0), "A": picture(1), "B": picture(2), "black": bytes(4 * WIDTH * HEIGHT)}


def name(size, data):
    """The name of a picture of this size, or "other"."""
    if size == (WIDTH, HEIGHT):
        for known, bytes_of_it in ALL.items():
            if data == bytes_of_it:
                return known
    return "other"
