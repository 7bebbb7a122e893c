/// Turns a terminal's bytes into keys and mouse events; a sequence may come in any number of pieces.
///
/// Understood: printing characters in UTF-8, arrows in both cursor modes, escape, backspace, control C, and mouse reports in SGR
/// form (xterm's mode 1006). Everything else is swallowed whole: other keys and replies, old mouse reports, and
/// whatever is pasted (bracketed paste, mode 2004). Never keeps more than 16 bytes.
package struct TerminalInputParser: Sendable {
    private enum State: Hashable, Sendable {
        case ground
        /// A character beyond ASCII that needs so many bytes more.
        case letter(Int)
        case escape
        /// A control sequence whose parameters are being collected.
        case control
        /// A control sequence too long to mean anything here.
        case overlong
        /// SS3, an arrow in application mode: one more byte.
        case singleShift
        /// An old mouse report: that many more bytes.
        case oldMouse(Int)
        /// A string (OSC, DCS, APC, PM, SOS) up to BEL or ST; true after an escape in it.
        case string(Bool)
        /// Pasted text; how many bytes of the closing sequence were seen.
        case paste(Int)
    }

    private static let pasteEnd: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]
    private static let maximumParameters = 16
    private var state = State.ground
    private var parameters: [UInt8] = []

    /// Creates a parser that has seen nothing.
    package init() {
        parameters.reserveCapacity(Self.maximumParameters)
    }

    /// Whether the bytes so far may be the escape key or the start of something longer: ask again by `flush` when
    /// nothing more came for a moment.
    package var isPending: Bool {
        if case .string = state { return true }
        return state == .escape
    }

    /// Says that nothing more came for a moment: a lone escape is the escape key, an unfinished string is given up.
    package mutating func flush() -> TerminalEvent? {
        defer { if isPending { state = .ground } }
        return state == .escape ? .key(.escape) : nil
    }

    /// Takes one byte; returns the event it completes.
    package mutating func feed(_ byte: UInt8) -> TerminalEvent? {
        switch state {
        case .ground: return ground(byte)
        case .letter(let rest): return letter(byte, rest: rest)
        case .escape: return escape(byte)
        case .control: return control(byte)
        case .overlong:
            if (0x40...0x7E).contains(byte) || byte == 0x1B || byte == 0x18 { state = byte == 0x1B ? .escape : .ground }
        case .singleShift:
            state = .ground
            return Self.arrow(byte)
        case .oldMouse(let rest): state = rest > 1 ? .oldMouse(rest - 1) : .ground
        case .string(let afterEscape):
            if byte == 0x03 { return interrupt() }
            state = byte == 0x07 || afterEscape && byte == 0x5C ? .ground : .string(byte == 0x1B)
        case .paste(let seen):
            let next = byte == Self.pasteEnd[seen] ? seen + 1 : byte == 0x1B ? 1 : 0
            state = next == Self.pasteEnd.count ? .ground : .paste(next)
        }
        return nil
    }

    /// Takes bytes; returns the events they complete.
    package mutating func feed(_ bytes: some Sequence<UInt8>) -> [TerminalEvent] {
        bytes.compactMap { feed($0) }
    }

    private mutating func ground(_ byte: UInt8) -> TerminalEvent? {
        switch byte {
        case 0x03: return interrupt()
        case 0x0A, 0x0D: return .key(.enter)
        case 0x1B: state = .escape
        case 0x20...0x7E: return .key(.character(Character(Unicode.Scalar(byte))))
        case 0x08, 0x7F: return .key(.backspace)
        case 0xC2...0xF4:
            parameters = [byte]
            state = .letter(byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3)
        default: break
        }
        return nil
    }

    /// The next byte of a character beyond ASCII; one that does not belong to it begins something else.
    private mutating func letter(_ byte: UInt8, rest: Int) -> TerminalEvent? {
        guard (0x80...0xBF).contains(byte) else {
            state = .ground
            return ground(byte)
        }
        parameters.append(byte)
        state = rest > 1 ? .letter(rest - 1) : .ground
        guard rest == 1, let text = String(validating: parameters, as: UTF8.self) else { return nil }
        return text.first.map { .key(.character($0)) }
    }

    private mutating func escape(_ byte: UInt8) -> TerminalEvent? {
        switch byte {
        case 0x03: return interrupt()
        case 0x1B: return .key(.escape)
        case UInt8(ascii: "["):
            parameters.removeAll(keepingCapacity: true)
            state = .control
        case UInt8(ascii: "O"): state = .singleShift
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
            state = .string(false)
        default: state = .ground
        }
        return nil
    }

    private mutating func control(_ byte: UInt8) -> TerminalEvent? {
        switch byte {
        case 0x03: return interrupt()
        case 0x18, 0x1A: state = .ground
        case 0x1B: state = .escape
        case 0x40...0x7E:
            state = .ground
            return finish(byte)
        case 0x20...0x3F:
            if parameters.count < Self.maximumParameters {
                parameters.append(byte)
            } else {
                state = .overlong
            }
        default: break
        }
        return nil
    }

    /// A control sequence is whole.
    private mutating func finish(_ final: UInt8) -> TerminalEvent? {
        if final == UInt8(ascii: "~") {
            if parameters.elementsEqual("200".utf8) { state = .paste(0) }
            return nil
        }
        if parameters.first == UInt8(ascii: "<") { return mouse(final) }
        if final == UInt8(ascii: "M") && parameters.isEmpty {
            state = .oldMouse(3)
            return nil
        }
        // An arrow with shift or control (`1;2A`) is an arrow.
        return parameters.isEmpty || parameters.starts(with: "1;".utf8) ? Self.arrow(final) : nil
    }

    /// A mouse report in SGR form: `<button;column;row`, ended by `M` for down and `m` for up.
    private func mouse(_ final: UInt8) -> TerminalEvent? {
        guard final == UInt8(ascii: "M") || final == UInt8(ascii: "m") else { return nil }
        let fields = parameters.dropFirst().split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        guard fields.count == 3, let button = Self.number(fields[0]), let column = Self.number(fields[1]),
            let row = Self.number(fields[2]), column > 0, row > 0
        else { return nil }
        // Bits 2 to 4 are shift, meta and control, 5 is motion; what is left must be 0, the left button.
        guard button & ~0b11_1100 == 0 else { return nil }
        let action: TerminalMouse = final == UInt8(ascii: "m") ? .release : button & 32 != 0 ? .drag : .press
        return .mouse(action, column: column - 1, row: row - 1)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard (1...5).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return digits.reduce(0) { 10 * $0 + Int($1) - 0x30 }
    }

    private mutating func interrupt() -> TerminalEvent {
        state = .ground
        return .key(.interrupt)
    }

    private static func arrow(_ final: UInt8) -> TerminalEvent? {
        switch final {
        case UInt8(ascii: "A"): .key(.up)
        case UInt8(ascii: "B"): .key(.down)
        case UInt8(ascii: "C"): .key(.right)
        case UInt8(ascii: "D"): .key(.left)
        default: nil
        }
    }
}

/// Something a hand did at the terminal.
package enum TerminalEvent: Hashable, Sendable {
    case key(TerminalKey)
    /// What the left mouse button did, and the cell where it did so, from 0.
    case mouse(TerminalMouse, column: Int, row: Int)
}

package enum TerminalKey: Hashable, Sendable {
    /// A printing character; the space bar is a space.
    case character(Character)
    /// An arrow.
    case up, down, left, right
    /// The return key.
    case enter
    case escape
    case backspace
    /// Control and C.
    case interrupt
}

/// What the left mouse button did.
package enum TerminalMouse: Hashable, Sendable {
    /// The button went down.
    case press
    /// The mouse moved with the button down.
    case drag
    /// The button went up.
    case release
}
