import BitmapFonts
import LiveValues
import Marquee
import PixelGraphics
import Schedules
import Settings
import SignFiles
import Timelines

/// Makes content of messages, or of what is repeated for an element of a list.
final class MessageMaker {
    private let shared: Shared
    /// What names mean within an element of a list; nil outside of one.
    let element: FieldScope?
    /// The way to that element.
    let elementPath: ElementPath

    /// What the makers of all elements have in common.
    private final class Shared {
        let file: SignFile
        let fonts: FontCache
        let values: TextValues
        let time: any LocalTimeSource & Sendable
        let images: ImageCache

        init(
            _ file: SignFile, _ fonts: FontCache, _ values: TextValues, _ time: any LocalTimeSource & Sendable,
            _ images: ImageCache
        ) {
            (self.file, self.fonts, self.values, self.time, self.images) = (file, fonts, values, time, images)
        }
    }

    init(
        file: SignFile, fonts: FontCache, values: TextValues, time: any LocalTimeSource & Sendable = ClockFace(),
        images: ImageCache = ImageCache()
    ) {
        (shared, element, elementPath) = (Shared(file, fonts, values, time, images), nil, [])
    }

    /// Makes the same within an element of a list.
    init(_ outer: MessageMaker, element: FieldScope?, at path: ElementPath) {
        (shared, self.element, elementPath) = (outer.shared, element, path)
    }

    /// The file that the messages are of.
    var file: SignFile { shared.file }
    /// The fonts, each read once.
    var fonts: FontCache { shared.fonts }
    /// The values and times in texts.
    var values: TextValues { shared.values }
    /// The wall clock, for clocks among the parts of messages.
    var time: any LocalTimeSource & Sendable { shared.time }
    /// The images, loaded in the background.
    var images: ImageCache { shared.images }

    /// What names mean.
    var scope: FieldScope { element ?? values.scope }

    /// What a name stands for; see ``FieldScope/reading(of:)``.
    func reading(of name: String) -> LiveReading {
        guard let element else { return values.scope.reading(of: name) }
        return element.reading(of: name)
    }

    /// A message with its fonts.
    func message(_ given: SignMessage, size: Size) throws(SignError) -> Message {
        let chain = try fonts.chain(for: given.look, of: file, height: size.height)
        var message = given.look.colored(in: scope).message(fonts: chain, size: size)
        if given.image != nil {
            message.image = image(of: given, size: size)
            message.slideEffect = given.change?.effect
        } else if given.markup.isStyled {
            let resources = try fonts.resources(for: given, chain: chain, of: file, height: size.height)
            message.styled = values.styled(given, resources: resources, of: element)
        } else {
            message.text = given.markup.plainText()
        }
        message.motion = given.look.style(width: size.width, of: message.text)
        return message
    }

    /// How a message comes in or goes out.
    func settings(_ given: SignEffect?) throws(SignError) -> EffectSettings? {
        guard let given else { return nil }
        var sprite: ColoredStrip?
        switch given.sprite {
        case .named(let name): sprite = name.strip
        case .file(let path): sprite = try fonts.sprite(path, given, of: file)
        case nil: break
        }
        return EffectSettings(
            given.effect, duration: given.duration, easing: given.easing, sprite: sprite, light: given.color)
    }

    /// A message on its own; with an instant at which an effect has brought it in, it moves from then on.
    func content(
        _ given: SignMessage, size: Size, start: Instant, arrival: Instant? = nil
    ) throws(SignError) -> MessageContent {
        var message = try message(given, size: size)
        message.imageStart = start
        return try layingOut(given) { () throws(LayoutError) in
            try MessageContent(message, size: size, start: start, arrival: arrival)
        }
    }

    /// Parts over each other on an area of a size, whose time starts at an instant.
    ///
    /// - Throws: everything that is missing or cannot be laid out, at its place in the file.
    func parts(_ parts: [SignPart], size: Size, start: Instant) throws(SignError) -> PartsContent {
        let construction = PartsConstruction(self)
        let layers = construction.layers(
            parts.sizingImages(in: size), size: size,
            scope: PartsConstruction.Scope(start: start, cadence: construction.cadence))
        // They hold the construction itself.
        defer { construction.refreshers = [] }
        guard construction.problems.isEmpty else { throw SignError(problems: construction.problems) }
        return PartsContent(
            layers, cues: construction.cues, cadence: construction.cadence, directed: construction.directed,
            refreshers: construction.refreshers)
    }

