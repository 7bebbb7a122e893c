extension ScanOutBand {
    /// The pixels of all its lines, but for the planes that are shifted, and the row address.
    func pixels(_ wires: ScanOutLines, half: Int, chip: DriverChip) -> [UInt32] {
        var pixels = [UInt32](repeating: wires.outputEnable, count: lines * width)
        for pulse in pulses {
            for place in pulse { pixels[place] &= ~wires.outputEnable }
        }
        for latch in latches {
            for place in latch { pixels[place] |= wires.latch }
        }
        for shift in shifts {
            for index in 0..<shift.count {
                let first = shift.place + 2 * half * index
                let colors = colors(of: shift.content, column: shift.column + index, wires, chip)
                for place in first..<first + 2 * half { pixels[place] |= colors }
                for place in first + half..<first + 2 * half { pixels[place] |= wires.clock }
            }
        }
        return pixels
    }

    /// The colour lines that are high in a column, whatever is shown.
    private func colors(of content: Content, column: Int, _ wires: ScanOutLines, _ chip: DriverChip) -> UInt32 {
        switch content {
        case .dark: return wires.darkColors
        case .plane: return 0
        case .register(let number):
            let isHigh = chip.initialization[number].pattern >> UInt16(15 - column % 16) & 1 == 1
            return isHigh ? wires.colors ^ wires.darkColors : wires.darkColors
        }
    }
}
