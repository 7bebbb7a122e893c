import ArgumentParser
import SignControl

/// A command that has no options but a zone.
protocol CtlZoneCommand: CtlRequest {
    var zone: CtlZone { get }
}

extension CtlZoneCommand {
    var members: [JSONMember] { zone.members }
}

/// `ledsign ctl pause`.
struct CtlPause: CtlZoneCommand {
    static let name = "pause"
    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Let the sign stand still where it is.")
    @OptionGroup var zone: CtlZone
    @OptionGroup var options: CtlOptions
}

/// `ledsign ctl resume`.
struct CtlResume: CtlZoneCommand {
    static let name = "resume"
    static let configuration = CommandConfiguration(commandName: name, abstract: "Go on after a pause.")
    @OptionGroup var zone: CtlZone
    @OptionGroup var options: CtlOptions
}

/// `ledsign ctl next`.
struct CtlNext: CtlZoneCommand {
    static let name = "next"
    static let configuration = CommandConfiguration(commandName: name, abstract: "Go on to the next message.")
    @OptionGroup var zone: CtlZone
    @OptionGroup var options: CtlOptions
}

/// `ledsign ctl acknowledge`.
struct CtlAcknowledge: CtlZoneCommand {
    static let name = "acknowledge"
    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Take note of an urgent message: it is shown no longer.")
    @OptionGroup var zone: CtlZone
    @OptionGroup var options: CtlOptions
}

/// `ledsign ctl brightness`.
struct CtlBrightness: CtlRequest {
    static let name = "brightness"
    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Set the brightness until the sign is started anew.")

    @Argument(
        help: ArgumentHelp(
            "0 to 100, or `auto` for that of the sign file, with its times and its light sensor.", valueName: "percent"),
        completion: .list(["auto", "25", "50", "75", "100"]))
    var percent: String

    @OptionGroup var options: CtlOptions

    mutating func validate() throws {
        // It was called usual before signs had times and sensors.
        guard ["auto", "usual"].contains(percent) || (0...100).contains(Int(percent) ?? -1) else {
            throw ValidationError("the brightness is 0 to 100, or auto, not \"\(percent)\"")
        }
    }

    var members: [JSONMember] { [JSONMember("percent", Int(percent).map { .integer($0) } ?? .null)] }
}

/// `ledsign ctl drag`.
struct CtlDrag: CtlRequest {
    static let name = "drag"
    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Move the text by hand: to the right or down, or back with a negative number.")

    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("Pixels, such as 12 or -5.", valueName: "pixels"))
    var pixels: [String]

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The speed at which it is let go, in pixels per second.", valueName: "speed"))
    var velocity: Int?

    @OptionGroup var zone: CtlZone
    @OptionGroup var options: CtlOptions

    func validate() throws { _ = try distance }

    /// The number of pixels.
    private var distance: Int {
        get throws {
            let words = try DashedWords.values(pixels)
            guard words.count == 1, let distance = Int(words[0]) else {
                let given = words.joined(separator: " ")
                throw ValidationError("a drag is by one number of pixels such as 12 or -5, not \"\(given)\"")
            }
            return distance
        }
    }

    var members: [JSONMember] {
        var members = [JSONMember("pixels", .integer((try? distance) ?? 0))]
        if let velocity { members.append(JSONMember("velocity", .integer(velocity))) }
        return members + zone.members
    }
}

/// `ledsign ctl cue`.
struct CtlCue: CtlRequest {
    static let name = "cue"
    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Pulse the line of a cue at once, to try its wires.")

    @Argument(help: ArgumentHelp("The name of the cue in the sign file.", valueName: "name"))
    var cue: String

    @OptionGroup var options: CtlOptions

    var members: [JSONMember] { [JSONMember("name", .text(cue))] }
}

/// `ledsign ctl reload`.
struct CtlReload: CtlRequest {
    static let name = "reload"
    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Read the sign file again; a broken one changes nothing.")

    @OptionGroup var options: CtlOptions
}
