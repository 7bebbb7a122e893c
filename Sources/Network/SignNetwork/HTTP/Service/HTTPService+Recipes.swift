import Settings
import SignFiles
import SignHost

/// The recipes that the program ships over HTTP: listed, and filled in to sign files, which clients look at and save.
extension HTTPService {
    var recipeList: HTTPResponse {
        do {
            return .json(.list(try RecipeCatalog.names().map { try RecipeCatalog.load($0).json }))
        } catch {
            return .failure(404, "no-such-file", "the recipes are not installed: \(error)")
        }
    }

    /// Makes the sign file of a recipe from settings, which are the members of the body; saves nothing.
    func fillRecipe(_ name: String, _ request: HTTPRequest) -> HTTPResponse {
        guard (try? RecipeCatalog.names().contains(name)) ?? false else {
            return .failure(404, "no-such-recipe", "there is no recipe of that name; GET /api/v1/recipes lists all")
        }
        do {
            let recipe = try RecipeCatalog.load(name)
            var values: [String: String] = [:]
            for member in try SignCommand.members(parsing: request.body) {
                guard let value = member.value.settingText else {
                    throw ControlError.wrongValue(
                        field: member.name, expected: "a text or a number", found: "something else")
                }
                values[member.name] = value
            }
            var editor = try SettingsEditor(Array(try recipe.sign(with: values).utf8), form: .sign)
            let message = editor.value.onlyMessage
            try editor.keepMachine(of: try configuration.edit.read().bytes)
            return .done([
                JSONMember("sign", .text(String(decoding: editor.bytes, as: UTF8.self))),
                JSONMember("message", message ?? .null),
            ])
        } catch let error as TextError {
            return .failure(400, "wrong-value", error.description)
        } catch let error as ControlError {
            return .failure(error)
        } catch {
            return .failure(500, "unreadable", "cannot read the sign file: \(error)")
        }
    }
}

extension SettingsEditor {
    /// The keys of how bright and where a sign is.
    private static let keysOfPlace = [
        "brightness", "place", "power-saving", "idle", "calm", "time-zone", "clock", "locale",
    ]

    /// Gives a sign file what another one says of the machine and its place: the keys that may not come over the network, and, where
    /// it does not have them, those of how bright and where the sign is.
    ///
    /// - Throws: that the other file cannot be read.
    mutating func keepMachine(of old: [UInt8]) throws(TextError) {
        let kept = try SettingsEditor(old, form: .sign).value
        for key in RestrictedEntry.keysOfFile + Self.keysOfPlace {
            let isOwn = Self.keysOfPlace.contains(key) && value[key] != nil
            if let old = kept[key], !isOwn {
                // What is as it was keeps its comments.
                if value[key] == old { continue }
                try apply(.set([.key(key)], old))
            } else if key == "board", value[key] != nil {
                try apply(.remove([.key(key)]))
            }
        }
    }
}

extension Recipe {
    /// What clients ask people for.
    fileprivate var json: JSONValue {
        [
            "name": .text(name), "title": .text(title), "about": .text(about), "source": source.map { .text($0) },
            "terms": terms.map { .text($0) }, "asks": asks.map { .text($0) },
            "settings": .list(settings.filter { $0.name != "board" }.map(\.json)),
        ]
    }
}

extension RecipeSetting {
    fileprivate var json: JSONValue {
        [
            "name": .text(name), "kind": .text(kind.rawValue), "default": .text(value), "help": .text(help),
            "expected": .text(expected), "choices": kind == .choice ? .list(choices.map { .text($0) }) : nil,
        ]
    }
}

extension JSONValue {
    /// A setting of a recipe as people write it; nil for lists and objects.
    fileprivate var settingText: String? {
        switch self {
        case .text(let text): text
        case .number(let number): number
        default: nil
        }
    }

    /// The message of a sign file that has only that and a board; nil for others.
    fileprivate var onlyMessage: JSONValue? {
        (members ?? []).allSatisfy { ["board", "message"].contains($0.name) } ? self["message"] : nil
    }
}
