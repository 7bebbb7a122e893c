import Foundation
import LinuxSystem
import Settings
import SignFiles
import SignHost
import SignNetwork

/// What `ledsign setup` asks, one question after the other, with the way back; without a terminal and without files that it writes.
struct SetupWalk {
    /// A question and what may be answered.
    struct Question {
        /// The key of its answer; those of the recipe's settings begin with `settings.`.
        let key: String
        let words: String
        /// What may be typed where it is asked line by line.
        var hint = ""
        let value: String
        /// The answers to choose from, with what each means; none where anything that is right can be answered.
        var choices: [(name: String, about: String)] = []
        /// Says what is wrong with an answer.
        let check: (String) throws -> Void
    }

    /// Who can open the page of the sign.
    static let pages = [
        (name: "network", about: "phones and computers in the network, with a token"),
        (name: "machine", about: "programs and browsers on this machine"), (name: "no", about: "no page"),
    ]

    /// The answers so far, by the keys of the questions.
    var answers: [String: String] = [:]
    /// Which question is asked.
    private(set) var place = 0
    private let boards: [(name: String, about: String)]
    private let recipes: [Recipe]
    /// Whether the service can be started here.
    private let canStart: Bool

    init(canStart: Bool) throws {
        self.canStart = canStart
        let library = try BoardResolver.library()
        let names = try library.names().sorted {
            ($0.hasPrefix("sim-") ? 1 : 0, $0) < ($1.hasPrefix("sim-") ? 1 : 0, $1)
        }
        boards = names.compactMap { name in (try? library.board(name)).map { (name, $0.summary) } }
        let all = try RecipeCatalog.names().map(RecipeCatalog.load)
        // A text is what most people begin with.
        recipes = all.filter { $0.name == Self.firstRecipe } + all.filter { $0.name != Self.firstRecipe }
    }

    private static let firstRecipe = "text"
    private static let firstBoard = "max7219-32x8"

    /// Panels that are wired without an adapter come first, and those that are none last.
    private static func rank(_ name: String) -> Int {
        ["max7219-", "hub75-"].firstIndex { name.hasPrefix($0) } ?? (name.hasPrefix("sim-") ? 3 : 2)
    }

    /// The recipe that was chosen.
    var recipe: Recipe? { recipes.first { $0.name == answers["recipe"] ?? Self.firstRecipe } }

    /// All questions, as far as the answers decide on them.
    var questions: [Question] {
        let names = recipes.map { (name: $0.name, about: $0.about) }
        let settings = recipe?.settings.filter { $0.name != "board" } ?? []
        return [
            Question(
                key: "board",
                words: "Which board (the panel and its wiring)?",
                hint: " A number, a name, or the path of a board file", value: Self.firstBoard, choices: boards,
                check: Self.checkBoard),
            Question(
                key: "recipe", words: "What does it show?", hint: " A number or the name of a recipe",
                value: Self.firstRecipe, choices: names, check: Self.oneOf(names)),
        ]
            + settings.map { setting in
                Question(
                    key: "settings." + setting.name, words: "\(setting.help), \(setting.expected)",
                    value: setting.value,
                    check: { _ = try setting.written($0) })
            }
            + [
                Question(
                    key: "page", words: "Who can open its page?", value: "network", choices: Self.pages,
                    check: Self.oneOf(Self.pages))
            ]
            + (canStart
                ? [
                    Question(
                        key: "start", words: "Start it now and at every boot, yes or no?", value: "yes",
                        check: Self.oneOf([("yes", ""), ("no", "")]))
                ] : [])
    }

    /// The question that is asked; nil behind the last one.
    var question: Question? { questions.indices.contains(place) ? questions[place] : nil }

    /// Takes a line: an empty one for the default, a number of a choice, or the answer itself.
    ///
    /// - Throws: what is wrong with it; the question stays.
    mutating func take(_ line: String) throws {
        guard let question else { return }
        var answer = line.isEmpty ? answers[question.key] ?? question.value : line
        if let number = Int(line), question.choices.indices.contains(number - 1) {
            answer = question.choices[number - 1].name
        }
        try question.check(answer)
        answers[question.key] = answer
        place += 1
    }

    /// Asks the question before once more.
    mutating func goBack() { place = max(place - 1, 0) }

