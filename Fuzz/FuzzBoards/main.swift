import Boards
import FuzzSupport

// Board files of any form: a board, or problems that lie within the file.
fuzz { data, count in
    let text = String(decoding: input(data, count), as: UTF8.self)
    do {
        _ = try Board(parsing: text, name: "fuzz", path: "fuzz.yaml")
    } catch {
        precondition(!error.problems.isEmpty, "an error names what is wrong")
        precondition(error.problems.allSatisfy { $0.line >= 1 && $0.column >= 1 }, "problems lie in the file")
    }
    return 0
}
