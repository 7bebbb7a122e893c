import Foundation
import SignTestSupport
import Testing

/// The schema for editors, as the Python package jsonschema reads it, with sign files that are right and that are not.
@Suite struct SchemaValidationTests {
    /// What went wrong.
    struct ToolError: Error, CustomStringConvertible {
        let description: String
    }

    /// Returns the problems of each file, in the environment that `scripts/test-tools.sh` prepares.
    private func problems(of files: [String]) throws -> [[String]] {
        let root = PackageFolder.root
        let python = root.appendingPathComponent(".build/test-venv/bin/python")
        guard FileManager.default.isExecutableFile(atPath: python.path) else {
            throw ToolError(description: "\(python.path) is missing: run scripts/test-tools.sh")
        }
        let process = Process()
        let output = Pipe()
        process.executableURL = python
        process.arguments = [root.appendingPathComponent("scripts/check_signs.py").path, SignSchema.path] + files
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw ToolError(description: "check_signs.py ended with \(process.terminationStatus)")
        }
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
        return try lines.map { try JSONDecoder().decode([String].self, from: Data($0.utf8)) }
    }

    private func names(in folder: String) throws -> [String] {
        let path = PackageFolder.root.appendingPathComponent(folder).path
        return try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".yaml") }.sorted()
    }

    @Test("every example, and the sign that packages install, suits the schema")
    func examples() throws {
        let examples = try names(in: "Examples").map { "Examples/" + $0 } + ["packaging/sign.yaml"]
        #expect(examples.count > 10)
        let paths = examples.map { PackageFolder.root.appendingPathComponent($0).path }
        let problems = try problems(of: paths)
        expectEqual(problems.count, examples.count)
        for (example, found) in zip(examples, problems) { expectEqual(found, [], "\(example)") }
    }

    /// Broken signs whose problems are of what the text means, which no schema can know.
    static let wellFormed: Set<String> = [
        "area-far-outside.yaml", "area-outside.yaml", "board-missing-path.yaml", "board-unknown-and-font.yaml",
        "brightness-sun-without-place.yaml", "color-hsv.yaml", "counts.yaml", "cue-unknown-in-idle.yaml",
        "cue-unknown.yaml",
        "cycle-within-both-pauses.yaml", "cycle-within-pause.yaml", "duplicate-message-name.yaml",
        "duplicate-zone-name.yaml", "effect-sprite-of-style.yaml", "effect-sprites.yaml", "explicit-key.yaml",
        "field-outside-parts.yaml",
        "font-unknown.yaml", "fonts-missing.yaml", "history.yaml", "image-missing.yaml", "markup-icon.yaml",
        "markup-in-block.yaml",
        "lists-heads.yaml", "lists-heads-in-lists.yaml",
        "lists-layout.yaml", "lists-layout-in-lists.yaml", "lists-reading-in-parts.yaml", "lists-without-effect.yaml",
        "lists-without-effect-in-parts.yaml", "zones-list-keys.yaml",
        "zones-without-columns.yaml", "zones-without-space.yaml",
        "markup-speed-and-cycle.yaml", "markup-speed-and-easing.yaml", "markup-tags.yaml", "parts-image-in-turns.yaml",
        "moving-fields-of-others.yaml",
        "parts-images.yaml", "parts-markup.yaml", "parts-too-deep-in-turns.yaml", "parts-too-deep.yaml",
        "parts-too-large.yaml", "parts-too-many.yaml", "restart-board.yaml", "restart-both.yaml",
        "restart-installation.yaml", "restart-stall.yaml",
        "schedule-sun.yaml", "schedule-texts.yaml", "time-zone.yaml",
        "tronbyt-twice.yaml",
    ]

    @Test("broken signs whose form is wrong are refused by the schema, all but those of meaning")
    func broken() throws {
        let names = try names(in: "Tests/BrokenSigns")
        let problems = try problems(
            of: names.map { PackageFolder.root.appendingPathComponent("Tests/BrokenSigns/" + $0).path })
        expectEqual(problems.count, names.count)
        let accepted = zip(names, problems).filter { $0.1.isEmpty }.map(\.0)
        expectEqual(Set(accepted), Self.wellFormed)
    }
}
