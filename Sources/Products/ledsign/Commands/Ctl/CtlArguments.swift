/// The options of `ledsign ctl` before its subcommand, as many programs have them: `ledsign ctl --socket X list`.
enum CtlArguments {
    /// The options of `CtlOptions` that have a value.
    private static let options: Set = ["--socket", "--url", "--token", "--timeout"]
    private static let flags: Set = ["--json"]

    /// Puts such options behind the subcommand, where the parser expects them; other words stay in their order.
    ///
    /// - Parameter words: those behind the program's name.
    static func ordered(_ words: [String]) -> [String] {
        guard words.first == "ctl" else { return words }
        var end = 1
        while end < words.count {
            let word = words[end]
            if flags.contains(word) || options.contains(where: { word.hasPrefix($0 + "=") }) {
                end += 1
            } else if options.contains(word), end + 1 < words.count {
                end += 2
            } else {
                break
            }
        }
        guard end < words.count, !words[end].hasPrefix("-") else { return words }
        return ["ctl", words[end]] + words[1..<end] + words[(end + 1)...]
    }
}
