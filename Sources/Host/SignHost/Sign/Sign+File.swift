import SignFiles
import SignPlayback
import Timelines

/// What the sign file, or a new text, makes of a sign that runs.
extension Sign {
    /// Shows what the file says now, when its images are loaded; a file with problems is ignored.
    func reload(at instant: Instant) {
        let path = player.file.path
        version = FileStamp(path: path)
        do {
            let (readable, problems) = try SignFileLoader.readable(path)
            guard let file = readable else { throw SignError(problems: problems) }
            guard problems.isEmpty else {
                throw SignError(problems: player.problems(of: file, found: problems))
            }
            let changes = file.changesForRestart(
                since: player.file, isBoardGiven: context.isBoardGiven, isStallGiven: context.isStallGiven)
            guard changes.isEmpty else {
                throw SignError(problems: player.problems(of: file, found: changes))
            }
            if player.prepareImages(of: file) { showRead(file, at: instant) } else { pending = file }
        } catch {
            refuse(error)
        }
    }

    /// Shows a file whose images are loaded, or cannot be loaded.
    func showRead(_ file: SignFile, at instant: Instant) {
        pending = nil
        do throws(SignError) {
            try player.show(file, at: time(instant))
            context.events?.take(file)
            if context.clock.take(file) { noteClock(at: instant) }
            askSources()
            if file.brightness.light == nil { problems.light = nil }
            problems.file = []
            noteProblems(at: instant)
            store.keep(file, at: instant)
        } catch {
            refuse(error)
        }
    }

    /// Says why the sign keeps what it showed.
    func refuse(_ error: any Error) {
        pending = nil
        player.forgetPrepared()
        problems.file = (error as? SignError)?.problems.map { "\($0)" } ?? ["\(error)"]
        report(problems.file.joined(separator: "\n"))
    }

    /// Shows the newest text of a sign with one message.
    func takeText(at instant: Instant) {
        do {
            guard let text = try context.texts?.takeNewest(at: instant) else { return }
            // A sign without a text goes dark at once; before a blank, the old text moves off.
            showRead(player.file.showing(text.isEmpty ? " " : text), at: instant)
        } catch {
            refuse(error)
        }
    }
}
