import Settings
import SignFiles
import SignHost
import SignNetwork

private let topics = TopicName("ledsign/bakery").map { BrokerTopics(base: $0, groups: ["windows", "a/b"]) }
private let clock = TopicName("awtrix").map { AWTRIXTopics(prefix: $0) }

/// Messages of a broker: a topic in the first line, then the payload.
///
/// Topics are those of the sign or none, commands are within their limits, and what is told of them is a line of JSON.
let fuzzMQTT: FuzzTarget = { data, count in
    let bytes = input(data, count)
    let line = bytes.prefix { $0 != 0x0A }
    let payload = Array(bytes.dropFirst(line.count + 1))
    let name = String(decoding: line, as: UTF8.self)
    _ = MQTTSettings.Broker(name)
    if let topic = TopicName(name) { precondition(!topic.text.contains { "+#\0".contains($0) }, "no wildcards") }
    precondition(TopicName.isLevel(TopicName(level: name).text), "any text makes a level")
    if let call = clock?.call(at: "awtrix/" + name) {
        precondition(!call.route.isReading, "the topics of AWTRIX clocks ask for nothing")
        let isNamed = call.name.map { !$0.isEmpty && !$0.contains("/") } ?? false
        precondition(isNamed == (call.route == .custom), "apps have a name of one level")
    }
    let light = BrokerTarget.Light(percent: count % 101, before: count % 2 == 0 ? nil : 40)
    for topic in [name, "ledsign/bakery/" + name, "ledsign/group/windows/" + name] {
        guard let target = topics?.target(of: topic) else { continue }
        do throws(ControlError) {
            let command = try target.command(payload, light)
            precondition(payload.count <= target.maximumBytes, "payloads are bounded")
            if let percent = command.integer("percent") { precondition((0...100).contains(percent), "a percentage") }
            if let permission = command.permission, let needed = target.permission {
                precondition(permission == needed, "a topic asks for what it is allowed for")
            }
        } catch {
            precondition(!"\(error)".isEmpty, "errors say why")
        }
    }
    checkPackets(bytes)
    guard let members = (try? JSONValue(parsing: payload))?.members, let topics else { return 0 }
    var states = SignStates(topics)
    for state in states.changes(SignOverview(members), initial: [name: name], problem: name) {
        precondition(state.topic.hasPrefix("ledsign/bakery/"), "states are at topics of the sign")
        precondition(!state.topic.contains { "+#\0".contains($0) }, "no wildcards in topics")
    }
    var configuration = BrokerConfiguration(
        MQTTSettings(MQTTSettings.Broker(host: "localhost", port: 1_883)), signFile: "", machine: name, machineID: name)
    configuration.sign.cues = members.map(\.name)
    configuration.sign.variables = members.map(\.name)
    let text = Array((configuration.discovery?.payload.line ?? "").utf8)
    precondition((try? JSONValue(parsing: text)) != nil, "discovery is JSON")
    return 0
}

/// Bytes of a broker make the same packets however they come, and what is kept of them is bounded.
private func checkPackets(_ bytes: [UInt8]) {
    func packets(_ size: Int) -> [MQTTReader.Packet] {
        var reader = MQTTReader()
        var packets: [MQTTReader.Packet] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            var piece = rest.prefix(size)
            rest = rest.dropFirst(size)
            do throws(ConnectionError) {
                while let packet = try reader.next(&piece) { packets.append(packet) }
            } catch {
                return packets
            }
            precondition(reader.keptBytes <= min(MQTTReader.maximumKept, bytes.count), "what is kept is bounded")
        }
        return packets
    }
    let whole = packets(.max)
    for case .message(let message) in whole {
        precondition(message.payload.count <= MQTTReader.maximumBytes, "payloads are bounded")
        precondition(message.topic.utf8.count <= MQTTReader.maximumTopicBytes, "topics are bounded")
    }
    precondition(packets(1) == whole, "pieces make no difference")
}
