import SignFiles
import SignHost

/// Messages that are made for AWTRIX clocks.
extension BrokerService {
    /// Takes a message at a topic of such a clock.
    func receive(_ route: AWTRIXRoute, app: String?, _ topic: String, _ payload: [UInt8], isRetained: Bool) {
        guard isToBeDone(topic, payload, isRetained: isRetained, isState: route.isState) else { return }
        guard configuration.settings.allow.contains(route.permission) else {
            return refuse(notAllowed(route.permission), topic)
        }
        let means = AWTRIXMeans(cues: Set(configuration.sign.cues), signFile: configuration.signFile)
        let exchange = AWTRIXExchange(
            AWTRIXRequest(route, name: app, body: payload, means), &clockMemory, version: configuration.sign.version,
            uid: configuration.identity.name)
        let new = exchange.ignored.keys.filter {
            ignoredKeys.count < Self.maximumIgnoredKeys && ignoredKeys.insert($0).inserted
        }
        if !new.isEmpty { report("the sign ignores \(new.joined(separator: ", ")) at \(topic)") }
        go(on: exchange, topic)
    }

    /// Hands the next command over, or says what has failed.
    func go(on exchange: AWTRIXExchange, _ topic: String) {
        var exchange = exchange
        while let command = exchange.command {
            do throws(ControlError) {
                try check(command)
            } catch {
                exchange.take(.failure(error))
                continue
            }
            if !order(.command(command), .exchange(exchange, topic: topic)) {
                report("too many commands wait for the sign; one at \(topic) is dropped")
            } else if let percent = command.integer("percent") {
                light.percent = percent
            }
            return
        }
        if let refusal = exchange.refusal {
            refuse(refusal, topic)
        } else if exchange.response.status != 200 {
            report("the command at \(topic) is rejected: AWTRIX clocks do not accept it there, or it names nothing")
        }
    }

    /// Takes what the sign made of a command.
    func go(on exchange: AWTRIXExchange, after answer: SignAnswer, _ topic: String) {
        var exchange = exchange
        switch answer {
        case .done(let members): exchange.take(.success(members))
        case .failed(let error): exchange.take(.failure(error))
        case .picture, .schedule, .preview, .silent: return report("the sign does not answer a command at \(topic)")
        }
        go(on: exchange, topic)
    }

    private static var maximumIgnoredKeys: Int { 256 }
}
