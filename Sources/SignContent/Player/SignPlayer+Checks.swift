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
        let problems = areaProblems(of: file, size: size) + messageProblems(of: file, size: size, maker: maker)
        guard problems.isEmpty else { throw SignError(problems: problems.withoutRepetitions) }
    }

    /// Areas that are not on a sign of a size as a whole.
    static func areaProblems(of file: SignFile, size: Size) -> [SignProblem] {
        let outside = file.zones.filter { zone in
            let area = area(of: zone, size)
            return area.intersection(Rectangle(size)) != area
        }
        return file.error(outside.map { (.areaOutside(area(of: $0, size), of: size), $0.places.area) }).problems
    }

    /// What the messages name and cannot be had, and what cannot be laid out.
    static func messageProblems(of file: SignFile, size: Size, maker: MessageMaker) -> [SignProblem] {
        let placed = placed(file, size)
        let problems = placed.flatMap { maker.problems(of: $0.message, size: $0.size) }
        return problems + (maker.imagesProblem(placed)?.problems ?? [])
    }

    /// Everything that is wrong with a file that is not fit to be shown, with what its messages name; never waits for
    /// images.
    ///
    /// - Parameter found: what was wrong with its values already.
    public func problems(of file: SignFile, found: [SignProblem]) -> [SignProblem] {
        let problems = found + Self.areaProblems(of: file, size: size)
        let all = problems + Self.messageProblems(of: file, size: size, maker: maker(of: file))
        return SignError(problems: all.withoutRepetitions).problems
    }
}
