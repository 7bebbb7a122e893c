extension LiveNumber {
    /// Reads a number such as `-12.50`, `+3`, `.5` or `6.02e3`: digits, a point, an exponent of ten; nothing else.
    ///
    /// Returns nil for other texts and for numbers of 10^18 or more; digits beyond the 18th are rounded off. O(n).
    package init?(parsing text: some StringProtocol) {
        var bytes = text.utf8.makeIterator()
        var next = bytes.next()
        let isNegative = next == UInt8(ascii: "-")
        if isNegative || next == UInt8(ascii: "+") { next = bytes.next() }
        var (digits, decimals, dropped, isFraction, hasDigits) = (Int128(0), 0, 0, false, false)
        while let byte = next {
            if byte == UInt8(ascii: "."), !isFraction {
                isFraction = true
            } else if (0x30...0x39).contains(byte) {
                hasDigits = true
                // Thirty digits are more than are kept; of further ones only the place counts.
                if digits.magnitude < 1_000_000_000_000_000_000_000_000_000_000 {
                    digits = digits * 10 + Int128(byte - 0x30)
                    decimals += isFraction ? 1 : 0
                } else {
                    dropped += isFraction ? 0 : 1
                }
            } else {
                break
            }
            next = bytes.next()
        }
        guard hasDigits else { return nil }
        var exponent = 0
        if let mark = next {
            guard mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") else { return nil }
            next = bytes.next()
            let isDown = next == UInt8(ascii: "-")
            if isDown || next == UInt8(ascii: "+") { next = bytes.next() }
            guard next != nil else { return nil }
            while let byte = next {
                guard (0x30...0x39).contains(byte) else { return nil }
                exponent = Swift.min(exponent * 10 + Int(byte - 0x30), 1_000_000)
                next = bytes.next()
            }
            exponent = isDown ? -exponent : exponent
        }
        self.init(isNegative ? -digits : digits, scale: decimals - dropped - exponent)
    }

    /// The number with a point, as `init(parsing:)` reads it.
    package var text: String { NumberFormat().text(of: self) }
}

extension LiveNumber: CustomStringConvertible {
    /// The number with a point.
    package var description: String { text }
}

extension LiveNumber: ExpressibleByIntegerLiteral {
    /// Creates a whole number.
    package init(integerLiteral value: Int) { self.init(value) }
}
