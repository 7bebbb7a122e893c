import PanelDrivers
import PanelSimulation
import PixelGraphics
import SignTestSupport
import Testing

/// What the decoders of another program, sigrok-cli, read from our captures.
@Suite struct SigrokTests {
    /// The capture of a panel's start and one frame.
    private func capture(_ picture: MonoBitmap) -> [UInt8] {
        let panel = MAX7219Chain(count: picture.width / 8)
        var encoder = MAX7219Encoder(chain: panel)
        var message = encoder.makeMessage()
        var writer = SPIWireWriter(timing: SPIWireTiming(clockRate: 8_000_000), into: WireTrace.spi())
        encoder.encodeStart(at: .zero, into: &message)
        writer.send(message)
        var frame = Frame(size: picture.size, format: .mono)
        frame.canvas.stamp(picture, columns: 0..<picture.width, at: .zero, ink: .white)
        encoder.encode(frame, at: .zero, into: &message)
        writer.send(message)
        return writer.finishedTrace().vcd
    }

    private let picture = bitmap(
        """
        ######..  #######.
        #.......  ......#.
        #.......  .....#..
        ####....  ....#...
        #.......  ...#....
        #.......  ...#....
        #.......  ..#.....
        #.......  ........
        """)

    @Test("the SPI decoder reads the words of the data sheet, one line for each chip select frame")
    func spiDecoder() throws {
        let lines = try sigrok(
            capture(picture), ["-P", "spi:clk=CLK:mosi=DIN:cs=CS", "-A", "spi=mosi-transfer"])
        expectEqual(
            lines,
            [
                "0F 00 0F 00", "0B 07 0B 07", "09 00 09 00", "0A 0F 0A 0F",
                "01 00 01 00", "02 00 02 00", "03 00 03 00", "04 00 04 00",
                "05 00 05 00", "06 00 06 00", "07 00 07 00", "08 00 08 00", "0C 01 0C 01",
                "01 FC 01 FE", "02 80 02 02", "03 80 03 04", "04 F0 04 08",
                "05 80 05 10", "06 80 06 10", "07 80 07 20", "08 80 00 00",
            ].map { "spi-1: " + $0 })
    }

    @Test("the MAX7219 decoder understands the start and the picture of one module")
    func max7219Decoder() throws {
        var left = MonoBitmap(width: 8, height: 8)
        for x in 0..<8 {
            for y in 0..<8 { left[x, y] = picture[x, y] }
        }
        let lines = try sigrok(
            capture(left), ["-P", "spi:clk=CLK:mosi=DIN:cs=CS,max7219", "-A", "max7219"])
        expectEqual(
            lines,
            [
                "Display test: off", "Scan limit: 8", "Decode: 0b00000000", "Intensity: max",
                "Digit 1: 00", "Digit 2: 00", "Digit 3: 00", "Digit 4: 00",
                "Digit 5: 00", "Digit 6: 00", "Digit 7: 00", "Digit 8: 00", "Shutdown: off",
                "Digit 1: FC", "Digit 2: 80", "Digit 3: 80", "Digit 4: F0",
                "Digit 5: 80", "Digit 6: 80", "Digit 7: 80", "Digit 8: 80",
            ].map { "max7219-1: " + $0 })
    }

    @Test("our own reader and chain see the same picture in the capture")
    func ownDecoder() throws {
        var chain = SimulatedMAX7219Chain(count: 2)
        chain.play(try VCDReader.read(capture(picture), path: "a.vcd"))
        expectEqual(art(chain.picture), art(picture))
        #expect(chain.violations.isEmpty)
    }
}
