extension ScanOutPlan {
    /// A pixel with which the panels are dark: output enable is high, everything else low.
    package var darkPixel: UInt32 { wires.outputEnable }

    /// Whether a picture has room for the plan's visible pixels.
    func fits(_ count: Int, stride: Int) -> Bool {
        stride >= mode.columns.visible && count >= (mode.lines.visible - 1) * stride + mode.columns.visible
    }

    /// Writes a picture as a whole in which the panels are dark: OE is high, and the latch gets zeros.
    ///
    /// Chips are initialised first. Pictures that are too small are left alone.
    package func writeDarkness(to pixels: UnsafeMutableBufferPointer<UInt32>, stride: Int) {
        guard let base = pixels.baseAddress, fits(pixels.count, stride: stride) else { return }
        for line in 0..<mode.lines.visible {
            (base + line * stride).update(repeating: wires.outputEnable, count: mode.columns.visible)
        }
        write(darknessPixels, to: base, stride: stride)
    }

    /// Writes everything but the planes.
    func writeLines(to base: UnsafeMutablePointer<UInt32>, stride: Int) {
        write(registerPixels, to: base, stride: stride)
        let rowPairs = matrix.rowPairs
        for (index, line) in firstLines.enumerated() {
            let row = index % rowPairs
            let phase = index / rowPairs % bands.count
            write(bandPixels[phase], adding: address.levels[row], to: base + line * stride, stride: stride)
            for start in bands[phase].steps {
                let place = base + (line + start / mode.columns.visible) * stride
                for pixel in 0..<address.stepPixels {
                    let steps = address.steps[row]
                    place[pixel] = wires.outputEnable | (pixel < steps.count ? steps[pixel] : address.levels[row])
                }
            }
        }
    }

    private func write(
        _ pixels: [UInt32], adding levels: UInt32 = 0, to base: UnsafeMutablePointer<UInt32>, stride: Int
    ) {
        let width = mode.columns.visible
        for (index, pixel) in pixels.enumerated() { base[index / width * stride + index % width] = pixel | levels }
    }
}
