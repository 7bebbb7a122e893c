import LiveValues
import PixelGraphics
import Settings

/// The colours of a look that values decide: `color: "{change ? < 0: red, else: lime}"`.
package struct ColorFields: Equatable, Sendable {
    /// The value of `color`; nil where the file has a colour.
    package var color: ValueField?
    /// The value of `background`; nil where the file has a colour, or none.
    package var background: ValueField?

    /// Those that there are.
    package var all: [ValueField] { [color, background].compactMap { $0 } }
}

extension ValueField {
    /// The colour that it says now: that of the tag of the condition that holds, or the one that it names; nil for none.
    package func color(in scope: FieldScope) -> Color? {
        let run = run(in: scope)
        guard let tag = run.tags.first else { return try? Color(parsing: run.text) }
        return Self.color(of: tag)
    }

    private static func color(of tag: FieldTag) -> Color? {
        guard case .look(let look, _, _)? = try? MarkupTag.read(tag.words) else { return nil }
        var colored = MarkupLook()
        colored.color = look.color
        return look == colored ? look.color : nil
    }

    /// Checks that what it says by itself are colours.
    fileprivate func checkColors() throws(TextError) {
        for condition in conditions {
            for (number, tag) in condition.tags.enumerated() where number > 0 || Self.color(of: tag) == nil {
                if (try? MarkupTag.read(tag.words)) == nil { try Self.check(tag.words, at: tag.offset) }
                throw TextError("only one colour can stand here, not \(ShownText.quoted(tag.words))", at: tag.offset)
            }
            if let text = condition.text { try Self.check(text, at: nameOffset) }
        }
        for case .alternative(let text) in formats { try Self.check(text, at: nameOffset) }
    }

    private static func check(_ color: String, at offset: Int) throws(TextError) {
        do throws(TextError) {
            _ = try Color(parsing: color)
        } catch {
            throw TextError(error.description, at: offset)
        }
    }
}

extension SettingsFields<SignReason> {
    /// Reads a colour, or the value that decides it; a colour takes the place of a value around it.
    mutating func read(_ key: String, _ names: FieldNames, into color: inout Color?, _ field: inout ValueField?) {
        guard givenText(key)?.hasFieldBraces ?? false else {
            if read(key, into: &color), has(key) { field = nil }
            return
        }
        let words = "a colour, or one value such as \"{state ? = open: lime, else: red}\""
        read(key, as: .field(words, names) { field throws(TextError) in try field.checkColors() }, into: &field)
    }

    /// Reads a colour that has a default, or the value that decides it.
    mutating func read(_ key: String, _ names: FieldNames, into color: inout Color, _ field: inout ValueField?) {
        var read: Color? = color
        self.read(key, names, into: &read, &field)
        color = read ?? color
    }
}
