import LiveValues
import Settings

/// Whether every text in a value is clean.
private func isClean(_ value: LiveValue) -> Bool {
    switch value {
    case .text(let text): LiveText.clean(text) == text
    case .number(let number): LiveNumber(parsing: number.text) == number
    case .list(let values): values.allSatisfy(isClean)
    case .record(let record): record.values.allSatisfy(isClean)
    }
}

/// A path in the first line and JSON behind it: a clean value, or a problem within the text.
let fuzzJSON: FuzzTarget = { data, count in
    let bytes = input(data, count)
    let line = bytes.prefix { $0 != 0x0A }
    let json = Array(bytes.dropFirst(line.count + 1))
    var path = ValuePath()
    do throws(TextError) {
        path = try ValuePath(parsing: String(decoding: line, as: UTF8.self))
        let again = try ValuePath(parsing: path.description)
        precondition(again == path, "a path is read as it is written")
    } catch {
        precondition((0...line.count).contains(error.offset), "a problem lies within the path")
    }
    do throws(TextError) {
        guard let value = try LiveValue.reading(json: json) else { return 0 }
        precondition(isClean(value), "texts are clean")
        if let found = path.value(in: value) { precondition(isClean(found), "parts are clean") }
    } catch {
        precondition((0...json.count).contains(error.offset), "within the text")
    }
    return 0
}
