import PixelGraphics
import SettingsFiles

/// What is found before a file is shown.
extension SignPlayer {
    static func area(of zone: SignZone, _ size: Size) -> Rectangle { zone.area ?? Rectangle(size) }

    /// All messages of a file, and the extents of the areas that they are shown on.
    static func placed(_ file: SignFile, _ size: Size) -> [(message: SignMessage, size: Size)] {
        let messages = file.zones.flatMap { zone in zone.messages.map { ($0, area(of: zone, size).size) } }
        return messages + (file.idle.map { [($0, size)] } ?? [])
    }

    /// Finds everything that is wrong with a file on a sign of a size.
    static func check(_ file: SignFile, size: Size, maker: MessageMaker) throws(SignError) {
        var problems: [SignProblem] = []
        func check(_ message: SignMessage, _ size: Size) {
            do throws(SignError) {
                try maker.check(message, size: size)
            } catch {
                problems += error.problems
            }
        }
        for zone in file.zones {
            let area = area(of: zone, size)
            if area.intersection(Rectangle(size)) != area {
                problems += file.error([(.areaOutside(area, of: size), zone.places.area)]).problems
            }
            for message in zone.messages { check(message, area.size) }
        }
        if let idle = file.idle { check(idle, size) }
        problems += maker.imagesProblem(Self.placed(file, size))?.problems ?? []
        guard problems.isEmpty else { throw SignError(problems: problems.withoutRepetitions) }
    }
}
