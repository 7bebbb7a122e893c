import PixelGraphics
import Settings
import SignFiles

extension SignZone {
    /// Its area on a sign of a size.
    func area(_ size: Size) -> Rectangle { area ?? Rectangle(size) }
}

extension SignFile {
    /// All messages, and the extents of the areas that they are shown on.
    func placedMessages(_ size: Size) -> [(message: SignMessage, size: Size)] {
        let messages = zones.flatMap { zone in zone.messages.map { ($0, zone.area(size).size) } }
        return messages + (idle.map { [($0, size)] } ?? [])
    }

    /// Areas that are partly outside of a sign of a size.
    func areaProblems(_ size: Size) -> [SignProblem] {
        let outside = zones.filter { zone in
            let area = zone.area(size)
            return area.intersection(Rectangle(size)) != area
        }
        return error(outside.map { (.areaOutside($0.area(size), of: size), $0.areaPlace.place) }).problems
    }
}

extension MessageMaker {
    /// Finds everything that is wrong with the file on a sign of a size.
    func checkFile(_ size: Size) throws(SignError) {
        let problems = file.areaProblems(size) + problems(size)
        guard problems.isEmpty else { throw SignError(problems: problems.withoutRepetitions) }
    }

    /// What the messages of the file name and is missing, and what cannot be laid out.
    func problems(_ size: Size) -> [SignProblem] {
        let placed = file.placedMessages(size)
        let problems = placed.flatMap { self.problems(of: $0.message, size: $0.size) }
        return problems + (imagesProblem(placed)?.problems ?? [])
    }

    /// What all images of the file are known by.
    func imageKeys(_ size: Size) -> [ImageCache.Key] {
        file.placedMessages(size).flatMap { imageKeys(of: $0.message, size: $0.size) }
    }
}
