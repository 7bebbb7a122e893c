import Settings

extension SignFile {
    /// What a running sign cannot take over from a file that was changed.
    ///
    /// - Parameters:
    ///   - old: what the sign was started with.
    ///   - isBoardGiven: whether the board was chosen elsewhere, so that the file's does not count.
    ///   - isStallGiven: whether the stall time was chosen elsewhere.
    package func changesForRestart(
        since old: SignFile, isBoardGiven: Bool = false, isStallGiven: Bool = false
    ) -> [SignProblem] {
        var found: [(reason: SignReason, place: TextPlace?)] = []
        if board != old.board, !isBoardGiven {
            found.append((.needsRestart(key: "board", was: old.board, now: board), boardPlace))
        }
        if stall != old.stall, !isStallGiven {
            found.append((.needsRestart(key: "stall", was: old.stall.text, now: stall.text), stallPlace))
        }
        for key in SignInstallation.keys where installation.differs(from: old.installation, in: key) {
            let was = old.installation.gives(key)
            let other = was ? "different" : "set"
            let now = installation.gives(key) ? other : nil
            found.append((.needsRestart(key: key, was: was ? "set" : nil, now: now), installationPlaces[key]))
        }
        return error(found).problems
    }
}
