import ArgumentParser
import Foundation
import LinuxSystem
import Settings
import SignFiles
import SignHost

/// `ledsign recipe`: sign files to begin with.
struct RecipeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recipe", abstract: "Make a sign file from a recipe: weather, departures, clocks and others.",
        subcommands: [RecipeList.self, RecipeShow.self, RecipeNew.self])
}

struct RecipeList: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the recipes.")

    func run() throws {
        let recipes = try RecipeCatalog.names().map(RecipeCatalog.load)
        recipes.map { [$0.name, $0.about] }.lines().forEach { print($0) }
    }
}

struct RecipeShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show what a recipe asks for, and where its values come from.")

    @Argument(help: ArgumentHelp("A recipe by name.", valueName: "name"), completion: .recipes)
    var name: String

    func run() throws {
        let recipe = try RecipeCatalog.load(name)
        print("\(recipe.title): \(recipe.about)")
        for (what, words) in [("source", recipe.source), ("terms", recipe.terms), ("asks", recipe.asks)] {
            if let words { print("\(what): \(words)") }
        }
        print("")
        recipe.settings.map { ["  \($0.name)=\($0.value)", "\($0.help) (\($0.expected))"] }.lines()
            .forEach { print($0) }
    }
}

struct RecipeNew: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Write a sign file from a recipe, which is yours to change.",
        discussion: """
            In a terminal it asks for each setting that --set does not give; elsewhere these have their defaults.

            Examples:
              ledsign recipe new weather
              ledsign recipe new weather --set latitude=48.14 --set longitude=11.58 --out sign.yaml
            """)

    @Argument(help: ArgumentHelp("A recipe by name.", valueName: "name"), completion: .recipes)
    var name: String

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("A setting and its value; repeat it for more.", valueName: "setting=value"))
    var set: [String] = []

    @Option("The file to write, or - for standard output. (default: NAME.yaml)", value: "file", completion: .signFiles)
    var out: String?

    @Flag(help: "Replace the file if it exists.")
    var force = false

    func validate() throws {
        for given in set where !given.contains("=") || given.hasPrefix("=") {
            throw ValidationError("--set takes a setting and its value such as latitude=48.14, not \"\(given)\"")
        }
    }

    func run() throws {
        let recipe = try RecipeCatalog.load(name)
        let path = out ?? name + ".yaml"
        if path != "-", !force, access(path, F_OK) == 0 {
            throw CommandError("\(path) exists; give another --out, or --force to replace it")
        }
        var values: [String: String] = [:]
        for given in set {
            let parts = given.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            values[String(parts[0])] = String(parts[1])
        }
        if isatty(STDIN_FILENO) == 1, path != "-" { ask(recipe, &values) }
        let text = try recipe.sign(with: values)
        // What is written is a sign file that can be shown.
        _ = try SignFile(parsing: text, path: path)
        guard path != "-" else { return print(text, terminator: "") }
        do throws(SystemCallError) {
            try AtomicFile.write(Array(text.utf8), path: path, permissions: 0o644)
        } catch {
            throw CommandError("cannot write \(path): \(error.reason)")
        }
        print("\(path) is written. Try it: ledsign run \(path)")
    }

    /// Asks for what is not given yet, until each answer is right; an empty line takes the default.
    private func ask(_ recipe: Recipe, _ values: inout [String: String]) {
        for setting in recipe.settings where values[setting.name] == nil {
            while true {
                Messages.write("\(setting.help), \(setting.expected) [\(setting.value)]: ")
                guard let line = readLine(), !line.isEmpty else { break }
                do throws(TextError) {
                    _ = try setting.written(line)
                    values[setting.name] = line
                    break
                } catch {
                    Messages.say("\(error)")
                }
            }
        }
    }
}

extension CompletionKind {
    /// The names of recipes.
    fileprivate static var recipes: CompletionKind { .custom { _, _, _ in (try? RecipeCatalog.names()) ?? [] } }
}
