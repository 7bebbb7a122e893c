import CDisplayEngine
import Glibc
import PanelDrivers

/// An open card that scans out to a connector, and up to three pictures in its memory.
///
/// Without it nothing is scanned out.
struct OpenDisplayCard: ~Copyable {
    /// The device file.
    let path: String
    /// What scans out.
    let engine: UnsafeMutablePointer<display_engine>
    /// The pictures, of which those with the number 0 were not made.
    let pictures: UnsafeMutablePointer<display_picture>

    private static let maximumPictures = 3
    /// How often the right to set modes is asked for, and how long is waited in between: a guardian that makes the panel of a program
    /// dark that is gone still has the card.
    private static let attempts = 15
    private static let milliseconds: Int32 = 20

    /// Opens the card with a connector, and takes the right to set its mode.
    init(_ connector: DisplayConnector) throws(HardwareError) {
        let path = try connector.card()
        let engine = UnsafeMutablePointer<display_engine>.allocate(capacity: 1)
        engine.initialize(to: display_engine())
        do throws(HardwareError) {
            try Self.take(path, engine)
            if display_find(engine, connector.number) != 0 {
                let code = errno
                display_close(engine)
                throw code == ENOENT
                    ? HardwareError.missingConnector(connector, present: [])
                    : HardwareError.describingCard(path, code: code)
            }
        } catch {
            engine.deallocate()
            throw error
        }
        pictures = .allocate(capacity: Self.maximumPictures)
        pictures.initialize(repeating: display_picture(), count: Self.maximumPictures)
        self.engine = engine
        self.path = path
    }

    deinit {
        // A driver without a picture on the lowest plane turns itself off; with one it would scan it out forever.
        if engine.pointee.overlay != 0 { display_turn_off(engine) }
        for place in 0..<Self.maximumPictures { display_forget_picture(engine, pictures + place) }
        display_close(engine)
        pictures.deallocate()
        engine.deallocate()
    }

    private static func take(
        _ path: String, _ engine: UnsafeMutablePointer<display_engine>
    ) throws(HardwareError) {
        var attempt = 0
        while true {
            if display_open(engine, path) != 0 { throw HardwareError.openingCard(path, code: errno) }
            if display_become_master(engine) == 0 { return }
            let code = errno
            // Only the first process that opens a free card may set modes, so it is opened again.
            display_close(engine)
            attempt += 1
            guard attempt < attempts, [EACCES, EBUSY].contains(code) else {
                throw HardwareError.displayTaken(path, code: code)
            }
            poll(nil, 0, milliseconds)
        }
    }

    /// Makes a picture and fills it with a word.
    func makePicture(_ place: Int, mode: ScanOutMode, filledWith word: UInt32) throws(HardwareError) {
        let (columns, lines) = (mode.columns.visible, mode.lines.visible)
        guard columns <= Int(engine.pointee.maximum_columns), lines <= Int(engine.pointee.maximum_lines) else {
            throw HardwareError.pictureTooLarge(
                mode, path: path, columns: Int(engine.pointee.maximum_columns), lines: Int(engine.pointee.maximum_lines)
            )
        }
        if display_make_picture(engine, UInt32(columns), UInt32(lines), pictures + place) != 0 {
            throw HardwareError.makingPicture(mode, path: path, code: errno)
        }
        fill(place, with: word)
    }

    /// Sets a mode, and scans a picture out; returns when it is scanned out.
    func set(_ mode: ScanOutMode, _ timing: DisplayTiming, picture place: Int) throws(HardwareError) {
        var numbers = timing.numbers
        if display_set_timing(engine, &numbers, pictures + place) != 0 {
            throw HardwareError.settingMode(mode, path: path, code: errno)
        }
    }

    /// The pixels of a picture.
    func pixels(_ place: Int) -> UnsafeMutableBufferPointer<UInt32> {
        UnsafeMutableBufferPointer(start: pictures[place].pixels, count: stride(place) * Int(pictures[place].lines))
    }

    /// The pixels from the beginning of a line to that of the next one.
    func stride(_ place: Int) -> Int { Int(pictures[place].pitch) / MemoryLayout<UInt32>.stride }

    /// Fills a picture with a word.
    func fill(_ place: Int, with word: UInt32) {
        pixels(place).update(repeating: word)
    }
}
