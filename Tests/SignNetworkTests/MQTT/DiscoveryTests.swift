import CSignNetwork
import Settings
import SignFiles
import SignTestSupport
import Testing

@testable import SignNetwork

/// What Home Assistant learns of a sign.
@Suite struct DiscoveryTests {
    private func discovery(_ change: (inout Discovery.Sign) -> Void = { _ in }) throws -> Discovery {
        var sign = Discovery.Sign(
            name: "Bakery window", board: "hub75-64x32", version: "0.3.0", page: "http://192.168.1.20:8080/")
        change(&sign)
        let base = try #require(TopicName("ledsign/bakery"))
        return Discovery(
            sign: sign, topics: BrokerTopics(base: base),
            identity: Discovery.identity(machine: "0123", topic: "ledsign/bakery"), prefix: "homeassistant")
    }

    @Test(
        "the hash is SHA-256, by the examples of FIPS 180-4 and coreutils",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ])
    func hash(text: String, digits: String) throws {
        let digest = try Array(text.utf8).digest(GNUTLS_DIG_SHA256).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        expectEqual(digest.joined(), digits)
    }

    @Test("the identity is that of the machine and the topic")
    func identity() {
        // printf '0123\nledsign\nledsign/bakery' | sha256sum
        expectEqual(Discovery.identity(machine: "0123", topic: "ledsign/bakery"), "ledsign_d3aae7fe")
        #expect(
            Discovery.identity(machine: "0123", topic: "ledsign/door")
                != Discovery.identity(machine: "0123", topic: "ledsign/bakery"))
    }

    @Test("the device")
    func device() throws {
        let discovery = try discovery()
        expectEqual(discovery.topic, "homeassistant/device/ledsign_d3aae7fe/config")
        expectEqual(discovery.birthTopic, "homeassistant/status")
        let payload = discovery.payload
        expectEqual(payload.members?.map(\.name), ["dev", "o", "avty_t", "qos", "cmps"])
        expectEqual(payload["avty_t"]?.text, "ledsign/bakery/status")
        expectEqual(payload["dev"]?.members?.map(\.name), ["ids", "name", "mf", "mdl", "sw", "cu"])
        expectEqual(payload["dev"]?["cu"]?.text, "http://192.168.1.20:8080/")
        expectEqual(payload["o"]?["name"]?.text, "ledsign")
    }

    @Test("the entities of every sign, and those of what a sign has")
    func entities() throws {
        let usual = [
            "light", "message", "notify", "paused", "brightness_auto", "next", "acknowledge", "shown", "started",
            "lateness", "problem", "events",
        ]
        try expectEqual(discovery().entities.map(\.name), usual)
        let rich = try discovery { sign in
            sign.cues = ["bell", "a b"]
            sign.variables = ["score", "a/b", "a-b", "a b"]
            sign.hasPicture = true
            sign.buttons = ["acknowledge", "next"]
        }
        let keys = Set(rich.entities.map(\.name))
        expectEqual(
            keys,
            Set(
                usual + [
                    "cue_bell", "cue_a_b", "picture", "buttons", "variable_score", "variable_a_b", "variable_a_b_",
                ]))
        expectEqual(rich.payload["cmps"]?["buttons"]?["evt_typ"]?.line, "[\"acknowledge\", \"next\"]")
        let light = rich.payload["cmps"]?["light"]
        expectEqual(light?["name"], .null)
        expectEqual(light?["cmd_t"]?.text, "ledsign/bakery/light/set")
        expectEqual(light?["uniq_id"]?.text, "ledsign_d3aae7fe_light")
        expectEqual(rich.payload["cmps"]?["lateness"]?["en"], .bool(false))
    }

    @Test("what a former message had and this one has not is removed by its platform alone")
    func gone() throws {
        let former = try discovery { $0.cues = ["bell"] }
        let now = try discovery()
        let gone = now.entitiesGone(since: Array(former.payload.line.utf8))
        expectEqual(gone.map(\.name), ["cue_bell"])
        expectEqual(now.payload(removing: gone)["cmps"]?["cue_bell"]?.line, "{\"p\": \"button\"}")
        #expect(now.entitiesGone(since: Array("nonsense".utf8)).isEmpty)
        #expect(now.entitiesGone(since: Array(now.payload.line.utf8)).isEmpty)
    }
}
