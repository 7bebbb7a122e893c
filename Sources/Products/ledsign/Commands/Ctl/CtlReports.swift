import ArgumentParser
import Foundation
import ImageFiles
import LinuxSystem
import PixelGraphics
import Settings
import SignHost

struct CtlList: CtlRequest {
    static let verb = "list"
    static let discussion = "The columns are: state, priority, origin (file or pushed), zone, name, text."

    @OptionGroup var options: CtlOptions

    func show(_ answer: JSONValue) {
        guard case .list(let messages)? = answer["messages"] else { return }
        messages.map(Self.row).lines().forEach { print($0) }
    }

    /// The columns of a message.
    private static func row(_ message: JSONValue) -> [String] {
        let priority = message["priority"]?.integer.map { String($0) }
        let text = message["text"]?.text ?? ""
        let line = String(text.map { $0.isNewline ? Character(" ") : $0 })
        let origin = message["pushed"] == .bool(true) ? "pushed" : "file"
        let zone = message["zone"]?.text ?? "-"
        let name = message["name"]?.text ?? "-"
        return [message["state"]?.text ?? "", priority ?? "", origin, zone, name, line].map(PrintableText.line)
    }
}

struct CtlStats: CtlRequest {
    static let verb = "stats"

    @OptionGroup var options: CtlOptions

    func show(_ answer: JSONValue) {
        for member in answer["stats"]?.members ?? [] {
            // A list gets one line for each of its elements.
            if case .list(let elements) = member.value {
                for element in elements { print(PrintableText.line(element["report"]?.text ?? element.line)) }
            } else {
                print(PrintableText.lines("\(member.name): \(member.value.text ?? member.value.line)"))
            }
        }
    }
}

struct CtlScreenshot: CtlRequest {
    static let verb = "screenshot"

    @Argument(
        help: ArgumentHelp("The PNG file to write, or `-` for standard output.", valueName: "file"),
        completion: .file(extensions: ["png"]))
    var file: String

    @Option(
        help: ArgumentHelp(
            "leds: round LEDs at their brightness; pixels: one image pixel per LED, exact colours.", valueName: "style"),
        completion: .list(["leds", "pixels"]))
    var style = PanelStyle.leds

    @OptionGroup var options: CtlOptions

    mutating func validate() throws {
        guard style != .levels else { throw ValidationError("--style must be leds or pixels for a screenshot") }
    }

    func show(_ answer: JSONValue) throws {
        guard let shot = Screenshot(answer) else {
            throw CommandError("the answer of the sign contains no valid picture")
        }
        let painter = PanelPainter(style: style, ledColor: shot.ledColor)
        let bytes = Data(try PNG.encode(painter.paint(shot.frame)))
        if file == "-" { return StandardOutput.write(bytes) }
        do {
            try bytes.write(to: URL(fileURLWithPath: file))
        } catch {
            throw CommandError("cannot write \(file): \(error.localizedDescription)")
        }
    }
}

struct CtlPixels: CtlRequest {
    static let verb = "pixels"

    @Argument(
        help: ArgumentHelp(
            "stop: take the sign back until the sender is silent; allow: accept its pixels again. Without an action, show who sends.",
            valueName: "action"), completion: .list(PixelsAction.allCases.map(\.rawValue)))
    var action: PixelsAction?

    @OptionGroup var options: CtlOptions

    var fields: JSONValue { ["action": action.map { .text($0.rawValue) }] }

    func show(_ answer: JSONValue) {
        guard let pixels = answer["pixels"], pixels.members != nil else { return print(PixelStreamStatus.noPixels) }
        func sender(_ value: JSONValue?) -> String? {
            guard let name = value?["name"]?.text, let proto = value?["protocol"]?.text else { return nil }
            return PrintableText.line("\(name) (\(proto))")
        }
        let isShown = pixels["shown"] == .bool(true)
        print("from: " + (sender(pixels["owner"]).map { $0 + (isShown ? "" : ", not shown now") } ?? "none"))
        if let stopped = sender(pixels["stopped"]) { print("stopped: \(stopped)") }
        if case .list(let others)? = pixels["others"], !others.isEmpty {
            print("others: " + others.compactMap(sender).joined(separator: ", "))
        }
        for count in ["frames", "packets", "dropped"] { print("\(count): \(pixels[count]?.line ?? "")") }
    }
}

extension PixelsAction: ExpressibleByArgument {}
