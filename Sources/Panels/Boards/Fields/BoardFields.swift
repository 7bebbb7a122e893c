import Settings

/// Reads keys of a board file and collects every problem instead of stopping at the first.
typealias BoardFields = SettingsFields<BoardReason>

extension SettingsForm {
    /// Files of boards, panels and wirings: lines of keys and values, and no lists.
    static let board = SettingsForm(
        noun: "a board file", owner: "this kind of board", mostBytes: BoardFiles.mostBytes, mostBrackets: 8)
}

extension SettingsFields<BoardReason> {
    /// Reads a file of a board, panel or wiring.
    ///
    /// - Throws: what makes the whole file unreadable.
    init(_ bytes: some Collection<UInt8>, path: String) throws(BoardError) {
        self.init(SettingsFile(bytes, path: path, form: .board))
        guard isReadable else { throw BoardError(problems: problems) }
    }

    /// Returns a current in mA.
    ///
    /// - Parameters:
    ///   - thing: what draws it.
    ///   - value: what holds for files without the key.
    mutating func current(_ key: String, of thing: String, default value: Int?) -> Int?? {
        let expected = "the current of \(thing) such as 4 A, 3.5 A or 2500 mA, up to 1000 A"
        return parsed(key, expected: expected, default: value) { Current.parse($0).optional }
    }

    /// Notes keys that belong to another device.
    mutating func noteKeys(_ keys: [String], ofOtherDeviceThan device: String) {
        for key in keys {
            guard let place = keyPlace(of: key) else { continue }
            note(.keyOfOtherDevice(key, device: device), at: place)
        }
    }
}
