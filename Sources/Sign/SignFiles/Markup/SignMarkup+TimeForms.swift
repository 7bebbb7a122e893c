import LiveValues
import Schedules
import Timelines

extension SignMarkup {
    /// A form in which a text shows a time, as it is written, and the characters of the text before it.
    package struct TimeForm: Equatable, Sendable {
        package let form: String
        package let use: ClockMistake.Use
        package let offset: Int
    }

    /// The forms of all times and dates, in the order of the text.
    package var timeForms: [TimeForm] {
        flattened.flatMap { piece, offset -> [TimeForm] in
            let start = offset + 1
            switch piece.content {
            case .field(.time(let field)):
                guard let form = field.form else { return [] }
                return [TimeForm(form: form.text, use: field.use, offset: start + field.argumentOffset + form.offset)]
            case .field(.value(let field)):
                return field.formats.compactMap { format in
                    guard case .date(let form, let offset) = format else { return nil }
                    return TimeForm(form: form, use: .any, offset: start + offset)
                }
            case .field(.each), .each, .text, .icon, .image: return []
            }
        }
    }

    /// The forms that probably show something else than they are meant to, or cannot be read; why, in words.
    package var timeMistakes: [(words: String, offset: Int)] {
        let forms = timeForms
        let isMarked = forms.contains { $0.use != .count && ClockMistake.marksHalfDay($0.form) }
        return forms.compactMap { form in form.mistake(isMarked: isMarked).map { ($0, form.offset) } }
    }
}

extension SignMarkup.TimeForm {
    /// What is probably wrong, in words; what a time field cannot read is a problem of the text already.
    fileprivate func mistake(isMarked: Bool) -> String? {
        if use == .any {
            do throws(ClockFormatError) {
                _ = try ClockFormat(form, zone: .utc)
            } catch {
                return "the date stays as its source gives it: \(error)"
            }
        }
        return ClockMistake(in: form, use: use, isMarked: isMarked).map { "\($0)" }
    }
}

extension TimeField {
    fileprivate var use: ClockMistake.Use {
        switch kind {
        case .clock: .time
        case .date: .date
        case .countdown, .countup: .count
        }
    }
}
