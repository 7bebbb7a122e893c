import PanelDrivers
import SignTestSupport
import Testing

@Suite struct SPIMessageTests {
    @Test("a message holds the transfers it was filled with, bytes zero before")
    func fills() {
        var message = SPIMessage(transferLength: 2, transfers: 3)
        #expect(message.isEmpty)
        expectEqual(message.capacity, 6)
        message.fill(transfers: 3) { bytes in for index in bytes.indices { bytes[index] = 0xFF } }
        expectEqual(message.bytes, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])
        message.fill(transfers: 2) { bytes in bytes[3] = 7 }
        expectEqual(message.bytes, [0, 0, 0, 7])
        expectEqual(message.transfers, 2)
        expectEqual(message.withBytes { Array($0) }, [0, 0, 0, 7])
        message.removeAll()
        #expect(message.isEmpty)
        expectEqual(message.bytes, [])
    }

    @Test("filling again allocates nothing")
    func fillsWithoutAllocating() {
        var message = SPIMessage(transferLength: 8, transfers: 13)
        func fillAll() {
            var count = 0
            while count <= 13 {
                message.fill(transfers: count) { bytes in if bytes.count > 0 { bytes[0] = 1 } }
                count += 1
            }
            message.removeAll()
        }
        fillAll()
        let count = allocations { fillAll() }
        expectEqual(count, 0)
    }

    @Test("an error thrown while reading the bytes comes through with its type")
    func throwsTyped() {
        struct RefusalError: Error, Equatable {}
        let message = SPIMessage(transferLength: 1, transfers: 1)
        #expect(throws: RefusalError()) {
            try message.withBytes { (_) throws(RefusalError) in throw RefusalError() }
        }
    }

    @Test("a hardware error says what, where, why, and the fix")
    func wording() {
        let error = HardwareError(
            operation: "open", path: "/dev/spidev0.0", code: 13, fix: "add the user to the group spi")
        expectEqual(
            "\(error)",
            "cannot open /dev/spidev0.0: Permission denied (error 13); add the user to the group spi")
        expectEqual(
            "\(HardwareError(operation: "open", path: "/dev/x", code: 2))",
            "cannot open /dev/x: No such file or directory (error 2)")
        expectEqual(
            "\(HardwareError(operation: "find", path: "a chip", code: 19, reason: "there is none", fix: "buy one"))",
            "cannot find a chip: there is none; buy one")
    }
}
