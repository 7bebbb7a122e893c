import Boards
import Foundation
import LinuxSystem
import PixelGraphics
import PixelProtocols
import Settings
import SignFiles
import SignHost
import SignNetwork
import Synchronization
import Timelines

/// What `ledsign run --setup` shows until there is a sign file: the address of a page that asks for what the file has, and a code.
///
/// The page chooses a board; from then on the same is shown on it. The thread of the server and that of the sign share it.
final class SetupMode: Sendable {
    private struct State {
        /// The name or path of the board that was chosen; nil before.
        var board: String?
        /// The pixels of the board that is lit.
        var size = Size(width: 0, height: 0)
        /// Why it cannot be shown.
        var problem: String?
        var code: String?
        /// Whether the log has the code, or that there is none.
        var isTold = false
        /// Whether the sign of the file is shown.
        var isOver = false
        /// Whether the sign that is shown is over, because there is another one to show.
        var isReplaced = false
    }

    /// The path of the sign file.
    let path: String
    /// What the page of the machine says in all signs; nil for what the set-up writes.
    private let configured: HTTPSettings?
    private let state = Mutex(State())
    private let news = EventDescriptor()
    /// What the server has of this.
    private let page = Mutex<SetupPage?>(nil)

    /// The name of the message with the code, which stands before that of the file.
    private static let codeMessage = "setup-code"
    /// The board before one is chosen; it has no wires.
    private static let firstBoard = "sim-64x32"

    init(path: String, configured: HTTPSettings?) throws {
        self.path = URL(fileURLWithPath: path).path
        self.configured = configured
        if let token { try SetupWalk.makeToken(token) }
    }

    /// The file with the token of the page.
    private var token: String? { configured.map(\.token) ?? SetupWalk.token(besides: path) }

    /// Whether there is no sign file yet that can be shown; one with mistakes is a problem that the page tells.
    var isOn: Bool {
        if state.withLock(\.isOver) { return false }
        guard access(path, F_OK) == 0 else { return true }
        do {
            _ = try SignFileLoader.load(path, boards: BoardResolver())
            return false
        } catch {
            state.withLock { $0.problem = "\(error)" }
            return true
        }
    }

    /// Where the page is served; nil where the sign file says it.
    var settings: HTTPSettings? { isOn ? SetupWalk.pageSettings(configured, token: token) : nil }

    // MARK: Running

    /// Shows the set-up until there is a sign file; returns how it ended if that was without one.
    func run(_ setup: SignSetup) throws -> SignEnd? {
        while isOn {
            var setup = setup
            // What the page is for has to work without the panel.
            setup.isDeviceOptional = true
            let chosen = state.withLock { state in
                state.isReplaced = false
                return state.board
            }
            if setup.boards.given == nil { setup.boards = BoardResolver(given: chosen ?? Self.firstBoard) }
            do {
                let board = try setup.boards.load()
                state.withLock { $0.size = board.size }
                let end = try SignRunner(.sign(try sign(on: board)), setup).run()
                let isReplaced = state.withLock { $0.isReplaced }
                guard isReplaced || !isOn || end.signal == SIGHUP else { return end }
            } catch {
                guard chosen != nil else { throw error }
                state.withLock { state in (state.board, state.problem) = (nil, "\(error)") }
            }
        }
        state.withLock { $0.isOver = true }
        page.withLock { $0?.end() }
        return nil
    }

    /// What the panel shows: the address of the page, over which `tell` puts the code.
    private func sign(on board: Board) throws -> SignFile {
        let file: JSONValue = ["brightness": 30, "message": .object(picture(nil, on: board.size))]
        return try SignFile(parsing: file.line, path: "")
    }

    private func picture(_ code: String?, on size: Size) -> [JSONMember] {
        let machine = PixelAddress.ownIPv4.map(\.text)
        return SetupPicture(address: address, link: machine.map(address(onMachine:)) ?? address, code: code)
            .message(on: size)
    }

    private var address: String { address(onMachine: ProcessInfo.processInfo.hostName) }

    private func address(onMachine machine: String) -> String {
        let settings = SetupWalk.pageSettings(configured, token: token)
        let address = settings.address(onMachine: machine)
        return address.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
            ?? settings.listen.first.map { "http://\($0)" } ?? ""
    }

    /// Connects the server and the loop of a sign with this; also that of the sign that was set up, whose viewers stay signed in.
    func connect(_ server: inout ServerConfiguration, _ connections: inout SignConnections) {
        server.setup = page.withLock { page in
            if page == nil {
                page = SetupPage(
                    questions: { [self] in try questions() }, perform: { [self] in try perform($0, $1) },
                    tell: { [self] in tell($0) })
            }
            return page
        }
        guard isOn else { return }
        server.signFile = path
        connections.services.append(
            SetupService(news: news, words: { [self] in words }) { [self] in !isOn || state.withLock(\.isReplaced) })
    }

    /// Says which code counts; returns what shows it on the panel.
    private func tell(_ code: String?) -> SignCommand? {
        let (isNew, size) = state.withLock { state in
            defer { (state.code, state.isTold) = (code, true) }
            return (!state.isTold || state.code != code, state.size)
        }
        if isNew {
            Log.messages.say(words)
            news.raise()
        }
        let request: [JSONMember]
        if code == nil {
            request = [JSONMember("command", "remove"), JSONMember("name", .text(Self.codeMessage))]
        } else {
            let named = [JSONMember("name", .text(Self.codeMessage)), JSONMember("priority", 1)]
            request = [
                JSONMember("command", "push"), JSONMember("message", .object(named + picture(code, on: size))),
            ]
        }
        return try? SignCommand(request: request)
    }

