import PixelGraphics
import Settings

/// What a sign file says of the world around the sign: who may steer it, its page, its MQTT broker, pixels from the network,
/// knobs and buttons, lines for buzzers and relays, and the panel wall that the sign is part of.
///
/// All of it is taken when the sign starts; changes need a restart.
package struct SignInstallation: Equatable, Sendable {
    /// Where requests are taken, and what is kept of them.
    package var control = ControlSettings()
    /// Where the page and the API are served; nil for nowhere.
    package var http: HTTPSettings?
    /// The MQTT broker; nil for none.
    package var mqtt: MQTTSettings?
    /// Who may send pixels; nil where none are taken.
    package var pixels: PixelSettings?
    /// Knobs and buttons; nil for none.
    package var inputs: InputSettings?
    /// Lines that cues of parts pulse, by their names.
    package var cues: [String: CueSettings] = [:]
    /// The place of the sign on a wall; nil if it is alone.
    package var wall: PanelWallSettings?

    /// How many cues there may be: lines of one chip that are driven together.
    static let maximumCues = 32
}

extension SignInstallation {
    /// The keys that a file says it by.
    package static let keys = ["control", "http", "mqtt", "pixels", "hands", "cues", "wall"]

    /// Whether anything is said by a key.
    func gives(_ key: String) -> Bool { differs(from: SignInstallation(), in: key) }

    /// Whether another one says something else by a key.
    func differs(from other: SignInstallation, in key: String) -> Bool {
        switch key {
        case "control": control != other.control
        case "http": http != other.http
        case "mqtt": mqtt != other.mqtt
        case "pixels": pixels != other.pixels
        case "hands": inputs != other.inputs
        case "cues": cues != other.cues
        default: wall != other.wall
        }
    }

    /// Reads the keys `control`, `http`, `mqtt`, `pixels`, `hands`, `cues` and `wall`; wrong ones count as missing.
    init(_ fields: inout SignFields) {
        self.init()
        fields.readKeys("control", expected: "keys such as socket, group and state", into: &control) {
            ControlSettings(&$0)
        }
        HTTPSettings.read(&fields, into: &http)
        MQTTSettings.read(&fields, into: &mqtt)
        fields.readKeys("pixels", expected: "keys such as protocols and zone, or {} for the defaults", into: &pixels) {
            PixelSettings(&$0)
        }
        fields.readKeys("hands", expected: "the keys encoder and buttons", into: &inputs) { InputSettings(&$0) }
        fields.readKeys("cues", expected: "cues by name, each with its line and width", into: &cues, Self.cues)
        fields.readKeys("wall", expected: "the keys x, y, width and height in pixels", into: &wall) {
            PanelWallSettings(&$0)
        }
    }

    private static func cues(_ fields: inout SignFields) -> [String: CueSettings]? {
        let names = fields.givenKeys
        var cues: [String: CueSettings] = [:]
        for name in names.prefix(maximumCues) {
            let words = "the line and the width of a cue, such as {line: 17, width: 50ms}"
            cues[name] = fields.keys(name, expected: words) { CueSettings(&$0) }
        }
        for name in names.dropFirst(maximumCues) { fields.accept(name) }
        if names.count > maximumCues {
            fields.recordProblem(
                .outOfRange(key: "cues", expected: "at most \(maximumCues) cues", found: "\(names.count)"),
                at: fields.keyPlace(of: names[maximumCues]))
        }
        return cues.count == names.count ? cues : nil
    }
}

/// The place of a sign on a panel wall: several signs that show one picture.
package struct PanelWallSettings: Equatable, Sendable {
    /// The top left pixel of the sign on the wall.
    package var origin: Point
    /// The extent of the whole wall in pixels.
    package var size: Size

    /// The pixels that a wall may have in each direction.
    static let extents = 1...65_536

    /// The part of the wall that a sign of a size shows.
    package func window(of size: Size) -> Rectangle {
        Rectangle(x: origin.x, y: origin.y, width: size.width, height: size.height)
    }
}

extension PanelWallSettings {
    /// Reads the keys `x`, `y`, `width` and `height`; nil if there are problems.
    init?(_ fields: inout SignFields) {
        var origin = Point.zero
        fields.read("x", in: 0...Self.extents.upperBound - 1, into: &origin.x)
        fields.read("y", in: 0...Self.extents.upperBound - 1, into: &origin.y)
        let width = fields.value("width", as: .integer(in: Self.extents))
        let height = fields.value("height", as: .integer(in: Self.extents))
        guard let width, let height else { return nil }
        self.init(origin: origin, size: Size(width: width, height: height))
    }
}

/// Where a sign takes requests, who may send them, and what is kept of them.
package struct ControlSettings: Equatable, Sendable {
    /// Where a file is that a sign makes.
    package enum Place: Equatable, Sendable {
        /// At the default place of this user or service.
        case `default`
        /// There is no such file.
        case none
        case path(String)
    }

    /// The socket; without one the sign cannot be controlled.
    package var socket = Place.default
    /// The group whose members may send requests, by name or number; nil for the sign's own user alone.
    package var group: String?
    /// The permissions of the socket, such as 0o660; nil for those that suit the group.
    package var mode: Int?
    /// The state file, which outlives the program; without one pushed messages end with it.
    package var state = Place.default

}

extension ControlSettings {
    /// Reads the keys `socket`, `group`, `mode` and `state`; wrong values have their defaults.
    init(_ fields: inout SignFields) {
        self.init()
        Self.read("socket", "the path of a socket, or none", &fields, into: &socket)
        Self.read("state", "the path of a file for pushed messages, or none", &fields, into: &state)
        let groups = SignFields.ValueForm.text("the name or the number of a group") { text in
            text.isEmpty || text.contains { $0 == " " || $0 == ":" } ? nil : text
        }
        fields.read("group", as: groups, into: &group)
        let modes = SignFields.ValueForm<Int>("permissions in octal digits such as 660, at most 777") { text in
            let isOctal = (3...4).contains(text.count) && text.utf8.allSatisfy { (0x30...0x37).contains($0) }
            guard isOctal, let mode = Int(text, radix: 8) else { return .wrongType }
            return mode <= 0o777 ? .value(mode) : .outOfRange
        }
        fields.read("mode", as: modes, into: &mode)
    }

    private static func read(_ key: String, _ expected: String, _ fields: inout SignFields, into place: inout Place) {
        var path: String?
        fields.read(key, as: .path(expected), into: &path)
        if let path { place = path == "none" ? .none : .path(path) }
    }
}
