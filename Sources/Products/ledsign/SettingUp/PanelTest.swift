import Boards
import Foundation
import ImageFiles
import LinuxSystem
import PixelGraphics
import Settings
import SignHost
import SignNetwork

/// The steps of `board test` for the page of a set-up: what a panel shows is a message of the sign, and the answers change a copy of
/// its board file.
struct PanelTest {
    private let patterns: [any BoardTestPattern]
    private let board: Board

    /// The name of the message that shows a step.
    private static let message = "panel-test"

    /// The steps for a board, but for those that open its device again or have a brightness of their own.
    init(_ board: Board) throws {
        self.board = board
        let panels = try BoardResolver.library().names(of: .panel)
        patterns = (board.testPatterns(panels: panels) ?? []).filter { !["brightness", "speed"].contains($0.name) }
    }

    /// The names of the steps in their order; none for a board without wires.
    var names: [String] { patterns.map(\.name) }

    /// Shows a step, or takes what was seen of it.
    ///
    /// - Parameter body: `{"step", "tick"}`, `{"step", "answer"}`, or nothing to end the test.
    func perform(_ body: JSONValue) throws -> SetupPage.Outcome {
        guard let name = body["step"]?.text else {
            return .command(
                try SignCommand(request: Self.command("remove", [JSONMember("name", .text(Self.message))])), [])
        }
        guard let pattern = patterns.first(where: { $0.name == name }) else {
            throw CommandError("\(ShownText.quoted(name)) is none of the steps \(names.joined(separator: ", "))")
        }
        if let name = body["answer"]?.text {
            guard let answer = pattern.answer(name) else {
                throw CommandError("\(ShownText.quoted(name)) is none of the answers")
            }
            let keys = answer.changes.map { JSONMember($0.key, Int($0.value).map { .integer($0) } ?? .text($0.value)) }
            return .done([
                JSONMember("right", .bool(answer.isRight)), JSONMember("keys", .object(keys)),
                JSONMember("advice", .text(answer.advice)),
            ])
        }
        var tick = 0
        if case .number(let given)? = body["tick"] { tick = max(0, min(Int(given) ?? 0, 1_000_000)) }
        return try show(pattern, tick: tick)
    }

    private func show(_ pattern: any BoardTestPattern, tick: Int) throws -> SetupPage.Outcome {
        var frame = Frame(size: board.size, format: .rgb)
        pattern.draw(tick: tick, brightness: .full, into: &frame)
        let image = "data:image/png;base64," + Data(try PNG.encode(frame.canvas.rgb)).base64EncodedString()
        let push = Self.command(
            "push",
            [
                JSONMember(
                    "message",
                    ["name": .text(Self.message), "image": .text(image), "priority": 9])
            ])
        let answers = pattern.answers.map { answer -> JSONValue in
            [
                "answer": .text(answer.name), "words": .text(answer.words),
                "picture": .list(answer.picture.map { .text($0) }),
            ]
        }
        return .command(
            try SignCommand(request: push),
            [
                JSONMember("explanation", .text(pattern.explanation)), JSONMember("moving", .bool(pattern.isMoving)),
                JSONMember("question", .text(pattern.question)), JSONMember("answers", .list(answers)),
                JSONMember("print", .bool(pattern.takesPrint)),
            ])
    }

    private static func command(_ name: String, _ members: [JSONMember]) -> [JSONMember] {
        [JSONMember("command", .text(name))] + members
    }
}

/// The page of a sign that runs.
extension PanelTest {
    /// What the page says of the panel and the machine of a sign, with the test pictures and the restart.
    static func page(of board: Board) -> SetupPage {
        DoctorReport.askForUpdate
        return SetupPage(
            questions: { try facts(of: board) + [JSONMember("restarts", .bool(isService))] },
            perform: { step, body in
                switch step {
                case .test: return try PanelTest(board).perform(body)
                case .restart:
                    guard isService else {
                        throw ControlError.refused("no service manager runs this sign, so nothing would start it again")
                    }
                    kill(getpid(), SIGTERM)
                    return .done()
                default: throw ControlError.refused("this sign is set up; PUT /api/v1/sign changes its file")
                }
            })
    }

    /// Whether a service manager runs this program, which starts it again.
    private static var isService: Bool { !(ProcessInfo.processInfo.environment["NOTIFY_SOCKET"] ?? "").isEmpty }

    private static func facts(_ pin: HeaderPin) -> JSONValue {
        ["pin": .integer(pin.number), "name": .text(pin.name), "signal": pin.signal.map { .text($0) } ?? .null]
    }

    /// How a board is wired, its test pictures, and what the machine needs for it.
    ///
    /// Not what serves the page and its broker: the server that asks is one of them.
    static func facts(of board: Board?) throws -> [JSONMember] {
        let findings =
            try board.map { try $0.isSimulated ? [] : DoctorReport.summary(of: $0, nil, waits: false).facts() } ?? []
        return [
            JSONMember("wiring", .list((board?.descriptionLines ?? []).map { .text($0) })),
            JSONMember("pins", .list((board?.headerPins ?? []).map(facts))),
            JSONMember("tests", .list((try board.map { try PanelTest($0).names } ?? []).map { .text($0) })),
            JSONMember("findings", .list(findings)),
        ]
    }
}

extension PanelTest {
    /// Writes a copy of a board file in which keys have other values; returns its path.
    static func copy(_ board: String, changing keys: JSONValue, to path: String) throws -> String {
        let source = try BoardResolver.library().path(of: board)
        let bytes: [UInt8]
        do throws(FileReadingError) {
            bytes = try RegularFile.read(path: source, limit: SettingsForm.board.maximumBytes)
        } catch {
            throw CommandError("\(source): cannot be read: \(error.descriptionWithFix)")
        }
        var editor = try SettingsEditor(bytes, form: .board)
        guard case .object(let members) = keys else {
            throw CommandError("give the \"keys\" of the board file by name")
        }
        for member in members { try editor.apply(.set([.key(member.name)], member.value)) }
        // What does not make a board is not written.
        _ = try Board(parsing: editor.bytes, name: "board", path: path, files: BoardResolver.library().files(for: path))
        do throws(SystemCallError) {
            try AtomicFile.write(editor.bytes, path: path, permissions: 0o644)
        } catch {
            throw ControlError.refused("cannot write \(path): \(error.reason)")
        }
        return path
    }
}
