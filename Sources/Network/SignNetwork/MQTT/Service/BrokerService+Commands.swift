import Settings
import SignFiles
import SignHost

extension BrokerService {
    /// Takes a message of the broker.
    func receive(_ topic: String, _ payload: [UInt8], isRetained: Bool) {
        fields.take(payload, topic: topic)
        if takeDiscovery(topic, payload, isRetained: isRetained) { return }
        guard let target = configuration.topics.target(of: topic) else {
            if let (route, app) = configuration.clock?.call(at: topic) {
                receive(route, app: app, topic, payload, isRetained: isRetained)
            }
            return
        }
        guard isToBeDone(topic, payload, isRetained: isRetained, isState: target.isState) else { return }
        do throws(ControlError) {
            let command = try target.command(payload, light)
            if let refusal = refusal(of: command) { throw refusal }
            perform(command, target == .command ? .request : .command(topic: topic), topic)
        } catch {
            refuse(error, topic)
        }
    }

    private func perform(_ command: SignCommand, _ purpose: Purpose, _ topic: String) {
        guard order(.command(command), purpose) else {
            return report("too many commands wait for the sign; one at \(topic) is dropped")
        }
        // The next command may come before the sign has answered.
        if let percent = command.integer("percent") { light.percent = percent }
    }

    /// Whether a message is to be done: one that the broker keeps only if it says how something is to be, and once.
    func isToBeDone(_ topic: String, _ payload: [UInt8], isRetained: Bool, isState: Bool) -> Bool {
        guard isRetained else { return true }
        guard isState else {
            if retained.isToReport(topic) {
                report("the retained command at \(topic) is ignored; send commands without \"retain\"")
            }
            return false
        }
        return retained.isNew(topic, payload)
    }

    /// Why a command may not come from the broker; nil if it may.
    func refusal(of command: SignCommand) -> ControlError? {
        if let needed = command.permission, !configuration.settings.allow.contains(needed) {
            return notAllowed(needed)
        }
        return configuration.rules.refusal(of: command)
    }

    func notAllowed(_ permission: MQTTSettings.Permission) -> ControlError {
        ControlError.refused("\"allow\" under \"mqtt\" does not have \"\(permission.rawValue)\"")
    }
}

/// Messages that are made for AWTRIX clocks.
extension BrokerService {
    /// Takes a message at a topic of such a clock.
    func receive(_ route: AWTRIXRoute, app: String?, _ topic: String, _ payload: [UInt8], isRetained: Bool) {
        guard isToBeDone(topic, payload, isRetained: isRetained, isState: route.isState) else { return }
        guard configuration.settings.allow.contains(route.permission) else {
            return refuse(notAllowed(route.permission), topic)
        }
        let means = AWTRIXMeans(
            cues: Set(configuration.sign.cues), signFile: configuration.signFile,
            fetchesIcons: configuration.rules.allowsIcons)
        let exchange = AWTRIXExchange(
            route, name: app, body: payload, means, &clockMemory, version: configuration.sign.version,
            uid: configuration.identity)
        if let words = clockMemory.report(exchange.ignored) { report("\(words) at \(topic)") }
        go(on: exchange, topic)
    }

    /// Hands the next command over, or says what has failed; takes what the sign made of the last one first.
    func go(on exchange: AWTRIXExchange, after answer: SignAnswer? = nil, _ topic: String) {
        var exchange = exchange
        if let answer, !exchange.take(answer) { return report("the sign does not answer a command at \(topic)") }
        if let command = exchange.next(refusal: refusal) {
            perform(command, .exchange(exchange, topic: topic), topic)
        } else if let refusal = exchange.refusal {
            refuse(refusal, topic)
        } else if exchange.response.status != 200 {
            report("the command at \(topic) is rejected: AWTRIX clocks do not accept it there, or it names nothing")
        }
    }
}
