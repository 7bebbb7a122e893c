import ArgumentParser
import Foundation
import ImageFiles
import PixelGraphics
import SignControl

/// `ledsign ctl stats`.
struct CtlStats: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats", abstract: "Print what the sign has done so far.")

    @OptionGroup var options: CtlOptions

    func run() throws {
        try reporting {
            let answer = try options.ask("stats")
            for member in answer?["stats"]?.members ?? [] {
                // A list has a line for each of its elements.
                if case .list(let elements) = member.value {
                    for element in elements { print(PrintableText.line(element["report"]?.text ?? element.line)) }
                } else {
                    print(PrintableText.lines("\(member.name): \(member.value.text ?? member.value.line)"))
                }
            }
        }
    }
}

/// `ledsign ctl screenshot`.
struct CtlScreenshot: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "screenshot", abstract: "Write what the sign shows to a PNG.")

    @Argument(
        help: ArgumentHelp("The file, or `-` for standard output.", valueName: "file"),
        completion: .file(extensions: ["png"]))
    var file: String

    @Option(
        help: ArgumentHelp(
            "leds: round LEDs as bright as they are; pixels: one pixel for every LED, in its own colour.",
            valueName: "style"),
        completion: .list(["leds", "pixels"]))
    var style = PanelStyle.leds

    @OptionGroup var options: CtlOptions

    mutating func validate() throws {
        guard style != .levels else { throw ValidationError("--style is leds or pixels here") }
    }

    func run() throws {
        try reporting {
            guard let answer = try options.ask("screenshot") else { return }
            guard let shot = Screenshot(answer) else { throw Failure("the sign sent no picture") }
            let painter = PanelPainter(style: style, ledColor: shot.ledColor)
            let bytes = Data(try PNG.encode(painter.paint(shot.frame)))
            if file == "-" { return StandardOutput.write(bytes) }
            do {
                try bytes.write(to: URL(fileURLWithPath: file))
            } catch {
                throw Failure("\(file) cannot be written: \(error.localizedDescription)")
            }
        }
    }
}
