import LiveValues
import Settings

/// Reads a text with tags and fields, character by character.
struct MarkupParser {
    private(set) var pieces: [SignMarkup.Piece] = []
    private(set) var problems: [TextError] = []
    private let scalars: [Unicode.Scalar]
    private var index = 0
    /// The letters since the last piece, and where they begin.
    private var letters = String.UnicodeScalarView()
    private var lettersStart = 0
    /// The tags that are open, the innermost last, each with the look before it.
    private var open: [(word: String, name: String, outer: MarkupLook)] = []
    /// Tags beyond the depth limit that are open: they have no effect, but their end tags are theirs.
    private var ignoredDepth = 0
    private var look = MarkupLook()
    private var parts = 0
    /// The names that fields may have; nil for any.
    private let fields: [String]?
    /// The names of calendars, of whose events the names are known.
    private let calendars: [String]
    /// How many repetitions the text is a template in.
    private let level: Int

    /// The most characters between `<` and `>`.
    private static let maximumTagLength = 256
    /// The most problems of one text.
    private static let maximumProblems = 50

    init(_ text: String, fields: [String]?, calendars: [String], level: Int = 0) {
        scalars = Array(text.unicodeScalars)
        (self.fields, self.calendars) = (fields, calendars)
        self.level = level
    }

    /// Reads everything, up to a limit of problems.
    mutating func parseAll() {
        while index < scalars.count, problems.count < Self.maximumProblems {
            let isDoubled = index + 1 < scalars.count && scalars[index + 1] == scalars[index]
            switch scalars[index] {
            case "<" where isDoubled, "{" where isDoubled:
                add(scalars[index])
                index += 2
            case "<":
                readMark(to: endOfTag(), unclosed: "this < has no closing >; write << for a plain <") {
                    $0.readTag($1, at: $2)
                }
            case "{":
                let end = FieldReference.end(in: scalars, from: index + 1)
                readMark(to: end, unclosed: "this { has no closing }; write {{ for a plain {") {
                    $0.readField($1, at: $2)
                }
            // In what is repeated for a list, where quotation marks of the file give a line end another meaning.
            case "\\" where level > 0 && index + 1 < scalars.count && scalars[index + 1] == "n":
                add("\n")
                index += 2
            default:
                add(scalars[index])
                index += 1
            }
        }
        finishLetters()
    }

    /// Where the tag that begins here ends: on the same line, and before another one begins.
    private func endOfTag() -> Int? {
        var end = index + 1
        while end < scalars.count, end - index <= Self.maximumTagLength {
            switch scalars[end] {
            case ">": return end
            case "<", "\n", "\r": return nil
            default: end += 1
            }
        }
        return nil
    }

    /// Reads what stands between a mark and its end.
    private mutating func readMark(
        to end: Int?, unclosed: String, _ body: (inout MarkupParser, String, Int) -> Void
    ) {
        let start = index
        guard let end else {
            record(unclosed, at: start)
            index += 1
            return
        }
        var inside = String.UnicodeScalarView()
        inside.append(contentsOf: scalars[start + 1..<end])
        index = end + 1
        parts += 1
        guard parts <= SignMarkup.maximumParts else {
            if parts == SignMarkup.maximumParts + 1 {
                record("too many tags and fields; the limit is \(SignMarkup.maximumParts)", at: start)
            }
            return
        }
        body(&self, String(inside), start)
    }

    // MARK: Tags

    private mutating func readTag(_ inside: String, at start: Int) {
        guard !inside.hasPrefix("/") else { return end(String(inside.dropFirst()), at: start) }
        switch tag(inside, at: start) {
        case nil: break
        case .icon(let icon): add(.icon(icon), at: start)
        case .image(let path): add(.image(path), at: start)
        case .look(let change, let word, let name):
            guard open.count < SignMarkup.maximumDepth else {
                if ignoredDepth == 0 {
                    record("tags are nested too deep; the limit is \(SignMarkup.maximumDepth) levels", at: start)
                }
                ignoredDepth += 1
                return
            }
            finishLetters()
            open.append((word, name, look))
            look = change.within(look)
        }
    }

    /// Reads what a tag says; nil if there is a problem.
    @discardableResult
    private mutating func tag(_ words: String, at start: Int) -> MarkupTag? {
        do throws(TextError) {
            return try MarkupTag.read(words)
        } catch {
            record(error.description, at: start)
            return nil
        }
    }

    /// Ends the innermost tag: by `</>`, by the word that it began with, or by the name of what it changes.
    private mutating func end(_ given: String, at start: Int) {
        let name = given.split(separator: " ").joined(separator: " ").lowercased()
        guard ignoredDepth == 0 else {
            ignoredDepth -= 1
            return
        }
        guard let innermost = open.last else {
            return record("</\(ShownText.shortened(name))> has no opening tag", at: start)
        }
        guard name.isEmpty || name == innermost.word || name == innermost.name else {
            return record(
                "</\(ShownText.shortened(name))> cannot close <\(ShownText.shortened(innermost.word))>, which is the innermost "
                    + "open tag; write </> for it first", at: start)
        }
        finishLetters()
        look = innermost.outer
        open.removeLast()
    }

    // MARK: Fields

    private mutating func readField(_ inside: String, at start: Int) {
        do throws(TextError) {
            let field = try FieldReference(parsing: inside, fields: fields)
            switch field {
            case .each(let each): readTemplate(each, at: start)
            case .value(let value):
                // The tag of a condition has no end of its own.
                for tag in value.conditions.flatMap(\.tags) { self.tag(tag.words, at: start + 1 + tag.offset) }
                add(.field(field), at: start)
            case .time: add(.field(field), at: start)
            }
        } catch {
            record(error.description, at: start + 1 + error.offset)
        }
    }

    /// Reads what is repeated for the elements of a list: a text with tags and fields of its own.
    private mutating func readTemplate(_ each: EachField, at start: Int) {
        guard level < EachField.maximumLevels else {
            return record("repetitions can be nested at most \(EachField.maximumLevels) deep", at: start)
        }
        let names = SignMarkup.elementNames(of: each, calendars: calendars, fields: fields)
        var parser = MarkupParser(each.template, fields: names, calendars: calendars, level: level + 1)
        parser.parseAll()
        for problem in parser.problems {
            record(problem.description, at: start + 1 + each.templateOffset + problem.offset)
        }
        add(.each(each, SignMarkup(pieces: parser.pieces)), at: start)
    }

    // MARK: Pieces

    private mutating func add(_ scalar: Unicode.Scalar) {
        if letters.isEmpty { lettersStart = index }
        letters.append(scalar)
    }

    private mutating func add(_ content: SignMarkup.Content, at start: Int) {
        finishLetters()
        pieces.append(SignMarkup.Piece(content: content, look: look, offset: start))
    }

    private mutating func finishLetters() {
        guard !letters.isEmpty else { return }
        let text = String(letters)
        letters = String.UnicodeScalarView()
        if let last = pieces.last, last.look == look, case .text(let before) = last.content {
            pieces[pieces.count - 1] = SignMarkup.Piece(content: .text(before + text), look: look, offset: last.offset)
        } else {
            pieces.append(SignMarkup.Piece(content: .text(text), look: look, offset: lettersStart))
        }
    }

    private mutating func record(_ words: String, at offset: Int) {
        guard problems.count < Self.maximumProblems else { return }
        problems.append(TextError(words, at: offset))
    }
}
