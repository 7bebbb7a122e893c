import Foundation
import PanelDrivers
import SignFiles
import SignHost
import SignTestSupport
import Testing
import Timelines

/// Lines whose changes a test writes: the narrowest seam above libgpiod.
private final class ScriptedEdges: EdgeSource {
    private let ends: (Int32, Int32)
    private var waiting: [LineEdge] = []
    var isDebounced = false
    var failure: HardwareError?
    let first: UInt64

    init(levels: UInt64) {
        var descriptors: [Int32] = [0, 0]
        pipe(&descriptors)
        ends = (descriptors[0], descriptors[1])
        first = levels
    }

    deinit {
        close(ends.0)
        close(ends.1)
    }

    var descriptor: Int32 { ends.0 }
    func levels() throws(HardwareError) -> UInt64 { first }

    func add(_ edges: [LineEdge]) {
        waiting += edges
        _ = write(ends.1, "x", 1)
    }

    func takeEdges() throws(HardwareError) -> [LineEdge] {
        if let failure { throw failure }
        defer { waiting = [] }
        var byte: UInt8 = 0
        if !waiting.isEmpty { _ = read(ends.0, &byte, 1) }
        return waiting
    }
}

@Suite struct InputReaderTests {
    private func isReady(_ reader: InputReader, within milliseconds: Int32 = 0) -> Bool {
        var descriptor = pollfd(fd: reader.descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, milliseconds) == 1
    }

    @Test("D3: knobs and buttons are read, and the timer of the descriptor releases the knob")
    func reads() throws {
        let edges = ScriptedEdges(levels: 0b111)
        let reader = try InputReader(
            edges, encoder: knob(pixelsPerStep: 2), buttons: [button(.pause)])
        #expect(!isReady(reader))
        edges.add(
            [(0, false), (1, false), (0, true), (1, true)].enumerated().map { time, edge in
                LineEdge(input: edge.0, isHigh: edge.1, time: at(Int64(time)))
            })
        #expect(isReady(reader))
        expectEqual(reader.take(at: at(10)), [.drag(.begin(zone: nil)), .drag(.move(zone: nil, pixels: 2))])
        // The instant of letting go is long past on the real clock.
        #expect(isReady(reader, within: Polling.timeout))
        expectEqual(reader.take(at: at(303)), [.drag(.release(zone: nil, velocity: 0))])
        #expect(!isReady(reader))
        for time in [Int64(400), 500] {
            edges.add([
                LineEdge(input: 2, isHigh: false, time: at(time)),
                LineEdge(input: 2, isHigh: true, time: at(time + 50)),
            ])
            expectEqual(reader.take(at: at(time + 60)), [.press(.pause, zone: nil)])
        }
    }

    @Test("a chip that disappears is reported once and causes no busy loop")
    func gone() throws {
        let edges = ScriptedEdges(levels: 0)
        let reader = try InputReader(edges, encoder: nil, buttons: [button(.next)])
        edges.add([])
        edges.failure = HardwareError(operation: "read the changes of lines of", path: "/dev/gpiochip0", code: ENODEV)
        #expect(isReady(reader))
        expectEqual(reader.take(at: at(0)), [])
        #expect(reader.problem?.contains("No such device") ?? false)
        #expect(!isReady(reader))
    }
}
