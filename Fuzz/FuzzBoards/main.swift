import Boards
import FuzzSupport

// Board files of any form: a board, or problems that lie within the file, in its order.
fuzz { data, count in
    let bytes = input(data, count)
    do throws(BoardError) {
        let board = try Board(parsing: bytes, name: "fuzz", path: "fuzz.yaml")
        precondition(board.size.width >= 1 && board.size.height >= 1, "a board has pixels")
    } catch {
        precondition(!error.problems.isEmpty, "an error names what is wrong")
        let lengths = lengthsOfLines(bytes)
        var last = (line: 0, column: 0)
        for problem in error.problems {
            precondition((1...lengths.count).contains(problem.line), "the line is one of the file's")
            precondition(
                (1...lengths[problem.line - 1] + 1).contains(problem.column), "the column is one of the line's")
            precondition(last <= (problem.line, problem.column), "problems are in the order of the file")
            precondition(problem.description.utf8.count <= 2_000, "a problem is a readable line")
            last = (problem.line, problem.column)
        }
    }
    return 0
}

/// The bytes of each line, which are at least as many as its characters; lines end with LF, CR LF or CR.
func lengthsOfLines(_ bytes: [UInt8]) -> [Int] {
    var lengths = [0]
    for (index, byte) in bytes.enumerated() {
        if byte == 0x0A, index > 0, bytes[index - 1] == 0x0D { continue }
        if byte == 0x0A || byte == 0x0D { lengths.append(0) } else { lengths[lengths.count - 1] += 1 }
    }
    return lengths
}