    /// What is to be done, in a line.
    private var words: String {
        let signIn =
            state.withLock(\.code).map { "sign in with the code \(PairingCode.words($0)), once within half an hour" }
            ?? "sudo ledsign setup --new-code prints a code to sign in with"
        let problem = state.withLock(\.problem).map { "; " + $0.replacing("\n", with: "; ") } ?? ""
        return "this sign is not set up: open \(address) and \(signIn)\(problem)"
    }

    /// Ends the sign that is shown, for another one.
    private func replace() {
        state.withLock { $0.isReplaced = true }
        news.raise()
    }

    // MARK: The page

    private func questions() throws -> [JSONMember] {
        let (name, problem) = state.withLock { ($0.board, $0.problem) }
        let library = try BoardResolver.library()
        let boards = try library.names().compactMap { name in (try? library.board(name)).map { Self.facts($0, name) } }
        let board = try name.map { try BoardResolver(given: $0).load() }
        return [
            JSONMember("address", .text(address)), JSONMember("boards", .list(boards)),
            JSONMember("board", name.map { .text($0) } ?? .null),
            JSONMember("problem", problem.map { .text($0) } ?? .null),
        ] + (try PanelTest.facts(of: board))
    }

    private static func facts(_ board: Board, _ name: String) -> JSONValue {
        [
            "name": .text(name), "about": .text(board.summary), "width": .integer(board.size.width),
            "height": .integer(board.size.height), "mono": .bool(board.format == .mono),
            "simulated": .bool(board.isSimulated),
        ]
    }

    private func perform(_ step: SetupPage.Step, _ body: JSONValue) throws -> SetupPage.Outcome {
        switch step {
        case .board:
            guard var name = body["board"]?.text else { throw CommandError("give the name of a \"board\"") }
            try check(board: name)
            if let keys = body["keys"] { name = try PanelTest.copy(name, changing: keys, to: boardFile) }
            state.withLock { state in (state.board, state.problem) = (name, nil) }
            replace()
            return .done()
        case .test:
            let name = state.withLock(\.board) ?? Self.firstBoard
            return try PanelTest(try BoardResolver(given: name).load()).perform(body)
        case .draft:
            let bytes = try signFile(body)
            return .done([JSONMember("sign", .text(String(decoding: bytes, as: UTF8.self)))])
        case .picture: return .picture(try SignFile(parsing: try signFile(body), path: path))
        case .restart: throw ControlError.refused("this sign is not set up yet")
        case .sign:
            // Someone else may have been faster.
            guard isOn else { throw ControlError.refused("someone else has set this sign up; load the page again") }
            let bytes = try signFile(body)
            _ = try SignFile(parsing: bytes, path: path)
            _ = try SetupWalk.write(bytes, to: path)
            replace()
            return .done()
        }
    }

    /// The copy of a board file that test pictures have changed.
    private var boardFile: String { URL(fileURLWithPath: path).deletingLastPathComponent().path + "/board.yaml" }

    /// Checks that a board is one that the page offers: files of other names are not read for those in the network.
    private func check(board name: String) throws {
        let names = try BoardResolver.library().names()
        guard name == boardFile || names.contains(name) else {
            let nearest = ShownText.suggestion(NearestName.find(name, among: names))
            throw CommandError("unknown board \(ShownText.quoted(name))\(nearest); GET /api/v1/setup lists all")
        }
        _ = try BoardResolver(given: name).load()
    }

    /// The sign file that answers make: `{"board", "recipe", "settings": {...}}`.
    private func signFile(_ body: JSONValue) throws -> [UInt8] {
        var walk = try SetupWalk(canStart: false)
        if let board = body["board"]?.text { try check(board: board) }
        for key in ["board", "recipe"] { walk.answers[key] = body[key]?.text }
        if case .object(let members)? = body["settings"] {
            for member in members { walk.answers["settings." + member.name] = member.value.text }
        }
        if configured != nil { walk.answers["page"] = "no" }
        return try walk.signFile(token: token ?? "")
    }
}

/// Ends the sign of a set-up when there is another one to show, and says in the status of the service what is to be done.
final class SetupService: SignService {
    private let news: EventDescriptor
    private let words: () -> String
    private let isOver: () -> Bool
    private(set) var problem: String?
    private(set) var due: Instant?

    /// The time between two looks for a sign file that was written by hand.
    private static let interval = Nanoseconds.seconds(1)

    init(news: EventDescriptor, words: @escaping () -> String, isOver: @escaping () -> Bool) {
        (self.news, self.words, self.isOver) = (news, words, isOver)
    }

    var descriptors: [Int32] { [news.number] }

    func begin(_ sign: Sign, at start: Instant) { (due, problem) = (start + Self.interval, words()) }

    func take(_ event: ServiceEvent, at instant: Instant) -> Bool {
        news.lower()
        (due, problem) = (instant + Self.interval, words())
        return !isOver()
    }
}
