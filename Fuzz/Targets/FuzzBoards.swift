import Boards

/// What board files of fuzzing name: panels and wirings of that name or any path.
private let files = BoardFiles { kind, given in
    let text =
        switch kind {
        case .panel: "summary: A\nkind: hub75-panel\ncolumns: 32\nrows: 16\nmultiplexing: |\n  0-3: 15-8\n  0-3: 0-7\n"
        case .wiring:
            "summary: A\nkind: hub75-wiring\noe: 1\nclk: 2\nlat: 3\na: 4\nb: 5\nc: 6\nd: 7\n"
                + "r1: 11\ng1: 12\nb1: 13\nr2: 14\ng2: 15\nb2: 16\n"
        }
    return .found(BoardFiles.Content(name: "fuzz", path: "other.yaml", bytes: Array(text.utf8)))
}

/// Files of boards, panels and wirings of any form: what they describe, or problems that lie within the file, in its order.
let fuzzBoards: FuzzTarget = { data, count in
    let bytes = input(data, count)
    do throws(BoardError) {
        let board = try Board(parsing: bytes, name: "fuzz", path: "fuzz.yaml", files: files)
        precondition(board.size.width >= 1 && board.size.height >= 1, "a board has pixels")
    } catch {
        check(error, of: bytes)
    }
    do throws(BoardError) {
        let panel = try PanelModel(parsing: bytes, name: "fuzz", path: "fuzz.yaml")
        var places: Set<Int> = []
        for y in 0..<panel.size.height {
            for x in 0..<panel.size.width {
                let place = panel.multiplexing?.matrixPoint(x: x, y: y)
                let (column, row) = (place?.x ?? x, place?.y ?? y)
                precondition((0..<panel.shiftedColumns).contains(column), "the column is one of the matrix")
                precondition((0..<2 * panel.rowPairs).contains(row), "the row is one of the matrix")
                places.insert(row * panel.shiftedColumns + column)
            }
        }
        precondition(places.count == panel.size.width * panel.size.height, "every pixel has a place of its own")
    } catch {
        check(error, of: bytes)
    }
    do throws(BoardError) {
        let wiring = try HUB75Wiring(parsing: bytes, name: "fuzz", path: "fuzz.yaml")
        let lines = [wiring.outputEnable, wiring.clock, wiring.latch] + wiring.address + wiring.colors.flatMap { $0 }
        precondition(Set(lines).count == lines.count, "every line is used once")
    } catch {
        check(error, of: bytes)
    }
    return 0
}

/// Stops where problems are not those of a file, or not in its order.
private func check(_ error: BoardError, of bytes: [UInt8]) {
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
