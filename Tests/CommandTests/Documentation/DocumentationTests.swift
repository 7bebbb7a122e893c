import SignTestSupport
import Testing

/// What README and the pages in `docs` show works as it stands there.
@Suite("Documentation")
struct DocumentationTests {
    static let names = (try? DocumentationPage.all().map(\.name)) ?? []

    @Test("every sign file, board file and command of a page is accepted", arguments: names)
    func page(name: String) throws {
        let page = try #require(try DocumentationPage.all().first { $0.name == name })
        let bench = try DocumentationBench()
        for block in page.blocks {
            guard let context = DocumentationContext.of(block) else {
                Issue.record("\(block): say in DocumentationContext what this block is: \(block.lines[0])")
                continue
            }
            for problem in try bench.problems(of: block, context) { Issue.record("\(block): \(problem)") }
        }
    }

    @Test("the table of blocks names only blocks that there are, and finds those within lists and fences")
    func table() throws {
        let pages = try DocumentationPage.all()
        expectEqual(DocumentationContext.unused(in: pages), [])
        #expect(pages.count > 20)
        let text =
            "A\n\n    one\n      two\n\n    three\ntext\n    no code\n\n1. B:\n\n       four\n\n```swift\nfive\n\nsix\n```\n"
        let blocks = DocumentationPage(name: "p", text: text).blocks
        expectEqual(blocks.map(\.lines), [["one", "  two"], ["three"], ["four"], ["five"], ["six"]])
        expectEqual(blocks.map(\.line), [3, 6, 12, 15, 17])
    }
}
