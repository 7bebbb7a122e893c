import SettingsFiles
import Timelines

/// Asks a sign file for keys and notes every problem instead of stopping at the first.
typealias SignFields = SettingsFields<SignProblem>

extension SignFile {
    /// Reads a sign file.
    ///
    /// - Parameters:
    ///   - text: the file's content (YAML).
    ///   - path: the file's name for error messages, and for the paths that count from its folder.
    /// - Throws: everything that is wrong with the file, at once.
    public init(parsing text: String, path: String) throws(SignError) {
        try self.init(parsing: text.utf8, path: path)
    }

    /// Reads a sign file from its bytes.
    ///
    /// - Parameters:
    ///   - bytes: the file's content (YAML in UTF-8).
    ///   - path: the file's name for error messages, and for the paths that count from its folder.
    /// - Throws: everything that is wrong with the file, at once; a file that is no YAML has no further problems.
    public init(parsing bytes: some Collection<UInt8>, path: String) throws(SignError) {
        var fields: SignFields
        do throws(SettingsErrors<SignProblem>) {
            fields = SignFields(try SettingsFile.read(bytes, path: path, form: .sign).get())
        } catch {
            throw SignError(problems: error.problems)
        }
        let file = SignFile(&fields, path: path)
        guard let file, fields.problems.isEmpty else { throw SignError(problems: fields.problems) }
        self = file
    }

    /// Reads nothing but the board, for those that need it whatever else is wrong with the file.
    ///
    /// - Returns: its name or path; nil within an optional where the file names none.
    /// - Throws: what is wrong with the file as a whole, or with the board.
    public static func board(in bytes: some Collection<UInt8>, path: String) throws(SignError) -> String? {
        switch SettingsFile<SignProblem>.read(bytes, path: path, form: .sign) {
        case .failure(let errors): throw SignError(problems: errors.problems)
        case .success(let file):
            var fields = SignFields(file)
            guard let board = board(&fields) else { throw SignError(problems: fields.problems) }
            return board
        }
    }

    private static func board(_ fields: inout SignFields) -> String?? {
        fields.optional("board", expected: "the name of a board, or the path of its file") {
            $0.isEmpty ? .wrongType : .value($0)
        }
    }

    private init?(_ fields: inout SignFields, path: String) {
        let board = Self.board(&fields)
        let brightness = fields.integer("brightness", in: 0...100, default: 100)
        let stall = fields.parsed(
            "stall", expected: "a time such as 10s, or 0 for never", default: Self.usualStall, SignFields.time)
        let message = fields.keys("message", expected: "the text and the look of what the sign shows") {
            SignMessage(&$0)
        }
        fields.noteUnknownKeys()
        guard let board, let brightness, let stall, let message else { return nil }
        self.init(
            message: message, path: path, board: fields.place(of: "board"), stall: fields.place(of: "stall"))
        self.board = board
        self.brightness = brightness
        self.stall = stall
    }
}