    /// Lets a message take the place of another one.
    func replace(
        _ text: MessageContent, by given: SignMessage, size: Size, at instant: Instant
    ) throws(SignError) {
        var message = try message(given, size: size)
        message.imageStart = instant
        try layingOut(given) { () throws(LayoutError) in
            try text.replace(message, swap: given.look.swap, at: instant)
        }
    }

    /// Lays a message out as one strip for a line on an area of a size, without its background.
    ///
    /// - Parameter start: when the time of images starts.
    func strip(_ given: SignMessage, size: Size, start: Instant = .zero) throws(SignError) -> ColoredStrip {
        var message = try message(given, size: size)
        message.imageStart = start
        return try layingOut(given) { () throws(LayoutError) in try message.forSharedLine(size).strip() }
    }

    /// A message as a part of a line, on which the time of images starts at an instant.
    func item(_ given: SignMessage, size: Size, start: Instant) throws(SignError) -> Item {
        let letters = given.look.colored(in: scope).letters
        let background = letters.background.map { ItemBackground(.box, color: $0) }
        return Item(
            try strip(given, size: size, start: start), color: letters.color ?? .white, background: background,
            horizontalPadding: background == nil ? 0 : 2)
    }

    /// Runs what lays a message out; an error of it is a problem at the message's text.
    func layingOut<Result>(
        _ given: SignMessage, _ body: () throws(LayoutError) -> Result
    ) throws(SignError) -> Result {
        do throws(LayoutError) {
            return try body()
        } catch {
            throw file.error([(.layout(error), given.places.text)])
        }
    }
}

/// What messages say, for lists of them.
extension MessageMaker {
    /// What a message says now: its text with its values and without its tags, the texts of its parts, or the name of its image.
    func words(of given: SignMessage) -> String {
        if given.image != nil { return given.title }
        guard let parts = given.parts else { return plainText(of: given) }
        return words(of: parts).joined(separator: " ")
    }

    /// The texts of parts, for each of the elements that they are repeated for; those that take turns say nothing here.
    private func words(of parts: [SignPart]) -> [String] {
        parts.flatMap { part in
            elements(of: part).flatMap { repeated -> [String] in
                let part = repeated.part(of: part)
                if case .turns = part.content { return [] }
                return part.texts.map(repeated.maker.plainText) + repeated.maker.words(of: part.inner)
            }
        }.filter { !$0.isEmpty }
    }

    /// A text with its values, without pictures, and without icons of characters that no other font has.
    private func plainText(of given: SignMessage) -> String {
        var text = String.UnicodeScalarView()
        for scalar in values.styled(given, resources: MarkupResources(), of: element).plainText.unicodeScalars
        where scalar.properties.generalCategory != .privateUse { text.append(scalar) }
        let isBlank: (Character) -> Bool = { $0.isWhitespace }
        return String(String(text).drop(while: isBlank).dropLast(while: isBlank))
    }
}

/// What is found before a message is shown.
extension MessageMaker {
    /// Checks that a message can be shown on an area of a size.
    ///
    /// - Throws: all of `problems(of:size:)`.
    func check(_ given: SignMessage, size: Size) throws(SignError) {
        let problems = problems(of: given, size: size)
        guard problems.isEmpty else { throw SignError(problems: problems) }
    }

    /// Everything that a message names and that is missing or unreadable, and what cannot be laid out on an area of a size.
    ///
    /// Images that are still being loaded are not among it.
    func problems(of given: SignMessage, size: Size) -> [SignProblem] {
        var found: [SignProblem] = []
        func attempt(_ body: () throws(SignError) -> Void) {
            do throws(SignError) {
                try body()
            } catch {
                found += error.problems
            }
        }
        attempt { () throws(SignError) in _ = try settings(given.look.entrance) }
        attempt { () throws(SignError) in _ = try settings(given.look.exit) }
        attempt { () throws(SignError) in try checkImages(of: given, size: size) }
        if let parts = given.parts {
            attempt { () throws(SignError) in _ = try self.parts(parts, size: size, start: .zero) }
            return found
        }
        var hasFonts = false
        attempt { () throws(SignError) in
            _ = try fonts.chain(for: given.look, of: file, height: size.height)
            hasFonts = true
        }
        guard hasFonts else {
            // What the tags of the text name is looked for all the same, with the default fonts.
            var plain = given
            plain.look.letters.fonts = nil
            attempt { () throws(SignError) in _ = try message(plain, size: size) }
            return found
        }
        attempt { () throws(SignError) in
            let message = try message(given, size: size)
            _ = try layingOut(given) { () throws(LayoutError) in
                try TextLayout(fonts: message.fonts, style: message.textStyle).lines(of: message.text)
            }
        }
        return found
    }

