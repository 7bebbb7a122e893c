import Timelines

extension MAX7219Encoder {
    /// When `encodeHealing` has to be called and sent if no frame changes before; every frame that changes moves it.
    ///
    /// A sign that shows a still picture wakes up for it every 950 ms.
    public var nextHealing: Instant { healing.deadline }

    /// Counts all registers of all chips as written at an instant, though they were written a little before.
    ///
    /// For the first picture after a start: noise in the dark time between them is healed as soon as noise after it, and the
    /// picture need not carry healing of what was hardly written.
    public mutating func restartHealing(at instant: Instant) {
        healing.restart(at: instant)
        for index in modules.indices { modules[index].healed = 0 }
    }

    /// Writes all thirteen registers of every chip as they should be, normal operation last.
    ///
    /// It does not change correct chips, and heals those that noise or a dip of the supply has disturbed.
    /// Does not allocate.
    ///
    /// - Precondition: the message is of this chain.
    public mutating func encodeHealing(at instant: Instant, into message: inout SPIMessage) {
        precondition(message.transferLength == chain.transferLength, "the message is of another chain")
        healing.restart(at: instant)
        let length = chain.transferLength
        let control = control
        message.fill(transfers: RegisterHealing.registers) { bytes in
            modules.withUnsafeMutableBufferPointer { modules in
                var start = length - 2
                for index in modules.indices {
                    modules[index].healed = 0
                    let digits = modules[index].digits
                    var place = start
                    for number in 0..<RegisterHealing.registers {
                        let word = control.word(number, digits: digits)
                        bytes[place] = word.register
                        bytes[place + 1] = word.value
                        place += length
                    }
                    start -= 2
                }
            }
        }
    }
}

extension MAX7219Intensity {
    /// What one of the thirteen registers of a chip has to hold; normal operation, the last, lights the picture only
    /// when it is all there.
    ///
    /// - Parameters:
    ///   - number: 0 to 3 for display test, scan limit, decode mode and intensity, 4 to 11 for the digits, 12 for
    ///     shutdown.
    ///   - digits: the chip's digits, digit d in byte d.
    @inline(__always)
    func word(_ number: Int, digits: UInt64) -> (register: UInt8, value: UInt8) {
        switch number {
        case 0: (MAX7219Register.displayTest.rawValue, 0)
        case 1: (MAX7219Register.scanLimit.rawValue, 7)
        case 2: (MAX7219Register.decodeMode.rawValue, 0)
        case 3: (MAX7219Register.intensity.rawValue, value)
        case 12: (MAX7219Register.shutdown.rawValue, isOn ? 1 : 0)
        default: (UInt8(truncatingIfNeeded: number - 3), UInt8(truncatingIfNeeded: digits &>> UInt64(8 * (number - 4))))
        }
    }
}
