import LinuxSystem

/// What is wrong with a sign, as far as it was recorded; the newest of each kind.
struct SignProblems {
    /// Why the file is not shown as it is now, a line for each problem; empty where it is shown.
    var file: [String] = []
    /// Why knobs and buttons do not work any more; nil where they do, and without some.
    var inputs: String?
    /// Why the light sensor has no value; nil where it has one, and without a sensor.
    var light: String?
    /// Why images are not shown as they are now; nil where all are well.
    var image: String?
    /// What is wrong with a calendar; nil where all are well.
    var calendar: String?
    /// Why a field has no newer value, where a status line shows it.
    var field: String?

    /// All of them in a line; nil where all is well.
    ///
    /// - Parameters:
    ///   - cues: why cues are not played.
    ///   - store: why something will not survive a restart.
    ///   - isWaiting: whether the sign waits for the time of day.
    func line(cues: String?, store: String?, isWaiting: Bool) -> String? {
        let problems = [
            refusal, cues ?? inputs ?? store, light, image, calendar, field, isWaiting ? SignClock.waiting : nil,
        ].compactMap { $0 }
        return problems.isEmpty ? nil : PrintableText.line(problems.joined(separator: "; "))
    }

    /// The first problem of a file that is not shown, in a line.
    private var refusal: String? {
        guard let first = file.first else { return nil }
        let others = file.count - 1
        let more = others == 0 ? "" : others == 1 ? " (and one more problem)" : " (and \(others) more problems)"
        return "keeping the previous sign: \(first)\(more)"
    }
}
