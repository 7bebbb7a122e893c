import CDisplayEngine
import CGPIOLines
import Glibc
import PanelDrivers

/// The kernel's display engine as a port: it scans out one of two pictures again and again, without this process.
///
/// The picture is dark from the first instant. Lines are not its business: `DPIPort` has those too.
package struct DisplayEngine: ScanOutPort, ~Copyable {
    /// What a system call can answer.
    package typealias Failure = HardwareError

    /// How the pictures are scanned out, as the driver has confirmed it.
    package let mode: ScanOutMode
    /// Whether the display is dark after the death of every process that has it.
    ///
    /// Then the kernel removes the picture, and continues with the dark one below it; otherwise it turns the engine off, or shows its
    /// text console.
    package let remainsDark: Bool
    /// The device file of the card.
    package var path: String { card.path }
    /// The open file of the card; a process that shares it keeps the picture on the display.
    var descriptor: Int32 { card.engine.pointee.card }

    private let card: OpenDisplayCard
    private let dark: UInt32
    /// The picture that was flipped to last.
    private var front = 0
    private var isPending = false
    /// When it was flipped to, in nanoseconds.
    private var flipTime: Int64 = 0

    /// How long a picture may take to be shown, in nanoseconds and in frames.
    private static let timeout: Int64 = 500_000_000
    private static let frames: Int64 = 10
    /// The place of the dark picture below the other two.
    private static let darkPlace = 2

    /// Takes the display of this machine, and scans out a picture of `dark` pixels; returns when that is scanned out.
    ///
    /// - Throws: an error that names the fix: no card, no connector, another program that has it, a mode that is refused.
    package init(
        mode: ScanOutMode, dark: UInt32, connector: DisplayConnector = .dpi
    ) throws(HardwareError) {
        let timing = try display_timing(mode)
        let card = try OpenDisplayCard(connector)
        for place in 0...1 { try card.makePicture(place, mode: mode, filledWith: dark) }
        let remainsDark = try Self.begin(mode, timing, on: card, dark: dark)
        var found = display_timing()
        let isSet = display_read_timing(card.engine, &found) == 0
        guard isSet, found.mode == mode else {
            throw HardwareError(
                operation: "scan out \(mode.words) by", path: card.path, code: EINVAL,
                reason: "the driver has set \(isSet ? found.mode.words : "nothing") instead")
        }
        self.mode = mode
        self.dark = dark
        self.remainsDark = remainsDark
        // The last one: Swift 6.0.3 frees what is stored before an error twice.
        self.card = card
    }

    /// Scans out the first picture: above a dark one that stays, where the kernel can do that; returns whether it can.
    private static func begin(
        _ mode: ScanOutMode, _ timing: display_timing, on card: borrowing OpenDisplayCard, dark: UInt32
    ) throws(HardwareError) -> Bool {
        // A console would come back in place of what was left.
        if !DisplayConnector.hasConsole(card: card.path), display_find_overlay(card.engine) == 0 {
            try card.makePicture(darkPlace, mode: mode, filledWith: dark)
            try card.set(mode, timing, picture: darkPlace)
            if display_cover(card.engine, card.pictures + darkPlace, card.pictures) == 0 { return true }
            // The driver cannot show it that way.
            card.engine.pointee.overlay = 0
        }
        try card.set(mode, timing, picture: 0)
        return false
    }

    /// Whether a picture that was flipped to is not scanned out yet.
    ///
    /// - Throws: if the driver does not say for long that it is.
    package mutating func isFlipping() throws(HardwareError) -> Bool {
        guard isPending else { return false }
        let word = display_take_event(card.engine)
        if word < 0 { throw HardwareError.flipping(path, code: errno) }
        isPending = word == 0
        if isPending, linux_scan_now() - flipTime > limit {
            throw HardwareError(
                operation: "show a picture by", path: path, code: ETIMEDOUT,
                reason: "the driver does not say that it is shown", fix: "dmesg | grep -i drm shows why")
        }
        return isPending
    }

    /// Hands out the picture that is not scanned out; does not allocate.
    ///
    /// - Throws: while another picture is flipped to.
    package mutating func draw(
        _ body: (_ pixels: UnsafeMutableBufferPointer<UInt32>, _ stride: Int) -> Void
    ) throws(HardwareError) {
        if try isFlipping() { throw HardwareError.flipping(path, code: EBUSY) }
        body(card.pixels(1 - front), card.stride(1 - front))
    }

    /// Scans the drawn picture out from the next frame on; does not allocate.
    package mutating func flip() throws(HardwareError) {
        if display_flip(card.engine, card.pictures + (1 - front)) != 0 {
            throw HardwareError.flipping(path, code: errno)
        }
        front = 1 - front
        isPending = true
        flipTime = linux_scan_now()
    }

    /// Scans out a dark picture, and returns when it is scanned out: within three frames.
    package mutating func stop() throws(HardwareError) {
        try waitForFlip()
        card.fill(1 - front, with: dark)
        try flip()
        try waitForFlip()
    }

    private mutating func waitForFlip() throws(HardwareError) {
        while try isFlipping() { _ = display_wait(card.engine, 20) }
    }

    /// How long a flip may take, in nanoseconds.
    private var limit: Int64 { Self.timeout + Self.frames * mode.frameTime.count }
}
