import ArgumentParser
import LinuxSystem
import Settings
import SignHost

struct CtlRemove: CtlRequest {
    static let verb = "remove"

    @Argument(help: ArgumentHelp("The name of the message.", valueName: "name"))
    var message: String

    @OptionGroup var options: CtlOptions

    var fields: [JSONMember] { [JSONMember("name", .text(message))] }
}

struct CtlList: CtlRequest {
    static let verb = "list"
    static let discussion = "The columns are: state, priority, origin (file or pushed), zone, name, text."

    @OptionGroup var options: CtlOptions

    func show(_ answer: JSONValue) {
        guard case .list(let messages)? = answer["messages"] else { return }
        Self.printTable(messages.map(Self.row))
    }

    private static func row(_ message: JSONValue) -> [String] {
        let priority = message["priority"]?.integer.map { String($0) }
        let text = message["text"]?.text ?? ""
        let line = String(text.map { $0.isNewline ? Character(" ") : $0 })
        let origin = message["pushed"] == .bool(true) ? "pushed" : "file"
        let zone = message["zone"]?.text ?? "-"
        let name = message["name"]?.text ?? "-"
        return [message["state"]?.text ?? "", priority ?? "", origin, zone, name, line].map(PrintableText.line)
    }

    /// Prints rows with each column as wide as its widest cell, except the last one.
    private static func printTable(_ rows: [[String]]) {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in rows.map { $0[column].count }.max() ?? 0 }
        for row in rows {
            let cells = row.enumerated().map { column, cell in
                column == count - 1 ? cell : cell + String(repeating: " ", count: widths[column] - cell.count + 2)
            }
            print(cells.joined())
        }
    }
}