    /// The sign file that the answers make.
    ///
    /// - Parameter token: the path of the file with the token of the page.
    /// - Throws: all answers that are missing their recipe or are wrong.
    func signFile(token: String) throws -> [UInt8] {
        var problems: [String] = []
        let known = Set(questions.map(\.key))
        for question in questions {
            do {
                try question.check(answers[question.key] ?? question.value)
            } catch {
                problems.append("\(error)")
            }
        }
        for key in answers.keys.sorted() where key.hasPrefix("settings.") && !known.contains(key) {
            let names = recipe?.settings.map(\.name).joined(separator: ", ") ?? ""
            problems.append("the recipe has no setting \(ShownText.quoted(String(key.dropFirst(9)))); it has \(names)")
        }
        guard problems.isEmpty, let recipe else { throw CommandError(problems.joined(separator: "\n")) }
        var values: [String: String] = [:]
        for setting in recipe.settings where setting.name != "board" {
            values[setting.name] = answers["settings." + setting.name] ?? setting.value
        }
        values["board"] = answers["board"] ?? Self.firstBoard
        var editor = try SettingsEditor(Array(try recipe.sign(with: values).utf8), form: .sign)
        switch answers["page"] ?? "network" {
        case "network":
            try editor.apply(.set([.key("http")], ["listen": "0.0.0.0:8080", "token": .text(token), "edit": "yes"]))
        case "machine": try editor.apply(.set([.key("http")], .object([])))
        default: break
        }
        return editor.bytes
    }

    private static func checkBoard(_ name: String) throws { _ = try BoardResolver(given: name).load() }

    private static func oneOf(_ choices: [(name: String, about: String)]) -> (String) throws -> Void {
        { answer in
            guard choices.contains(where: { $0.name == answer }) else {
                let names = choices.map(\.name)
                let nearest = ShownText.suggestion(NearestName.find(answer, among: names))
                throw CommandError("\(ShownText.quoted(answer)) is none of \(names.joined(separator: ", "))\(nearest)")
            }
        }
    }
}

/// The page of a machine that is set up, and the token that opens it.
extension SetupWalk {
    /// The path of the token that the set-up makes.
    static func token(besides path: String) -> String {
        URL(fileURLWithPath: path).deletingLastPathComponent().path + "/token"
    }

    /// Makes the token of the page if there is none.
    static func makeToken(_ token: String) throws {
        guard access(token, F_OK) != 0 else { return }
        do throws(SystemCallError) {
            try AccessToken.write(AccessToken.random(), to: token)
        } catch {
            throw failure("make the token file \(token)", error)
        }
        // The service reads it as a member of its group.
        if geteuid() == 0, let group = getgrnam("ledsign") { chown(token, uid_t.max, group.pointee.gr_gid) }
    }

    /// The page of a machine without a sign file.
    ///
    /// - Parameter configured: what the configuration says of the page in all signs.
    static func pageSettings(_ configured: HTTPSettings?, token: String?) -> HTTPSettings {
        var settings = configured ?? HTTPSettings()
        if configured == nil {
            settings.listen = [HTTPSettings.Endpoint(address: "0.0.0.0", port: 8080)]
            settings.token = token
        }
        // Those who answer the questions write the file; recipes name servers.
        (settings.edit, settings.urls) = (true, true)
        return settings
    }

    /// Writes a sign file, and keeps another one that was there as FILE.old; returns whether there was one.
    static func write(_ bytes: [UInt8], to path: String) throws -> Bool {
        do throws(SystemCallError) {
            let before = try? RegularFile.read(path: path, limit: SettingsForm.sign.maximumBytes)
            let isOther = before.map { $0 != bytes } ?? false
            if let before, isOther { try AtomicFile.write(before, path: path + ".old", permissions: 0o600) }
            try AtomicFile.write(bytes, path: path, permissions: 0o644)
            return isOther
        } catch {
            throw failure("write \(path)", error)
        }
    }

    /// Says that something cannot be done, and who can.
    static func failure(_ what: String, _ error: SystemCallError) -> CommandError {
        let isRefused = [EACCES, EPERM].contains(error.code) && geteuid() != 0
        return CommandError("cannot \(what): \(error.reason)\(isRefused ? "; run sudo ledsign setup" : "")")
    }
}
