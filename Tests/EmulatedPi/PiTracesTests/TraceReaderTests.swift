import PiTraces
import SignTestSupport
import Testing

@Suite struct TraceReaderTests {
    @Test("a line of QEMU gives time, address and value; times count from the second before the first line")
    func reads() {
        let reader = TraceReader.read(
            """
            8@1795292679.143890:memory_region_ops_write cpu 3 mr 0x7feadc60ee60 addr 0x3f20001c value 0x2000 size 4 name 'gpio'
            5@1795292681.599126:memory_region_ops_write cpu 0 mr 0x7feadc60ee60 addr 0x3f204004 value 0xfc size 4 name 'spi'

            """)
        expectEqual(
            reader.writes,
            [
                RegisterWrite(time: 1_143_890_000, address: 0x3F20_001C, value: 0x2000),
                RegisterWrite(time: 3_599_126_000, address: 0x3F20_4004, value: 0xFC),
            ])
        #expect(reader.lines == 2 && reader.unreadable.isEmpty)
    }

    @Test("writes to other devices, other events, messages and a line that is cut off are left out")
    func leavesOut() {
        let reader = TraceReader.read(
            """
            qemu-system-aarch64: warning: something
            6@1795292674.438946:memory_region_ops_write cpu 1 mr 0x7f addr 0x40000054 value 0x1 size 4 name 'control'
            6@1795292674.438947:memory_region_ops_write cpu 1 mr 0x7f addr 0x3f201000 value 0x5b size 4 name 'pl011'
            6@1795292674.438948:memory_region_ops_read cpu 1 mr 0x7f addr 0x3f20001c value 0x1 size 4 name 'gpio'
            6@1795292674.438949:memory_region_ops_write cpu 1 mr 0x7f addr 0x3f200028 value 0x1 size 4 name 'gpio'
            6@1795292674.438950:memory_region_ops_write cpu 1 mr 0x7f addr 0x3f200028 val
            """)
        expectEqual(reader.writes.map(\.address), [0x3F20_0028])
    }

    @Test("a line about a write without numbers is reported")
    func unreadable() {
        let reader = TraceReader.read(
            "6@1795292674.438949:memory_region_ops_write cpu 1 mr 0x7f addr 0x3f200028 size 4\n")
        #expect(reader.writes.isEmpty && reader.unreadable.count == 1)
    }

    @Test("marks are writes for the lines 32 to 53, with a kind that is known")
    func marks() {
        func mark(_ value: UInt32, _ address: UInt32 = 0x3F20_0020) -> Mark? {
            Mark(RegisterWrite(time: 0, address: address, value: value))
        }
        expectEqual(mark(0x0003_0007), Mark(.cause, 7))
        expectEqual(mark(0x0005_FFFF), Mark(.start, 65_535))
        #expect(mark(0x0000_0007) == nil)
        #expect(mark(0x0003_0007, 0x3F20_001C) == nil)
    }
}
