/// The lines of a calendar, grouped into components but not interpreted: libical reads one component at a time, so that
/// an error in one does not affect the others, and its line is known.
struct CalendarText {
    /// A component and its subcomponents.
    struct Component {
        var name: String
        /// The line of its BEGIN, from 1.
        var line: Int
        /// Its text, from BEGIN to END, with CRLF line ends.
        var text: [UInt8] = []
        /// The raw values of its own properties, without those of subcomponents, with their lines.
        var values: [(name: String, value: String, line: Int)] = []

        /// The line of the first property of a name; that of the component if there is none.
        func line(of property: String) -> Int { ownValues(of: property).first?.line ?? line }

        /// The raw values of all properties of a name, with their lines.
        func ownValues(of property: String) -> [(name: String, value: String, line: Int)] {
            values.filter { $0.name == property }
        }
    }

    private let bytes: [UInt8]
    private var place: Int
    private var number = 0
    private var open: [(name: String, line: Int)] = []
    private var component: Component?
    private var isCalendar = false
    private var count = 0

    /// The deepest nesting of components.
    private static let maximumNesting = 8

    /// Begins to split a text.
    init(_ bytes: [UInt8]) throws(CalendarError) {
        guard bytes.count <= CalendarFile.maximumBytes else {
            throw CalendarError("a calendar has at most \(CalendarFile.maximumBytes) bytes")
        }
        self.bytes = bytes
        // A byte order mark is none of the text.
        place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// Returns the next component of all calendars of the text, in its order; nil at its end.
    mutating func next() throws(CalendarError) -> Component? {
        while let line = try nextLine() {
            if line.bytes.isEmpty, !isCalendar || open.isEmpty { continue }
            let (name, value) = Self.split(line.bytes)
            if !isCalendar, name != "BEGIN" || value != "VCALENDAR" { throw Self.notACalendar(line.number) }
            isCalendar = true
            if name == "BEGIN" {
                guard open.count < Self.maximumNesting else {
                    throw CalendarError(
                        "components are nested more than \(Self.maximumNesting) deep", line: line.number)
                }
                if open.isEmpty, value != "VCALENDAR" { throw Self.notACalendar(line.number) }
                if open.count == 1 { component = Component(name: value, line: line.number) }
                open.append((value, line.number))
            }
            component?.text += line.bytes + [0x0D, 0x0A]
            if open.count == 2 { component?.values.append((name, value, line.number)) }
            if name == "END" {
                guard let last = open.popLast(), last.name == value else {
                    throw CalendarError("END:\(value.prefix(40)) has no matching BEGIN", line: line.number)
                }
                if open.count == 1, let whole = component {
                    guard count < CalendarFile.maximumComponents else {
                        throw CalendarError("a calendar has at most \(CalendarFile.maximumComponents) events")
                    }
                    count += 1
                    component = nil
                    return whole
                }
            }
        }
        guard isCalendar else { throw Self.notACalendar(1) }
        if let (name, line) = open.last {
            throw CalendarError("BEGIN:\(name.prefix(40)) has no END:\(name.prefix(40))", line: line)
        }
        return nil
    }

    private static func notACalendar(_ line: Int) -> CalendarError {
        CalendarError("not a calendar: iCalendar files begin with BEGIN:VCALENDAR", line: line)
    }

    /// The name of a line in capitals, and its value; that of BEGIN and END in capitals, too.
    private static func split(_ bytes: [UInt8]) -> (name: String, value: String) {
        let end = bytes.firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") } ?? bytes.endIndex
        let name = String(decoding: bytes[..<end].prefix(40), as: UTF8.self).uppercased()
        guard end < bytes.endIndex else { return (name, "") }
        if name == "BEGIN" || name == "END" {
            let value = bytes[(end + 1)...].prefix(80).filter { $0 != 0x20 }
            return (name, String(decoding: value, as: UTF8.self).uppercased())
        }
        // Parameters may have colons within quotation marks.
        var isQuoted = false
        let colon = bytes[end...].firstIndex { byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            return byte == UInt8(ascii: ":") && !isQuoted
        }
        return (name, colon.map { String(decoding: bytes[($0 + 1)...], as: UTF8.self) } ?? "")
    }

    /// Returns the next unfolded line (RFC 5545, 3.1) with the number of its first line; nil at the end.
    private mutating func nextLine() throws(CalendarError) -> (bytes: [UInt8], number: Int)? {
        guard var line = try physicalLine() else { return nil }
        let first = number
        while place < bytes.count, bytes[place] == 0x20 || bytes[place] == 0x09 {
            place += 1
            guard let rest = try physicalLine() else { break }
            line += rest
        }
        // Continuations may part a character, so only whole lines can be judged.
        guard String(validating: line, as: UTF8.self) != nil else {
            throw CalendarError("this is not UTF-8; save the calendar as UTF-8 text", line: first)
        }
        return (line, first)
    }

    private mutating func physicalLine() throws(CalendarError) -> [UInt8]? {
        guard place < bytes.count else { return nil }
        number += 1
        let start = place
        while place < bytes.count, bytes[place] != 0x0A, bytes[place] != 0x0D {
            if bytes[place] < 0x20, bytes[place] != 0x09 {
                throw CalendarError("there is a control character; a calendar is text", line: number)
            }
            place += 1
        }
        let line = Array(bytes[start..<place])
        // Lines end with CR LF; LF or CR alone will do.
        let isReturn = place < bytes.count && bytes[place] == 0x0D
        if isReturn { place += 1 }
        if place < bytes.count, bytes[place] == 0x0A { place += 1 }
        return line
    }
}
