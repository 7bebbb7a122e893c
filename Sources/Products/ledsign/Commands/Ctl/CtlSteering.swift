import ArgumentParser
import Settings
import SignHost

struct CtlBrightness: CtlRequest {
    static let verb = "brightness"

    @Argument(
        help: ArgumentHelp(
            "0 to 100, or `auto` to follow the sign file again, with its times and its light sensor.",
            valueName: "percent"), completion: .list(["auto", "25", "50", "75", "100"]))
    var percent: String

    @OptionGroup var options: CtlOptions

    mutating func validate() throws {
        // Earlier versions called it `usual`.
        guard ["auto", "usual"].contains(percent) || (0...100).contains(Int(percent) ?? -1) else {
            throw ValidationError("the brightness must be 0 to 100, or auto, not \"\(percent)\"")
        }
    }

    var fields: JSONValue { ["percent": Int(percent).map { .integer($0) } ?? .null] }
}

struct CtlDrag: CtlRequest {
    static let verb = "drag"

    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("Pixels, such as 12 or -5.", valueName: "pixels"))
    var pixels: [String]

    @Option("The speed at the end of the drag, in pixels per second.", value: "speed", parsing: .unconditional)
    var velocity: Int?

    @OptionGroup var zone: CtlZone
    @OptionGroup var options: CtlOptions

    func validate() throws { _ = try distance }

    /// The number of pixels.
    private var distance: Int {
        get throws {
            let words = try Ctl.dashedValues(pixels)
            guard words.count == 1, let distance = Int(words[0]) else {
                let given = words.joined(separator: " ")
                throw ValidationError("expected one number of pixels, such as 12 or -5, not \"\(given)\"")
            }
            return distance
        }
    }

    var fields: JSONValue {
        ["pixels": .integer((try? distance) ?? 0), "velocity": velocity.map { .integer($0) }, "zone": zone.json]
    }
}
