import Boards
import LinuxHardware
import SignHost

extension ProgramData {
    /// Looks at the program's folder.
    static func read() -> ProgramData {
        do {
            let folder = try DataFolder.path()
            let library = BoardLibrary(folder: folder + "/boards")
            let names = (try? library.names()) ?? []
            let broken = names.filter { (try? library.board($0)) == nil }
            let fonts = ((try? FontCatalog.list(shippedOnly: true)) ?? []).map(\.name)
            return ProgramData(
                folder: folder, boards: names.count - broken.count, brokenBoards: broken, fonts: fonts)
        } catch {
            return ProgramData(problem: "\(error)")
        }
    }
}
