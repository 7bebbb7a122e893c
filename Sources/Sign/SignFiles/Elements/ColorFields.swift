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
    /// The colour that it says now, or else the one that its format `or` names; nil for none.
    package func color(in scope: FieldScope) -> Color? {
        namedColor(in: scope) ?? alternative { try? Color(parsing: $0) }
    }

    /// What its formats `or` make of a text; nil for nothing.
    package func alternative<Result>(_ make: (String) -> Result?) -> Result? {
        for case .alternative(let text) in formats { return make(text) }
        return nil
    }

    /// The colour that it says now: that of the tag of the condition that holds, or the one that it names; nil for none.
    package func namedColor(in scope: FieldScope) -> Color? {
        guard let tag = tags(in: scope).first else { return try? Color(parsing: run(in: scope).text) }
        return Self.color(of: tag)
    }

    private static func color(of tag: FieldTag) -> Color? {
        // Most tags are the names of colours, and reading a tag takes ten times as long.
        if let color = try? Color(parsing: tag.words) { return color }
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

/// The colours of a part that draws numbers.
package struct ChartColors: Equatable, Sendable {
    /// A colour from a number on.
    package struct Step: Equatable, Sendable {
        package var from: Double
        package var color: Color
    }

    /// The colour below the first step.
    package var color = Color.white
    /// The colour of the rest; nil where that is transparent.
    package var background: Color?
    /// The values that decide these two.
    package var fields = ColorFields()
    /// The colours by numbers, the smallest first.
    package var steps: [Step] = []

    /// The colour of a number.
    package func color(of number: Double) -> Color { steps.last { $0.from <= number }?.color ?? color }

    /// The same in the colours that values give it now.
    package func resolved(in scope: FieldScope) -> ChartColors {
        var colors = self
        colors.color = fields.color?.color(in: scope) ?? color
        colors.background = fields.background?.color(in: scope) ?? background
        return colors
    }

    /// Reads `color`, `background` and `colors`; what the file does not say stays.
    mutating func read(_ fields: inout SignFields, _ names: FieldNames) {
        fields.read("color", names, into: &color, &self.fields.color)
        fields.read("background", names, into: &background, &self.fields.background)
        let words = "numbers and the colours from there on, such as {0: lime, 60: yellow}"
        var read: [Step]?
        fields.readKeys("colors", expected: words, into: &read) { fields in
            fields.givenKeys.compactMap { key in
                guard let from = LiveNumber(parsing: key)?.double else {
                    fields.accept(key)
                    fields.recordProblem(
                        .wrongType(key: "colors", expected: words, found: ShownText.quoted(key)),
                        at: fields.keyPlace(of: key))
                    return nil
                }
                var color: Color?
                fields.read(key, into: &color)
                return color.map { Step(from: from, color: $0) }
            }
        }
        steps = (read ?? []).sorted { $0.from < $1.from }
    }
}
