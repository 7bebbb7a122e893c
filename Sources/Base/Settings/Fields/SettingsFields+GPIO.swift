/// GPIO chips and their lines, as sign files and board files name them.
extension SettingsFields {
    /// Returns the label of a chip, or nil within an optional where the file does not have the key.
    package mutating func chipLabel(_ key: String) -> String?? {
        let words = "the label of a GPIO chip such as pinctrl-bcm2711 (numbers such as gpiochip0 change)"
        return parsed(key, expected: words, default: String?.none) { text -> Outcome<String?> in
            let isDevice = text.hasPrefix("gpiochip") || text.hasPrefix("/") || DecimalNumber.isWritten(like: text)
            return Self.isKernelName(text) && !isDevice ? .value(text) : .wrongType
        }
    }

    /// Returns a line of a chip.
    ///
    /// - Parameters:
    ///   - example: a name, for the words of a problem.
    ///   - number: makes a line of its number, 0 to 1023: the kernel's simulated chips have the most lines.
    ///   - name: makes a line of its name.
    package mutating func line<Line>(
        _ key: String, suchAs example: String, number: (Int) -> Line, name: (String) -> Line
    ) -> Line? {
        let numbers = 0...1_023
        let words = "a GPIO line by number, 0 to \(numbers.upperBound), or by name such as \(example)"
        return parsed(key, expected: words) { text -> Outcome<Line> in
            if let first = text.utf8.first, (0x30...0x39).contains(first) || "+-.".utf8.contains(first) {
                let given: Outcome<Int> = DecimalNumber.parse(text, in: numbers)
                return given.map(number)
            }
            return Self.isKernelName(text) ? .value(name(text)) : .wrongType
        }
    }

    /// Whether the kernel can have such a name: printable ASCII in all known device trees, of 31 bytes at most (it keeps 32 with
    /// the NUL: linux/gpio.h).
    private static func isKernelName(_ text: String) -> Bool {
        (1...31).contains(text.utf8.count) && text.first != " " && text.last != " "
            && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}
