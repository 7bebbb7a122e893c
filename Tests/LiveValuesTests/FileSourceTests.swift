import Foundation
import LinuxSystem
import SignTestSupport
import Synchronization
import Testing

@testable import LiveValues

@Suite struct FileSourceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func source(_ path: String, form: LiveForm = .text(line: nil), isSpecial: Bool = false) -> LiveSource {
        LiveSource("x", .file(LiveFile(path, isSpecial: isSpecial)), form: form).with(interval: .milliseconds(10))
    }

    private func failure(_ source: LiveSource) throws -> WordedError? {
        if case .failure(let problem) = try Listener.ask(source) { problem } else { nil }
    }

    @Test("A text, a line of it, and all of its lines")
    func forms() throws {
        try folder.write("one\ntwo\n\nfour\n", "t")
        let file = folder.file("t")
        try expectEqual(Listener.ask(source(file)), .success("one two four"))
        try expectEqual(Listener.ask(source(file, form: .text(line: 2))), .success("two"))
        try expectEqual(Listener.ask(source(file, form: .text(line: -1))), .success("four"))
        try expectEqual(Listener.ask(source(file, form: .text(line: 3))), .success(""))
        try expectEqual(Listener.ask(source(file, form: .lines)), .success(.list(["one", "two", "four"])))
        try expectEqual(failure(source(file, form: .text(line: 5))), WordedError("line 5 is missing"))
        try expectEqual(failure(source(file, form: .text(line: -5))), WordedError("line -5 is missing"))
        try expectEqual(failure(source(file, form: .text(line: .min))), WordedError("line \(Int.min) is missing"))
    }

    @Test("A sensor's number is scaled; a star stands for what the kernel has numbered")
    func sensors() throws {
        try FileManager.default.createDirectory(atPath: folder.file("zone7"), withIntermediateDirectories: true)
        try folder.write("48312\n", "zone7/temp")
        let thousandth = try #require(LiveNumber(parsing: "0.001"))
        let degrees = LiveForm.number(LiveScale(scale: thousandth, format: NumberFormat(decimals: 1, unit: " °C")))
        var listener = try Listener([source(folder.file("zone*/temp"), form: degrees)])
        defer { listener.liveService.close() }
        #expect(listener.wait { $0.value("x") != nil })
        let reading = try #require(listener.changes["x"]?.reading)
        let expected = try #require(LiveNumber(parsing: "48.312"))
        expectEqual(reading.value, .number(expected))
        expectEqual(reading.format, NumberFormat(decimals: 1, unit: " °C"))
        // (raw + offset) * scale
        let raw = LiveForm.number(LiveScale(scale: 2, offset: -12))
        try expectEqual(Listener.ask(source(folder.file("zone7/temp"), form: raw)), .success(96_600))
        try folder.write("hot", "zone7/temp")
        try expectEqual(failure(source(folder.file("zone7/temp"), form: raw)), WordedError("\"hot\" is not a number"))
        let nowhere = folder.file("nowhere*/temp")
        try expectEqual(failure(source(nowhere)), WordedError("no file matches \(nowhere)"))
    }

    @Test("A sensor's raw number takes the scale and the offset that stand in the files beside it")
    func scaledBeside() throws {
        try FileManager.default.createDirectory(atPath: folder.file("iio0"), withIntermediateDirectories: true)
        try folder.write("120\n", "iio0/in_illuminance_raw")
        func ask(_ path: String, scale: LiveScale = LiveScale()) throws -> Result<LiveValue, WordedError> {
            var file = LiveFile(folder.file(path))
            file.isScaledBeside = true
            return try Listener.ask(
                LiveSource("x", .file(file), form: .number(scale)).with(interval: .milliseconds(10)))
        }
        try expectEqual(ask("iio*/in_illuminance_raw"), .success(120))
        try folder.write("0.25\n", "iio0/in_illuminance_scale")
        try expectEqual(ask("iio*/in_illuminance_raw"), .success(30))
        try folder.write("-20\n", "iio0/in_illuminance_offset")
        try expectEqual(ask("iio0/in_illuminance_raw"), .success(25))
        try expectEqual(ask("iio0/in_illuminance_raw", scale: LiveScale(scale: 2)), .success(50))
        // Numbers that are in lux already stay as they are, and a factor that is none is left out.
        try folder.write("77", "iio0/in_illuminance_input")
        try expectEqual(ask("iio0/in_illuminance_input"), .success(77))
        try folder.write("much", "iio0/in_illuminance_scale")
        try expectEqual(ask("iio0/in_illuminance_raw"), .success(100))
        let plain = source(folder.file("iio0/in_illuminance_raw"), form: .number(LiveScale()))
        try expectEqual(Listener.ask(plain), .success(120))
    }

    @Test("A document that takes long to decode keeps no other source waiting, nor another document")
    func longDecoding() throws {
        try folder.write("BEGIN:VCALENDAR long", "a.ics")
        try folder.write("BEGIN:VCALENDAR short", "b.ics")
        let released = EventDescriptor()
        let reader: LiveDocumentReader = { source, bytes in
            if source.name == "x" { released.wait(milliseconds: 60_000) }
            return .success(bytes.count)
        }
        let long = source(folder.file("a.ics"), form: .document(.calendar))
        let liveService = try LiveService(
            [
                long, LiveSource("b", .file(LiveFile(folder.file("b.ics"))), form: .document(.calendar)),
                LiveSource("n", .file(LiveFile(folder.file("n")))).with(interval: .milliseconds(10)),
            ], reader: reader, clock: KernelClock())
        var listener = Listener(liveService)
        defer { liveService.close() }
        for number in 0..<5 {
            try folder.write("\(number)", "n")
            #expect(listener.wait { $0.value("n") == .text("\(number)") })
        }
        #expect(listener.wait { $0.changes["b"] != nil })
        expectEqual(listener.changes["b"]?.document?.content as? Int, 21)
        #expect(listener.changes["x"] == nil)
        #expect(!liveService.isSettled)
        released.raise()
        #expect(listener.wait { $0.changes["x"] != nil })
        expectEqual(listener.changes["x"]?.document?.content as? Int, 20)
        #expect(liveService.statuses.allSatisfy { $0.problem == nil })
    }

    @Test("Equal bytes are read once, and a rejected document keeps the one before")
    func documentReader() throws {
        try folder.write("BEGIN:VCALENDAR good", "c.ics")
        let times = Mutex(0)
        let reader: LiveDocumentReader = { _, bytes in
            times.withLock { $0 += 1 }
            let text = String(decoding: bytes, as: UTF8.self)
            return text.hasSuffix("bad") ? .failure(WordedError("bad")) : .success(text)
        }
        let calendar = source(folder.file("c.ics"), form: .document(.calendar))
        let other = LiveSource("n", .file(LiveFile(folder.file("n")))).with(interval: .milliseconds(10))
        let liveService = try LiveService([calendar, other], reader: reader, clock: KernelClock())
        var listener = Listener(liveService)
        defer { liveService.close() }
        #expect(listener.wait { $0.changes["x"] != nil })
        expectEqual(listener.changes["x"]?.document?.content as? String, "BEGIN:VCALENDAR good")
        // Many looks later.
        for number in 0..<5 {
            try folder.write("\(number)", "n")
            #expect(listener.wait { $0.value("n") == .text("\(number)") })
        }
        expectEqual(times.withLock { $0 }, 1)
        try folder.write("BEGIN:VCALENDAR bad", "c.ics")
        #expect(listener.wait { $0.liveService.statuses.first?.problem == WordedError("bad") })
        expectEqual(listener.changes["x"]?.document?.content as? String, "BEGIN:VCALENDAR good")
        try folder.write("BEGIN:VCALENDAR better", "c.ics")
        #expect(listener.wait { $0.changes["x"]?.document?.content as? String == "BEGIN:VCALENDAR better" })
        #expect(liveService.statuses.first?.problem == nil)
    }

    @Test("A file may appear, change and disappear; the last value stays for a while")
    func following() throws {
        var listener = try Listener([source(folder.file("t"))])
        defer { listener.liveService.close() }
        #expect(listener.wait { $0.liveService.statuses.first?.problem != nil })
        try folder.write("first", "t")
        #expect(listener.wait { $0.value("x") == "first" })
        try folder.write("second", "t")
        #expect(listener.wait { $0.value("x") == "second" })
        try FileManager.default.removeItem(atPath: folder.file("t"))
        #expect(listener.wait { $0.changes["x"]?.reading?.isStale == true })
        expectEqual(listener.value("x"), "second")
    }

    @Test("Folders, pipes and devices are rejected at once without blocking")
    func special() throws {
        let pipe = folder.file("pipe")
        expectEqual(mkfifo(pipe, 0o600), 0)
        for path in [pipe, folder.path, "/dev/zero", "/dev/tty"] {
            guard let found = try failure(source(path)) else { continue }
            let isKnown = found == .notRegular(path: path) || "\(found)".hasPrefix("\(path) cannot be read: ")
            #expect(isKnown, "\(found)")
        }
        try expectEqual(failure(source(folder.path, isSpecial: true)), .notRegular(path: folder.path))
        try expectEqual(failure(source(pipe)), .notRegular(path: pipe))
    }

    @Test("With special: yes, a pipe is read to its end, and one without a writer times out")
    func pipes() throws {
        let pipe = folder.file("pipe")
        expectEqual(mkfifo(pipe, 0o600), 0)
        let quiet = source(pipe, isSpecial: true).with(timeout: .milliseconds(100))
        try expectEqual(failure(quiet), .timedOut(after: .milliseconds(100)))
        var listener = try Listener([
            source(pipe, isSpecial: true), LiveSource("y", .command(.shell("echo hi > \(pipe)"))),
        ])
        defer { listener.liveService.close() }
        #expect(listener.wait { $0.value("x") != nil })
        expectEqual(listener.value("x"), "hi")
    }

    @Test("An endless device fails at the limit, and a slow one gives what arrived before the timeout")
    func devices() throws {
        let zeros = source("/dev/zero", isSpecial: true).with(limit: 100_000)
        try expectEqual(failure(zeros), .tooLarge(limit: 100_000))
        let pipe = folder.file("pipe")
        expectEqual(mkfifo(pipe, 0o600), 0)
        // Opened for reading, too, so that the pipe has no end.
        let writing = open(pipe, O_RDWR | O_NONBLOCK)
        defer { close(writing) }
        expectEqual(write(writing, "21.5\n", 5), 5)
        let clock = SharedClock()
        let slow = source(pipe, isSpecial: true).with(timeout: .milliseconds(200))
        var listener = Listener(try LiveService([slow], clock: clock))
        defer { listener.liveService.close() }
        // Its time passes when it has read what there is.
        var unread: Int32 = 0
        #expect(Polling.wait { ioctl(writing, UInt(FIONREAD), &unread) == 0 && unread == 0 })
        clock.advance(by: .milliseconds(200))
        #expect(listener.wait { $0.value(slow.name) == "21.5" })
    }

    @Test("A file beyond the limit is rejected, and one of exactly the limit is accepted")
    func limits() throws {
        try folder.write(String(repeating: "x", count: 100), "t")
        try expectEqual(
            Listener.ask(source(folder.file("t")).with(limit: 100)),
            .success(
                .text(String(repeating: "x", count: 100))))
        try expectEqual(failure(source(folder.file("t")).with(limit: 99)), .tooLarge(limit: 99))
    }

    @Test("Files of the kernel are read although their size is 0")
    func kernelFiles() throws {
        guard case .success(.text(let text)) = try Listener.ask(source("/proc/version")) else {
            Issue.record("no text")
            return
        }
        #expect(text.hasPrefix("Linux"))
    }

    @Test("The bytes of an image are passed on unchanged")
    func images() throws {
        let bytes: [UInt8] = Array("GIF89a".utf8) + [0, 255, 13, 10]
        try Data(bytes).write(to: URL(fileURLWithPath: folder.file("i.gif")))
        var listener = try Listener([source(folder.file("i.gif"), form: .document(.image))])
        defer { listener.liveService.close() }
        #expect(listener.wait { $0.changes["x"] != nil })
        expectEqual(listener.changes["x"]?.document, LiveDocument(bytes: bytes))
    }
}
