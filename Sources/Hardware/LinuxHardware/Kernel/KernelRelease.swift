/// The first two numbers of a kernel's release, such as 6.12 of "6.12.47+rpt-rpi-v8".
package struct KernelRelease: Hashable, Sendable {
    /// The first number.
    package let major: Int
    /// The second number.
    package let minor: Int

    package init(_ major: Int, _ minor: Int) {
        self.major = major
        self.minor = minor
    }

    /// Reads /proc/sys/kernel/osrelease; nil for a text that does not begin with two numbers.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", maxSplits: 2).prefix(2).map { Int($0.prefix(while: \.isNumber)) }
        guard parts.count == 2, let major = parts[0], let minor = parts[1] else { return nil }
        self.init(major, minor)
    }
}

extension KernelRelease: Comparable {
    package static func < (left: KernelRelease, right: KernelRelease) -> Bool {
        (left.major, left.minor) < (right.major, right.minor)
    }
}
