import Settings
import SignFiles
import SignHost

/// The part of Tidbyt's API that signs take, so that `pixlet push` and programs made for such displays work with them: one device,
/// whatever it is called, whose installations are the pushed messages of the sign.
///
/// Source of facts: the descriptions of Tidbyt's API, and the server of Tronbyt, which has the same addresses.
enum TidbytDevice {
    /// The bytes that a body may have: an image as large as messages may have, in base64, and its other fields.
    static let maximumBytes = InlineImage.maximumURLBytes + 4_096
    /// How long a picture is shown, as long as on such displays; an animation repeats.
    private static let turn = 15
    /// How urgent a picture is that belongs to no installation: it is shown at once, for one turn.
    private static let priority = 5

    /// Its addresses.
    static let routes = [
        Route("GET", "/v0/devices", .view) { service, _, _, call in
            service.order(.state, for: call, .making { .json(["devices": [device("ledsign", $0)]]) })
        },
        Route("GET", "/v0/devices/{id}", .view) { service, _, names, call in
            service.order(.state, for: call, .making { .json(device(names["id"] ?? "", $0)) })
        },
        Route("PATCH", "/v0/devices/{id}", .token) { service, request, _, call in
            service.order(.command(try brightness(request.body)), for: call, .making { _ in .json([:]) })
        },
        Route("GET", "/v0/devices/{id}/installations", .view) { service, _, _, call in
            service.order(.command(.list), for: call, .making { .json(["installations": .list(installations($0))]) })
        },
        Route("GET", "/v0/devices/{id}/installations/{name}", .view) { service, _, names, call in
            let name = names["name"] ?? ""
            service.order(.command(.list), for: call, .making { installation(name, $0) })
        },
        Route("DELETE", "/v0/devices/{id}/installations/{name}", .token) { service, _, names, call in
            service.order(.command(.remove(name: names["name"] ?? "")), for: call, .making { _ in .json([:]) })
        },
        Route("POST", "/v0/devices/{id}/push", .token, limit: maximumBytes) { service, request, _, call in
            service.order(.command(try message(request.body)), for: call, .making { _ in received })
        },
    ]

    /// The words with which such a server answers to a picture.
    private static let received = HTTPResponse(
        200, headers: [("Content-Type", "text/plain")], body: Array("WebP received.".utf8))

    /// The sign as a device.
    private static func device(_ name: String, _ state: [JSONMember]) -> JSONValue {
        let state = JSONValue.object(state)
        return [
            "id": .text(name), "displayName": .text(name), "brightness": state["brightness"] ?? .null,
            "autoDim": state["auto"] ?? .null, "intervalSec": .integer(turn),
        ]
    }

    /// The pushed messages that have names.
    private static func installations(_ answer: [JSONMember]) -> [JSONValue] {
        guard case .list(let messages)? = JSONValue.object(answer)["messages"] else { return [] }
        return messages.filter { $0["pushed"] == .bool(true) }.compactMap { message in
            message["name"].map { ["id": $0, "appID": $0] }
        }
    }

    private static func installation(_ name: String, _ answer: [JSONMember]) -> HTTPResponse {
        let found = installations(answer).first { $0["id"]?.text == name }
        return found.map { .json($0) } ?? .failure(404, "no-such-message", "there is no installation of that name")
    }

    /// Reads a new brightness in percent; `autoDim` without one returns to that of the sign file.
    private static func brightness(_ body: [UInt8]) throws(ControlError) -> SignCommand {
        let given = JSONValue.object(try SignCommand.members(parsing: body))
        guard [nil, .bool(true), .bool(false)].contains(given["autoDim"]) else {
            throw .wrongValue(field: "autoDim", expected: "true or false", found: "something else")
        }
        if case .number(let number)? = given["brightness"], let percent = Int(number), (0...100).contains(percent) {
            return .brightness(percent: percent)
        }
        guard given["brightness"] == nil, given["autoDim"] == .bool(true) else {
            throw .wrongValue(field: "brightness", expected: "a whole number from 0 to 100", found: "something else")
        }
        return .brightness(percent: nil)
    }

    /// Reads a picture: a message of the name of its installation, or else a notification.
    private static func message(_ body: [UInt8]) throws(ControlError) -> SignCommand {
        let given = JSONValue.object(try SignCommand.members(parsing: body))
        let url = InlineImage.scheme + "image/webp;base64," + (given["image"]?.text ?? "")
        guard InlineImage(url) != nil else {
            throw .wrongValue(
                field: "image", expected: "at most \(InlineImage.maximumBytes >> 10) KiB of an image file in base64",
                found: "something else")
        }
        let names = ["installationID", "installationId"].compactMap { given[$0]?.text }
        let name = names.first { !$0.isEmpty }
        let look: JSONValue = [
            "image": .text(url), "fit": "contain", "duration": .text("\(turn)s"),
            "priority": name == nil ? .integer(priority) : nil,
        ]
        return .push(look: look, name: name, zone: nil)
    }
}
