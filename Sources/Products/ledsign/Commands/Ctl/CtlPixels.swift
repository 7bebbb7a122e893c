import ArgumentParser
import LinuxSystem
import Settings
import SignHost

struct CtlPixels: CtlRequest {
    static let verb = "pixels"

    @Argument(
        help: ArgumentHelp(
            "stop: take the sign back until the sender was silent; allow: take its pixels again. Without an action, show who sends.",
            valueName: "action"),
        completion: .list(ControlCommand.PixelsAction.allCases.map(\.rawValue)))
    var action: ControlCommand.PixelsAction?

    @OptionGroup var options: CtlOptions

    var fields: [JSONMember] { action.map { [JSONMember("action", .text($0.rawValue))] } ?? [] }

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

extension ControlCommand.PixelsAction: ExpressibleByArgument {}
