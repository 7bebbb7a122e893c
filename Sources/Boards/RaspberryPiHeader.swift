/// The 40-pin header of the Raspberry Pi.
public enum RaspberryPiHeader {
    /// The labels of the GPIO chips that the header is connected to (Pi 1 to 3 and Zero, 4, 5 and their modules).
    public static let chipLabels = ["pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1"]

    /// The pins of GPIO 0 to 27.
    private static let pins = [
        27, 28, 3, 5, 7, 29, 31, 26, 24, 21, 19, 23, 32, 33, 8, 10, 36, 11, 12, 35, 38, 40, 15, 16, 18, 22, 37, 13,
    ]

    /// Returns the pin of a GPIO number, or nil where the header has none.
    public static func pin(ofGPIO number: Int) -> Int? {
        pins.indices.contains(number) ? pins[number] : nil
    }

    /// Returns the pin of a line of a board's wiring, or nil where it is not on the header or known by another name.
    public static func pin(of line: MAX7219Board.GPIOLine, chip: String?) -> Int? {
        guard chip.map(chipLabels.contains) ?? true else { return nil }
        return line.headerNumber.flatMap(pin)
    }
}