    /// The texts of the file, those among parts too, laid out for their areas; without those that cannot be.
    func laidOut(_ size: Size) -> [LaidOutMessage] {
        file.placedMessages(size).flatMap { given, size in
            // The texts on lines with others are left out.
            let texts =
                given.parts.map { parts in
                    parts.placed(on: size).compactMap { part, area in
                        if case .text(let message) = part.content { (message, area) } else { nil }
                    }
                } ?? [(given, size)]
            return texts.compactMap { text, size -> LaidOutMessage? in
                guard let message = try? message(text, size: size) else { return nil }
                let place = text.places.text ?? .start
                return LaidOutMessage(
                    message: message, size: size, hasFields: text.markup.hasFields, isPart: given.parts != nil,
                    path: file.path, line: place.line, column: place.column)
            }
        }
    }
}

/// A message of a sign file as it is laid out for its area, for warnings about them.
package struct LaidOutMessage: Sendable {
    package let message: Message
    /// The extent of its area in pixels.
    package let size: Size
    /// Whether values are part of its text.
    package let hasFields: Bool
    /// Whether it is a part of another message.
    package let isPart: Bool
    /// The sign file; empty for a sign that is not from a file.
    package let path: String
    /// The line of its text in the file, from 1.
    package let line: Int
    /// The column of its text in the file, from 1.
    package let column: Int
}

extension SignZone {
    /// Its area on a sign of a size.
    package func area(_ size: Size) -> Rectangle { slot?.area(on: size) ?? area ?? Rectangle(size) }
}

extension SignError {
    /// The error of a message that does not stand in the file.
    var ofPushed: SignError {
        SignError(problems: problems.map { SignProblem($0.reason, path: SignMessage.pathOfPushed, place: $0.place) })
    }
}

extension SignFile {
    /// All messages, and the extents of the areas that they are shown on.
    func placedMessages(_ size: Size) -> [(message: SignMessage, size: Size)] {
        let messages = zones.flatMap { zone in zone.messages.map { ($0, zone.area(size).size) } }
        return messages + (idle.map { [($0, size)] } ?? [])
    }

    /// Areas that are partly outside of a sign of a size.
    func areaProblems(_ size: Size) -> [SignProblem] {
        let found = zones.compactMap { zone -> (reason: SignReason, place: TextPlace?)? in
            if let slot = zone.slot { return slot.problem(on: size).map { ($0, zone.areaPlace.place) } }
            let area = zone.area(size)
            guard area.intersection(Rectangle(size)) != area else { return nil }
            return (.areaOutside(area, of: size), zone.areaPlace.place)
        }
        return error(found).problems
    }
}

extension MessageMaker {
    /// Finds everything that is wrong with the file on a sign of a size.
    func checkFile(_ size: Size) throws(SignError) {
        let problems = problems(file.areaProblems(size), size)
        guard problems.isEmpty else { throw SignError(problems: problems) }
    }

    /// Everything that was found before, what the messages of the file name and is missing, and what cannot be laid out, in
    /// the order of the file.
    func problems(_ found: [SignProblem], _ size: Size) -> [SignProblem] {
        let placed = file.placedMessages(size)
        let problems = placed.flatMap { self.problems(of: $0.message, size: $0.size) }
        let all = found + problems + (imagesProblem(placed)?.problems ?? [])
        return SignError(problems: all.withoutRepetitions).problems
    }

    /// What all images of the file are known by.
    func imageKeys(_ size: Size) -> [ImageCache.Key] {
        file.placedMessages(size).flatMap { imageKeys(of: $0.message, size: $0.size) }
    }
}
