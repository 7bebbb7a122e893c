import HardwareInterfaces
import PixelGraphics

/// Encodes one frame: walks the row pairs, finds what they show, chooses how, and writes the words.
///
/// It lives for one call, on the memory of its encoder.
struct RowEncoder {
    let setup: EncoderSetup
    let memory: EncoderMemory
    /// The changing columns of the row pair, and which colours of the palette occur.
    var eventCount = 0
    var present: UInt32 = 0

    init(setup: EncoderSetup, memory: EncoderMemory) {
        self.setup = setup
        self.memory = memory
    }

    /// Encodes all row pairs of a canvas whose RGB pixels are these; nil for canvases that are read pixel by pixel.
    mutating func encode(
        _ canvas: borrowing Canvas, pixels: UnsafePointer<UInt32>?, into programs: inout [ScanProgram]
    ) {
        for phase in 0..<setup.planes.phases {
            memory.phases[phase] = PhaseState(count: 0, row: -1, latchedStart: 0, latchedEnd: 0, isReversed: false)
        }
        for place in 0..<setup.matrix.rowPairs {
            let row = setup.order[place]
            locate(row, in: canvas, pixels: pixels)
            let isPalette = findEvents()
            if !isPalette { collectValues() }
            for phase in 0..<setup.planes.phases {
                let plan = isPalette ? palettePlan(phase: phase) : valuePlan(phase: phase)
                programs[phase].storage.withUnsafeMutableBufferPointer { words in
                    guard let base = words.baseAddress else { return }
                    write(row, place: place, phase: phase, plan: plan, to: base)
                }
            }
        }
        for phase in 0..<setup.planes.phases {
            let count = memory.phases[phase].count
            let end = ScanWord(.waitAfterStart, UInt32(truncatingIfNeeded: setup.timing.refreshPeriod))
            programs[phase].storage[count] = end.rawValue
            programs[phase].count = count + 1
        }
    }

    /// Notes where the pixels of a row pair's lanes are, after gathering those that lie apart.
    private func locate(_ row: Int, in canvas: borrowing Canvas, pixels: UnsafePointer<UInt32>?) {
        let columns = setup.matrix.columns
        for lane in 0..<setup.lanes {
            let index = row * setup.lanes + lane
            if let pixels, setup.starts[index] >= 0 {
                memory.lanePixels[lane] = pixels + Int(setup.starts[index])
                continue
            }
            let gathered = memory.pixels + lane * columns
            for column in 0..<columns {
                let source = Int(setup.sources[index * columns + column])
                if source < 0 {
                    gathered[column] = 0
                } else if let pixels {
                    gathered[column] = pixels[source]
                } else {
                    gathered[column] = Self.color(of: source, in: canvas, width: setup.visibleSize.width)
                }
            }
            memory.lanePixels[lane] = UnsafePointer(gathered)
        }
    }

    /// A pixel of a canvas that is mono, or not of the size that is shown.
    private static func color(of index: Int, in canvas: borrowing Canvas, width: Int) -> UInt32 {
        let x = index % width
        let y = index / width
        if canvas.format == .mono { return canvas.mono[x, y] ? Color.white.rawValue : 0 }
        return canvas.rgb[x, y].rawValue
    }
}
