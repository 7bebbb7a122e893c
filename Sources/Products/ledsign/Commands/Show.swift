import ArgumentParser
import Settings
import SignHost
import Timelines

/// `ledsign show`: shows one message until interrupted.
struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show a message until interrupted.",
        discussion: """
            On a simulated board, or with --simulate, the sign is drawn in the terminal: space pauses, the arrow keys \
            move the text by a pixel, the mouse drags it, and q quits. On other boards the message is shown on the panel \
            until ctrl-c or another signal; then the panel goes dark.

            Examples:
              ledsign show "Fresh bread until noon"
              ledsign show "Fresh bread" --board max7219-32x8
              ledsign show "Fresh bread" --board max7219-32x8 --simulate
              ledsign show --file news.txt --color orange
              date | ledsign show -
              ledsign show --speed 37.3 -- "-5°C and snow"

            With --file, the text follows changes of the file. With `-`, each line of standard input is a message.
            """)

    @OptionGroup var source: TextSource
    @OptionGroup var options: MessageOptions
    @OptionGroup var board: BoardChoice

    @Flag(help: "Also draw in the terminal what a simulated panel decodes from the wires.")
    var simulate = false

    @Option("Stop after this time.", time: .customLong("for"))
    var duration: Nanoseconds?

    @Option(
        name: .customLong("repeat"), parsing: .unconditional,
        help: ArgumentHelp("Stop after this many cycles.", valueName: "number"), transform: JSONValue.option("repeat"))
    var cycles: JSONValue?

    @OptionGroup var runtime: RuntimeOptions

    func run() throws {
        try source.requireText(of: Show.self)
        var setup = try runtime.setup(board: board, simulate: simulate, duration: duration)
        let connections = setup.connections
        setup.connections = { [source] board, file in
            let connections = try connections(board, file)
            try source.checkStandardInput(isTerminalUsed: !connections.outputs.isEmpty)
            return connections
        }
        let sign = try options.sign(cycles: cycles)
        try runtime.finish(try SignRunner(.message(sign, source.origin), setup).run())
    }
}
