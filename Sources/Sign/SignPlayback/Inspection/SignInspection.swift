import BitmapFonts
import Glibc
import LiveValues
import Marquee
import PixelGraphics
import Schedules
import Settings
import SignFiles
import Timelines

/// Everything that can be said about a sign file before it is shown: what is wrong, and what is probably a mistake.
///
/// Fonts and images are loaded, no server is asked, and nothing is drawn.
package struct SignInspection {
    /// Everything that is wrong, in the order of the file.
    package let problems: [SignProblem]
    /// Probable mistakes, in the order of the file.
    package let warnings: [SignWarning]
    /// The messages that can be laid out; none where the extent of the sign is not known.
    package let messages: [LaidOutMessage]

    /// The bytes of memory that its images need, counting all frames; images of servers are not known.
    package let imageBytes: Int

    /// The extent by which fonts are chosen where that of the sign is not known.
    private static let defaultSize = Size(width: 64, height: 8)

    /// Inspects a file; loads its images and waits for them.
    ///
    /// - Parameters:
    ///   - file: the file, or as much of it as can be read.
    ///   - found: what was wrong with its values and its board already.
    ///   - size: the extent of the sign in pixels; nil if the board is missing or unreadable.
    ///   - time: the time by which `when` may be over.
    package init(
        _ file: SignFile, found: [SignProblem] = [], size: Size?, fonts: SignFonts, time: WallTime
    ) {
        let images = ImageCache()
        let maker = MessageMaker(
            file: file, fonts: FontCache(fonts), values: TextValues(), images: images)
        let extent = size ?? Self.defaultSize
        images.request(maker.imageKeys(extent))
        images.settle()
        problems = maker.problems(found + (size.map(file.areaProblems) ?? []), extent)
        warnings = SignWarnings(maker: maker, size: size, time: time).all
        messages = size.map(maker.laidOut) ?? []
        imageBytes = maker.imageBytes(file.placedMessages(extent))
    }
}

/// Finds what is probably a mistake in a sign file.
struct SignWarnings {
    let maker: MessageMaker
    /// The extent of the sign; nil if it is not known.
    let size: Size?
    /// The time by which a message may be over, and in whose year clocks are measured.
    let time: WallTime

    private var file: SignFile { maker.file }

    /// Everything that was found, in the order of the file, each thing once.
    var all: [SignWarning] {
        var known: Set<String> = []
        let root = file.root
        let files = missingFiles(root) + missingSecrets(root)
        let found =
            files + groups(root) + emptyLists(root) + pastMessages + texts + tallFonts + missingHeights + wideClocks
            + overlaps
        return found.sorted { $0.place < $1.place }.filter { known.insert($0.description).inserted }
    }

    private func warning(_ words: String, at place: TextPlace?) -> SignWarning {
        SignWarning(words, path: file.path, place: place ?? .start)
    }

    /// Files of fields and calendars; sensors are left out, because a file is often checked on another machine.
    private func missingFiles(_ root: SettingsNode?) -> [SignWarning] {
        let fields = file.fields.map { source in
            let keys = ["file", "json"].lazy.compactMap { root?.place(of: "fields", source.name, $0) }
            return (source, keys.first)
        }
        let calendars = file.calendars.map { source in
            let name = String(source.name.dropFirst(LiveSource.calendarName("").count))
            return (source, root?.place(of: "calendars", name, "path"))
        }
        return (fields + calendars).compactMap { source, place in
            guard case .file(let wanted) = source.origin, let place, !Self.isThere(wanted.path) else { return nil }
            return warning(
                "the file \(ShownText.quoted(wanted.path)) does not exist yet; paths are relative to the folder of the sign "
                    + "file", at: place)
        }
    }

    /// Files of tokens, passwords and certificates.
    private func missingSecrets(_ root: SettingsNode?) -> [SignWarning] {
        let (http, mqtt) = (file.installation.http, file.installation.mqtt)
        let named = [
            ("http", "token", http?.token), ("mqtt", "ca", mqtt?.authority), ("mqtt", "password", mqtt?.password),
        ]
        let keys = file.messages.compactMap(\.image).compactMap { image -> SignWarning? in
            guard case .fixed(.url(let address)) = image.origin, let path = address.keyFile, access(path, F_OK) != 0
            else { return nil }
            return warning(
                "the file \(ShownText.quoted(path)) of \"token\" does not exist; write the key of the device into it, or "
                    + "correct the path", at: image.place.place)
        }
        return keys
            + named.compactMap { outer, key, path in
                guard let path, access(path, F_OK) != 0 else { return nil }
                let fix = key == "token" ? "`ledsign token` makes one" : "create it, or correct the path"
                return warning(
                    "the file \(ShownText.quoted(path)) of \"\(key)\" does not exist; \(fix)",
                    at: root?.place(of: outer, key))
            }
    }

