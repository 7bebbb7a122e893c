/// The state of the supply and the cooling of a Raspberry Pi, from its firmware.
package struct PowerState: Equatable, Sendable {
    /// The bits of get_throttled: 0 to 3 for now, 16 to 19 since the start; nil if unknown.
    ///
    /// Bit 0 and 16: the supply is under 4.63 V; 1 and 17: the clock rate is capped; 2 and 18: throttled; 3 and 19: the
    /// soft limit of the temperature is reached (Raspberry Pi documentation, vcgencmd get_throttled).
    package var throttled: UInt32?
    /// Whether the supply was too low at the last look of the driver raspberrypi-hwmon; nil if it is not there.
    package var isUndervoltageAlarm: Bool?

    /// Creates an unknown state.
    package init() {}

    /// Whether anything is known.
    package var isKnown: Bool { throttled != nil || isUndervoltageAlarm != nil }
    /// Whether the supply is too low.
    package var isUndervoltageNow: Bool { has(bit: 0) || (throttled == nil && isUndervoltageAlarm == true) }
    /// Whether the supply was too low since the start.
    package var wasUndervoltage: Bool { has(bit: 16) || isUndervoltageNow || isUndervoltageAlarm == true }
    /// Whether the processor is slowed down.
    package var isSlowedNow: Bool { has(bit: 1) || has(bit: 2) || has(bit: 3) }
    /// Whether the processor was slowed down since the start.
    package var wasSlowed: Bool { isSlowedNow || has(bit: 17) || has(bit: 18) || has(bit: 19) }

    private func has(bit: UInt32) -> Bool { (throttled ?? 0) >> bit & 1 == 1 }

    /// Reads the hexadecimal digits of get_throttled, with or without "0x"; nil for anything else.
    static func throttled(_ text: String) -> UInt32? {
        UInt32(text.hasPrefix("0x") ? text.dropFirst(2) : text[...], radix: 16)
    }
}
