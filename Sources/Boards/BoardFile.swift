import Yams

/// Turns the text of a board file into the keys and values it holds.
enum BoardFile {
    /// Returns the file's mapping.
    static func mapping(of text: String, path: String) throws(BoardError) -> Node.Mapping {
        func error(_ reason: BoardProblem.Reason, _ mark: Mark?) -> BoardError {
            BoardError(problems: [
                BoardProblem(reason: reason, path: path, line: mark?.line ?? 1, column: mark?.column ?? 1)
            ])
        }
        guard text.utf8.count <= Board.mostBytes else { throw error(.tooLarge(limit: Board.mostBytes), nil) }
        if let place = firstAnchor(in: text) {
            throw BoardError(problems: [
                BoardProblem(reason: .anchor, path: path, line: place.line, column: place.column)
            ])
        }
        let node: Node?
        do {
            node = try Yams.compose(yaml: text)
        } catch let problem as YamlError {
            let (reason, mark) = reason(problem)
            throw error(reason, mark)
        } catch {
            throw BoardError(problems: [
                BoardProblem(reason: .notYAML("\(error)"), path: path, line: 1, column: 1)
            ])
        }
        guard let node, case .mapping(let mapping) = node else { throw error(.notAMapping, node?.mark) }
        return mapping
    }

    /// Finds the first word that starts with `&`, outside comments: repeated aliases make small files endless.
    private static func firstAnchor(in text: String) -> (line: Int, column: Int)? {
        var line = 1
        var column = 0
        var previous: UInt8 = 0x0A
        var isComment = false
        let bytes = Array(text.utf8)
        for (index, byte) in bytes.enumerated() {
            column += 1
            let startsWord = previous <= 0x20 || "[{,:".utf8.contains(previous)
            if byte == UInt8(ascii: "#"), previous <= 0x20 { isComment = true }
            if byte == UInt8(ascii: "&"), startsWord, !isComment, index + 1 < bytes.count, bytes[index + 1] > 0x20 {
                return (line, column)
            }
            if byte == 0x0A {
                line += 1
                column = 0
                isComment = false
            }
            previous = byte
        }
        return nil
    }

    private static func reason(_ error: YamlError) -> (BoardProblem.Reason, Mark?) {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            (.notYAML(problem), mark)
        case .duplicatedKeysInMapping(let duplicates, let context):
            (.duplicateKey(duplicates.first ?? ""), context.mark)
        case .reader(let problem, _, _, _): (.notYAML(problem), nil)
        default: (.notYAML("\(error)"), nil)
        }
    }
}