    private static func isThere(_ path: String) -> Bool {
        guard path.contains("*") else { return access(path, F_OK) == 0 }
        var found = glob_t()
        defer { globfree(&found) }
        return glob(path, GLOB_NOSORT, nil, &found) == 0
    }

    private func groups(_ root: SettingsNode?) -> [SignWarning] {
        guard let name = file.installation.control.group, UInt32(name) == nil, getgrnam(name) == nil else { return [] }
        let words =
            "unknown group \(ShownText.quoted(name)) on this machine; until it exists the sign accepts no requests; create it "
            + "with groupadd, or use another group"
        return [warning(words, at: root?.place(of: "control", "group"))]
    }

    /// Rows and columns in which nothing is.
    private func emptyLists(_ node: SettingsNode?) -> [SignWarning] {
        switch node?.content {
        case .list(let elements): return elements.flatMap { emptyLists($0) }
        case .keys(let entries):
            return entries.flatMap { entry in
                guard ["rows", "columns"].contains(entry.key), case .list(let parts) = entry.value.content,
                    parts.isEmpty
                else { return emptyLists(entry.value) }
                return [
                    warning(
                        "\"\(entry.key)\" is empty, so nothing is shown there; add something to it, or remove it",
                        at: entry.place)
                ]
            }
        case .text, .nothing, nil: return []
        }
    }

    private var pastMessages: [SignWarning] {
        file.messages.compactMap { message in
            guard let when = message.when, !when.isActive(at: time, in: file.zone),
                when.nextChange(after: time, in: file.zone) == nil
            else { return nil }
            return warning(
                "all of these times are in the past, so the message is never shown; change or remove them",
                at: message.places.when)
        }
    }

    /// Forms of times that show something else, and comments behind texts.
    private var texts: [SignWarning] {
        file.messages.flatMap(\.texts).flatMap { message -> [SignWarning] in
            let places = message.places
            let mistakes = (message.markup.timeMistakes + ways(in: message.markup)).map { words, offset in
                warning(words, at: places.tags[offset] ?? places.text)
            }
            guard let (words, place) = places.comment else { return mistakes }
            let comment =
                "\(ShownText.quoted(words)) is a comment, because # behind a space begins one, and is not shown; put the whole "
                + "text in quotes to show it"
            return mistakes + [warning(comment, at: place)]
        }
    }

    /// Fields that lead to what a calendar or a schedule with a name does not have.
    private func ways(in markup: SignMarkup) -> [(words: String, offset: Int)] {
        markup.ways.compactMap { source, name, offset in
            let calendar = file.calendars.first { $0.name == LiveSource.calendarName(source) }
            if let calendar, name == "next", calendar.ahead == .zero {
                return (
                    "the calendar \(ShownText.quoted(source)) has no coming events; give it \"ahead\", such as 7d",
                    offset
                )
            }
            guard file.times[source] != nil, !["start", "end"].contains(name) else { return nil }
            return ("\(ShownText.quoted(source)) has no \(ShownText.quoted(name)), but start and end", offset)
        }
    }

    private var wideClocks: [SignWarning] {
        guard let size else { return [] }
        let found = file.placedMessages(size).flatMap { message, size in
            message.parts.map { widths(in: $0, size: size) } ?? widths(in: message, size: size)
        }
        return found.map { warning($0.words, at: $0.place) }
    }

    /// Fonts that a message names; texts that move up or down show all of their rows in time.
    private var tallFonts: [SignWarning] {
        guard let size else { return [] }
        let known = file.zones.filter { !$0.hasWrongArea }.flatMap { zone in
            zone.messages.map { (message: $0, rows: zone.area(size).height) }
        }
        let idle = file.idle.map { [(message: $0, rows: size.height)] } ?? []
        return (known + idle).flatMap { message, rows -> [SignWarning] in
            let isVertical = !message.look.motion.direction.isHorizontal && message.look.motion.scroll != .never
            guard message.parts == nil, message.image == nil, !isVertical else { return [] }
            return zip(message.look.letters.fonts ?? [], message.look.fontPlaces).compactMap { name, place in
                guard let height = maker.fonts.font(named: name, in: file)?.lineHeight, height > rows else {
                    return nil
                }
                return warning(
                    "the font \(ShownText.quoted(name)) has \(height) rows but the area only \(rows), so letters may be cut "
                        + "off; choose a smaller font or a larger area", at: place.place)
            }
        }
    }

