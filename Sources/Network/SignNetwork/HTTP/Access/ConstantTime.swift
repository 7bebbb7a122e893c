/// Comparisons that take the same time wherever the difference is.
package enum ConstantTime {
    /// Whether two lists of bytes are the same; the time depends on the length of the given one alone.
    package static func isEqual(_ given: some Collection<UInt8>, _ secret: [UInt8]) -> Bool {
        var difference: UInt8 = given.count == secret.count ? 0 : 1
        var index = 0
        for byte in given {
            difference |= byte ^ (secret.isEmpty ? 0xFF : secret[index])
            index = index + 1 < secret.count ? index + 1 : 0
        }
        return difference == 0 && !secret.isEmpty
    }
}
