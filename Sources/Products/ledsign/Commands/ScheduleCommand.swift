import ArgumentParser
import LinuxHardware
import Schedules
import SignFiles
import SignHost
import SignPlayback
import Timelines

/// `ledsign schedule`: lists what of a sign is shown when.
struct ScheduleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule",
        abstract: "List what a sign shows when: the times of its messages and calendars.",
        discussion: """
            Each line is a time during which a message may be shown, in the local time of the sign: from its `when`, \
            its calendar and its lifetime. Messages of one zone take turns during their times, and those of a lower \
            priority wait. "later" is an end after the listed time; "before" is a beginning that is not known, because it \
            was more than a year ago, or depends on what was shown before. "(depends on values)" marks messages with \
            `while`. The command needs no board.

            The exit code is 3 if the file has errors, and 1 if it cannot be read.

            Examples:
              ledsign schedule bakery.yaml
              ledsign schedule bakery.yaml --from 2026-12-24 --for 7d
              ledsign schedule bakery.yaml --from 2026-12-24T18:00+01:00 --json
            """)

    @Argument(help: ArgumentHelp("The sign file; `-` is standard input.", valueName: "file"), completion: .signFiles)
    var file: String

    @Option(
        help: ArgumentHelp(
            "Where to start: a date, or a date and time, in the time zone of the sign or with an offset. (default: now)",
            valueName: "date and time"), transform: Self.start)
    var from: (@Sendable (ZoneRules) -> WallTime)?

    @Option(
        "How long a time to list, such as 12h or 7d, 366d at most. (default: 24h)", time: .customLong("for"),
        as: Self.length)
    var duration: Nanoseconds?

    @Flag(help: "Print the times as JSON.")
    var json = false

    func run() throws {
        let file = try readFile()
        let now = SystemWallClock().reading(at: SystemMonotonicClock().now)
        let start = from?(file.zone) ?? now.wall
        let calendars = try SignEvents.calendars(of: file, at: start, log: .messages)
        var subject = ForecastSubject(file, calendars: calendars)
        if from == nil { subject.take(try SignEvents.localFields(of: file, at: start), of: file, at: now) }
        let forecast = Forecast(subject, from: start, for: duration ?? .seconds(86_400))
        let table = ScheduleTable(forecast: forecast)
        if json {
            print(table.json)
        } else {
            table.lines(width: StandardOutput.terminalWidth).forEach { print($0) }
        }
        if forecast.isCut { Messages.warn(table.cutWarning) }
    }

    /// Reads the file; says what is wrong with it as `check` does, and throws the exit code of that.
    private func readFile() throws -> SignFile {
        let (file, problems) = try SignFileLoader.readable(file, takesStandardInput: true)
        guard let file, problems.isEmpty else {
            Messages.say("\(SignError(problems: problems))")
            throw ExitCode.findings
        }
        return file
    }

    /// Reads where to start: what the clocks of the sign show then, or a moment with its offset.
    private static func start(_ text: String) throws -> @Sendable (ZoneRules) -> WallTime {
        if let time = try? LocalTime(parsing: text) { return { $0.wall(of: time) } }
        let moment = try WallTime(option: text)
        return { _ in moment }
    }

    private static func length(_ text: String) throws -> Nanoseconds {
        let length = try Nanoseconds(positiveOption: text)
        guard length <= Forecast.maximumLength else { throw ValidationError("expected a time of at most 366d") }
        return max(length, .seconds(1))
    }
}