    /// Heights of capitals that the hints of an outline font do not allow.
    private var missingHeights: [SignWarning] {
        file.messages.flatMap(\.texts).flatMap { message in
            let places = message.places
            var fonts = zip(message.look.letters.fonts ?? [], message.look.fontPlaces).map { ($0, $1.place) }
            for need in message.markup.needs {
                if case .font(let name) = need.resource {
                    fonts.append((name, places.tags[need.offset] ?? places.text))
                }
            }
            return fonts.compactMap { name, place -> SignWarning? in
                let given = FontName(name)
                guard case .capitals(let wanted) = given.size,
                    let rows = maker.fonts.font(named: name, in: file)?.capitals, rows != wanted
                else { return nil }
                return warning("\(given.sized(nil)) has no capitals of \(wanted) rows; \(rows) are used", at: place)
            }
        }
    }

    /// Areas that cover earlier ones.
    ///
    /// A zone of the whole sign behind the others is a background, and meant so.
    private var overlaps: [SignWarning] {
        let zones = file.zones.filter { !$0.hasWrongArea }
        return zones.indices.compactMap { number in
            let zone = zones[number]
            let covered = zones[..<number].first { $0.isCovered(by: zone) }
            guard let covered else { return nil }
            let line = (covered.areaPlace.place ?? covered.place.place)?.line ?? 1
            let name = covered.name.map { ShownText.quoted($0) + " " } ?? ""
            return warning(
                "the area overlaps the zone \(name)in line \(line) and covers what it shows; move one of them",
                at: zone.areaPlace.place ?? zone.place.place)
        }
    }
}

extension SignZone {
    /// Whether the file gives an area that cannot be read.
    fileprivate var hasWrongArea: Bool { area == nil && areaPlace.place != nil }

    fileprivate func isCovered(by other: SignZone) -> Bool {
        guard let otherArea = other.area else { return true }
        guard let common = area?.intersection(otherArea) else { return false }
        return common.width > 0 && common.height > 0
    }
}

/// Clocks in digits whose format is probably wrong, and clocks that may not move and are wider than their areas.
extension SignWarnings {
    private typealias Finding = (words: String, place: TextPlace?)

    private func widths(in parts: [SignPart], size: Size) -> [Finding] {
        parts.placed(on: size).flatMap { part, place -> [Finding] in
            guard !place.isEmpty else { return [] }
            switch part.content {
            case .text(let message): return widths(in: message, size: place)
            case .clock(let pattern, let look, _):
                // What moves may come into view.
                let room = part.keyFrames == nil ? min(place.width, size.width) : place.width
                let columns = maker.extent(of: pattern, look: look, place).width
                let mistake = ClockMistake(in: pattern.text, use: .any).map { "\($0)" }
                return [mistake, Self.words(columns, room: room)].compactMap { $0 }
                    .map { ($0, part.place.place) }
            default: return []
            }
        }
    }

    private static func words(_ columns: Int?, room: Int) -> String? {
        guard let columns, columns > room else { return nil }
        return
            "the clock is up to \(columns) pixels wide but its area only \(room), so a part of it is cut off; choose a "
            + "narrower font or a shorter format"
    }

    /// Texts with a time that may not move; their other values have the length of none.
    private func widths(in message: SignMessage, size: Size) -> [Finding] {
        let look = message.look
        guard look.motion.scroll == .never, look.overflow == .scroll, !look.reducesMotion, message.image == nil,
            !message.markup.times.isEmpty, let words = Self.words(width(of: message, size: size), room: size.width)
        else { return [] }
        return [(words, message.places.text)]
    }

    /// The columns of a text with the widest times; nil if it cannot be laid out.
    private func width(of given: SignMessage, size: Size) -> Int? {
        guard var message = try? maker.message(given, size: size),
            let resources = try? maker.fonts.resources(
                for: given, chain: message.fonts, of: maker.file, height: size.height)
        else { return nil }
        let layout = TextLayout(fonts: message.fonts, style: message.textStyle)
        let file = maker.file
        let clock = MarkupClock.make(
            for: given.markup, locale: file.locale, zone: file.zone, location: file.location
        ).clock
        let styled = given.markup.styled(resources: resources) { field, _ in
            clock.widestText(of: field, at: time) { (try? layout.columns(of: $0)) ?? 0 }
        }
        message.styled = styled
        return (try? message.strip())?.columns.count
    }
}
