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
            let command = try BrokerCommand.read(target, payload, light)
            try check(command)
            let purpose: Purpose = target == .command ? .request : .command(topic: topic)
            guard order(.command(command), purpose) else {
                report("too many commands wait for the sign; one at \(topic) is dropped")
                return
            }
            // The next command may come before the sign has answered.
            if let percent = command.integer("percent") { light.percent = percent }
        } catch {
            refuse(error, topic)
        }
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

    /// Throws if a command may not come from the broker.
    func check(_ command: SignCommand) throws(ControlError) {
        if let needed = command.permission, !configuration.settings.allow.contains(needed) {
            throw notAllowed(needed)
        }
        if let refusal = configuration.rules.refusal(of: command) { throw refusal }
    }

    func notAllowed(_ permission: MQTTSettings.Permission) -> ControlError {
        ControlError.refused("\"allow\" under \"mqtt\" does not have \"\(permission.rawValue)\"")
    }
}
