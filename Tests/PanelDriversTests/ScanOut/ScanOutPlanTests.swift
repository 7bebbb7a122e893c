import PanelDrivers
import PanelSimulation
import PixelGraphics
import SignTestSupport
import Testing

@Suite("ScanOutPlan")
struct ScanOutPlanTests {
    private func plan(
        columns: Int, rowPairs: Int, planes: Int = 11, clockWidth: Int64 = 25, dither: Int = 0,
        lines: HUB75Lines = .regular, chains: Int = 1
    ) throws -> ScanOutPlan {
        var settings = ScanSettings()
        settings.planes = planes
        settings.clockWidth = clockWidth
        settings.ditherBits = dither
        let matrix = HUB75Matrix(columns: columns, rowPairs: rowPairs, chains: chains)
        return try ScanOutPlan(
            matrix: matrix, map: PixelMap(identity: matrix.size), lines: lines, settings: settings)
    }

    @Test("modes keep to what the display engines of all Raspberry Pis take")
    func limits() throws {
        var cases = SampledCases(oneIn: 5)
        for columns in [1, 8, 64, 100, 128, 256, 448] {
            for rowPairs in [1, 8, 16, 32] {
                for dither in 0...2 {
                    for planes in [1, 4, 11] where cases.next() {
                        guard let plan = try? plan(columns: columns, rowPairs: rowPairs, planes: planes, dither: dither)
                        else { continue }
                        let mode = plan.mode
                        #expect(mode.pixelClock == 50_000 && mode.pixelPicoseconds == 20_000)
                        #expect(mode.columns.visible <= 2_048 && mode.lines.visible <= 2_048)
                        #expect(mode.columns.frontPorch == 0 && mode.columns.sync == 1 && mode.columns.backPorch == 0)
                        #expect(mode.lines.frontPorch >= 1 && mode.lines.sync >= 1)
                        expectEqual(plan.refreshes, plan.cycles << dither)
                        // What is not visible takes no more than a thirtieth, unless there is no room for more refreshes.
                        #expect(30 * mode.lines.blank <= mode.lines.visible)
                    }
                }
            }
        }
    }

    /// The table of docs/hub75.md.
    @Test("refresh rates are those of the documentation")
    func rates() throws {
        let rates: [(columns: Int, rowPairs: Int, rates: [Int])] = [
            (64, 16, [205, 203, 182, 179]), (128, 16, [182, 180, 142, 137]), (192, 16, [160, 158, 109, 101]),
            (256, 16, [142, 137, 78, 73]), (320, 16, [122, 118, 67, 63]), (384, 16, [109, 102, 65, 61]),
            (448, 16, [91, 90, 61, 57]), (512, 16, [78, 73]),
            (64, 32, [104, 103, 92, 91]), (128, 32, [92, 91, 72, 69]), (192, 32, [81, 80, 55, 51]),
            (256, 32, [72, 69, 39, 37]), (320, 32, [62, 60, 34, 32]), (384, 32, [55, 51, 33, 31]),
            (448, 32, [46, 45, 30, 28]), (512, 32, [39, 37]),
        ]
        for (columns, rowPairs, expected) in rates {
            var found: [Int] = []
            for clockWidth in [20, 25] as [Int64] where columns < 512 || clockWidth == 20 {
                for planes in [10, 11] {
                    let plan = try plan(columns: columns, rowPairs: rowPairs, planes: planes, clockWidth: clockWidth)
                    found.append(Int((1e9 / Double(plan.refreshPeriod)).rounded()))
                }
            }
            expectEqual(found, expected, "\(columns) columns, \(rowPairs) row pairs")
        }
    }

    @Test("lines, times and chains that a display engine cannot have are problems that name the fix")
    func problems() throws {
        func problems(_ make: () throws -> ScanOutPlan) -> [String] {
            do {
                _ = try make()
                return []
            } catch let error as HUB75SetupError {
                return error.problems
            } catch {
                return ["\(error)"]
            }
        }
        expectEqual(
            problems { try plan(columns: 64, rowPairs: 16, chains: 3) },
            [
                "line 2 is used, and a display engine drives the lines 4 to 27: use a wiring or fewer chains without it",
                "line 3 is used, and a display engine drives the lines 4 to 27: use a wiring or fewer chains without it",
            ])
        let long = problems { try plan(columns: 512, rowPairs: 16) }
        #expect(long.count == 1 && long[0].hasPrefix("512 columns take 2049 pixels"), "\(long)")
        expectEqual(long.first?.contains("clock_width"), true)
        var settings = ScanSettings()
        settings.oeLag = 30
        let matrix = HUB75Matrix(columns: 8, rowPairs: 2)
        let lag = problems {
            try ScanOutPlan(
                matrix: matrix, map: try PixelMap(identity: matrix.size), lines: .regular, settings: settings)
        }
        expectEqual(
            lag, ["an OE lag of 30 ns, and a display engine makes pulses of whole pixels: give a multiple of 20 ns"])
    }

    /// At other brightnesses the programs for registers have shorter pulses.
    @Test("at full brightness the light is that of the programs for registers, to a pixel", arguments: 0...2)
    func sameLight(dither: Int) throws {
        var random = SeededRandom(seed: 21)
        var panel = HUB75TestPanel(matrix: HUB75Matrix(columns: 10, rowPairs: 2))
        panel.settings.ditherBits = dither
        panel.settings.planes = 9
        let frame = noise(panel.matrix.size, using: &random)
        var engine = try ScanOutTestEngine(panel)
        engine.engine.show(frame)
        engine.engine.port.scan()
        var encoder = try panel.encoder()
        encoder.encode(frame)
        var registers = panel.interpreter()
        registers.play(encoder.startProgram)
        for program in encoder.programs { registers.play(program) }
        for row in 0..<2 {
            for wire in 0..<6 {
                for column in 0..<10 {
                    let light = engine.light(row, wire, column)
                    let wanted = Int(registers.light[row][wire][column])
                    #expect(abs(light - wanted) <= (wanted == 0 ? 0 : 20), "\(row) \(wire) \(column)")
                }
            }
        }
    }

    @Test("pictures are encoded and written without allocations after the first ones")
    func allocations() throws {
        var panel = HUB75TestPanel(matrix: HUB75Matrix(columns: 16, rowPairs: 4))
        panel.settings.planes = 4
        let plan = try ScanOutTestEngine(panel).plan
        var encoder = ScanOutEncoder(plan)
        var writer = ScanOutWriter(plan)
        var picture = ScanOutPicture(plan)
        let size = plan.mode.columns.visible * plan.mode.lines.visible
        let pixels = [UnsafeMutableBufferPointer<UInt32>.allocate(capacity: size), .allocate(capacity: size)]
        defer { pixels.forEach { $0.deallocate() } }
        var random = SeededRandom(seed: 8)
        let frames = [100, 40, 100].map { noise(panel.matrix.size, brightness: $0, using: &random) }
        let (first, second) = (pixels[0], pixels[1])
        func showAll() {
            var index = 0
            while index < frames.count {
                encoder.encode(frames[index], into: &picture)
                index += 1
                writer.write(picture, into: first, stride: plan.mode.columns.visible)
                writer.write(picture, into: second, stride: plan.mode.columns.visible)
            }
        }
        showAll()
        expectEqual(SignTestSupport.allocations { showAll() }, 0)
        #expect(first.elementsEqual(second))
    }
}
