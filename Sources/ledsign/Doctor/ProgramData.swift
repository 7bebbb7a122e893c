import Boards

/// What the program ships, as the doctor finds it.
struct ProgramData: Equatable {
    /// The folder; nil where it was not found.
    let folder: String?
    /// Why the folder was not found.
    let problem: String?
    /// The boards that can be read.
    let boards: Int
    /// The names of boards that cannot be read.
    let brokenBoards: [String]
    /// The names of the fonts that the program ships.
    let fonts: [String]

    /// Looks at the program's folder.
    static func read() -> ProgramData {
        do {
            let folder = try DataFolder.path()
            let library = BoardLibrary(folder: folder + "/boards")
            let names = (try? library.names()) ?? []
            let broken = names.filter { (try? library.board($0)) == nil }
            let fonts = ((try? FontCatalog.list(shippedOnly: true)) ?? []).map(\.name)
            return ProgramData(
                folder: folder, problem: nil, boards: names.count - broken.count, brokenBoards: broken, fonts: fonts)
        } catch {
            return ProgramData(folder: nil, problem: "\(error)", boards: 0, brokenBoards: [], fonts: [])
        }
    }

    /// The fonts that texts are set in where none is named.
    static let neededFonts = ["ledsign-6-condensed", "ledsign-8", "ledsign-16-bold", "ledsign-icons-8"]
}
