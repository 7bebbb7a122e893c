import Foundation

/// A page of Markdown, and the blocks of code in it.
struct DocumentationPage {
    /// Lines of code without a blank line between them.
    struct Block: CustomStringConvertible {
        let page: String
        /// The line of the page, from 1.
        let line: Int
        /// The lines without the indentation of the block.
        let lines: [String]

        var text: String { lines.joined(separator: "\n") + "\n" }
        var description: String { "\(page):\(line)" }
    }

    /// The path of the page in the checkout.
    let name: String
    let blocks: [Block]

    /// README.md and all pages in `docs`.
    static func all() throws -> [DocumentationPage] {
        let docs = CommandRunner.checkout.appendingPathComponent("docs").path
        let names = try FileManager.default.contentsOfDirectory(atPath: docs).filter { $0.hasSuffix(".md") }.sorted()
        return try (["README.md"] + names.map { "docs/" + $0 }).map { name in
            let url = CommandRunner.checkout.appendingPathComponent(name)
            return DocumentationPage(name: name, text: try String(contentsOf: url, encoding: .utf8))
        }
    }

    /// Finds the blocks: those between fences, and those that a blank line precedes and four blanks or more indent.
    init(name: String, text: String) {
        self.name = name
        var blocks: [Block] = []
        var (lines, isFenced, isBlankBefore): ([String], Bool, Bool) = ([], false, true)
        var start = 0
        func finish(_ blocks: inout [Block]) {
            guard !lines.isEmpty else { return }
            let indentation = lines.map { $0.prefix { $0 == " " }.count }.min() ?? 0
            blocks.append(Block(page: name, line: start, lines: lines.map { String($0.dropFirst(indentation)) }))
            lines = []
        }
        for (number, line) in text.components(separatedBy: "\n").enumerated() {
            if line.hasPrefix("```") {
                finish(&blocks)
                isFenced.toggle()
                continue
            }
            let isBlank = line.allSatisfy { $0 == " " }
            let isCode = !isBlank && (isFenced || (line.hasPrefix("    ") && (isBlankBefore || !lines.isEmpty)))
            if isCode {
                if lines.isEmpty { start = number + 1 }
                lines.append(line)
            } else {
                finish(&blocks)
            }
            isBlankBefore = isBlank
        }
        finish(&blocks)
        self.blocks = blocks
    }
}
