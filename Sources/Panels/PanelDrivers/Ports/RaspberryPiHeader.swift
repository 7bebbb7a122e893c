/// The 40-pin header of the Raspberry Pi.
package enum RaspberryPiHeader {
    /// The labels of the GPIO chips behind the header: of a Raspberry Pi 5, a 4, and the models before it.
    package static let chipLabels = ["pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835"]

    /// The pins of GPIO 0 to 27.
    private static let pins = [
        27, 28, 3, 5, 7, 29, 31, 26, 24, 21, 19, 23, 32, 33, 8, 10, 36, 11, 12, 35, 38, 40, 15, 16, 18, 22, 37, 13,
    ]

    /// Returns the pin of a GPIO number; nil if the header does not have it.
    package static func pin(ofGPIO number: Int) -> Int? {
        pins.indices.contains(number) ? pins[number] : nil
    }
}
