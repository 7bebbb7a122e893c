import LinuxSystem
import Settings

/// Everything that is wrong with a board file, in the order of the file, and with the files that it names.
package struct BoardError: Error, Equatable, Sendable {
    /// One or more problems.
    package let problems: [BoardProblem]
}

extension BoardError: CustomStringConvertible {
    /// One line for each problem.
    package var description: String { problems.map(\.description).joined(separator: "\n") }
}

/// One thing that is wrong with a board file, and where.
package struct BoardProblem: Error, Equatable, Sendable {
    /// What can be wrong.
    package enum Reason: Equatable, Sendable {
        /// The file is larger than any board file.
        case tooLarge(limit: Int)
        /// A byte that is not UTF-8.
        case notUTF8
        /// A character that text files do not have; its code.
        case controlCharacter(UInt32)
        /// The file is not YAML; the parser's words.
        case notYAML(String)
        /// A tab where YAML wants blanks.
        case tab
        /// A second document after `---`.
        case severalDocuments
        /// Something that YAML has and board files do without.
        case feature(Feature)
        /// The file is not a list of keys and values.
        case notAMapping
        /// A key that was given before.
        case duplicateKey(String, firstLine: Int)
        /// A key that boards of this kind do not have.
        case unknownKey(String, nearest: String?)
        /// A key of boards with `device: gpio` where the device is another one.
        case keyOfOtherDevice(String, device: String)
        /// A key of boards with `port: gpiod` where the port is another one.
        case keyOfOtherPort(String, port: String)
        /// A key that boards of this kind need.
        case missingKey(String, expected: String)
        /// A value of another type or form.
        case wrongType(key: String, expected: String, found: String)
        /// A number outside its range.
        case outOfRange(key: String, expected: String, found: String)
        /// An unknown word.
        case unknownValue(key: String, found: String, known: [String], nearest: String?)
        /// Modules that do not share their rows evenly.
        case unevenRows(modules: Int, rows: Int)
        /// A GPIO line that another key has already; the value, and the other key with its line in the file.
        case pinUsedTwice(key: String, pin: String, other: String, line: Int)
        /// A panel or wiring that the shipped folders do not have.
        case noSuchFile(kind: BoardFiles.Kind, given: String, nearest: String?)
        /// A panel or wiring file that cannot be read, and why.
        case unreadableFile(kind: BoardFiles.Kind, path: String, FileReadingError)
        /// A problem of a multiplexing table.
        case multiplexing(MultiplexingReason)
        /// A line in a board file that names a wiring.
        case linesBesideWiring(String)
        /// A wire that the panel needs and the wiring has not; what needs it, in words.
        case missingWire(String, need: String)
        /// More parallel chains than the wiring has.
        case tooFewChains(parallel: Int, wired: Int)
        /// Pixel mappers that cannot be read, or do not fit; in words.
        case pixelMapper(String)
        /// More columns in a chain than can be shifted.
        case chainTooLong(columns: Int, most: Int)
        /// Row addressing that does not fit the rest; in words.
        case addressing(String, words: String)
        /// A device that holds the memory that a Raspberry Pi 5 boots from.
        case bootMemory(device: String)
    }

    /// What YAML has and board files do without.
    package enum Feature: String, CaseIterable, Sendable {
        /// `&name`
        case anchor
        /// `*name`
        case alias
        /// `!name`
        case tag
        /// `<<`
        case mergeKey
        /// `? key`
        case explicitKey
        /// Lists in lists in lists.
        case nesting
    }

    /// What is wrong.
    package let reason: Reason
    /// The file's name as it was given.
    package let path: String
    /// The line, from 1.
    package let line: Int
    /// The column in characters (Unicode scalars), from 1.
    package let column: Int

    package init(_ reason: Reason, path: String, place: TextPlace) {
        self.reason = reason
        self.path = path
        line = place.line
        column = place.column
    }
}

extension BoardProblem: SettingsProblem {
    package var place: TextPlace { TextPlace(line: line, column: column) }

    package static func reason(_ reason: SettingsReason) -> Reason {
        switch reason {
        case .tooLarge(let limit): .tooLarge(limit: limit)
        case .notUTF8: .notUTF8
        case .controlCharacter(let code): .controlCharacter(code)
        case .notYAML(let text): .notYAML(text)
        case .tab: .tab
        case .severalDocuments: .severalDocuments
        case .feature(let feature): .feature(Feature(feature))
        case .notAMapping: .notAMapping
        case .duplicateKey(let key, let line): .duplicateKey(key, firstLine: line)
        case .unknownKey(let key, let nearest): .unknownKey(key, nearest: nearest)
        case .missingKey(let key, let expected): .missingKey(key, expected: expected)
        case .wrongType(let key, let expected, let found): .wrongType(key: key, expected: expected, found: found)
        case .outOfRange(let key, let expected, let found): .outOfRange(key: key, expected: expected, found: found)
        case .unknownValue(let key, let found, let known, let nearest):
            .unknownValue(key: key, found: found, known: known, nearest: nearest)
        }
    }
}

extension BoardProblem.Feature {
    init(_ feature: SettingsReason.Feature) {
        self =
            switch feature {
            case .anchor: .anchor
            case .alias: .alias
            case .tag: .tag
            case .mergeKey: .mergeKey
            case .explicitKey: .explicitKey
            case .nesting: .nesting
            }
    }

    /// The feature in the words of all settings files.
    var general: SettingsReason.Feature {
        switch self {
        case .anchor: .anchor
        case .alias: .alias
        case .tag: .tag
        case .mergeKey: .mergeKey
        case .explicitKey: .explicitKey
        case .nesting: .nesting
        }
    }
}
