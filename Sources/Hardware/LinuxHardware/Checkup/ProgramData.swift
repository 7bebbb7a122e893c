/// The boards and fonts that the program ships, as far as they were found.
package struct ProgramData: Equatable {
    /// The folder; nil if it was not found.
    let folder: String?
    /// Why the folder was not found.
    let problem: String?
    /// The number of boards that can be read.
    let boards: Int
    /// The names of boards that cannot be read.
    let brokenBoards: [String]
    /// The names of the fonts that the program ships.
    let fonts: [String]

    package init(folder: String, boards: Int, brokenBoards: [String], fonts: [String]) {
        (self.folder, problem) = (folder, nil)
        (self.boards, self.brokenBoards, self.fonts) = (boards, brokenBoards, fonts)
    }

    /// A folder that was not found, and why.
    package init(problem: String) {
        (folder, self.problem) = (nil, problem)
        (boards, brokenBoards, fonts) = (0, [], [])
    }

    /// The fonts of texts that do not name a font.
    static let neededFonts = ["ledsign-6-condensed", "ledsign-8", "ledsign-16-bold", "ledsign-icons-8"]
}
