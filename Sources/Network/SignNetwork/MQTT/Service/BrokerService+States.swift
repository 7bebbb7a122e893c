import Foundation
import ImageFiles
import Settings
import SignHost
import Timelines

extension BrokerService {
    /// Publishes what has changed, and asks the sign for what may have.
    func publishChanges() {
        announce()
        let changes = mailbox.changes
        if !isAsking, isToAsk(for: changes), order(.overview, .overview) {
            (isAsking, askedChanges, wordsDue) = (true, changes, now + Self.wordsTime)
        }
        if mailbox.problem != shownProblem {
            shownProblem = mailbox.problem
            tellStates()
        }
        if let due = statsDue, due <= now, order(.counts, .stats) { statsDue = now + Self.statsTime }
        if let due = pictureDue, due <= now, let time = configuration.settings.picture, order(.picture, .picture) {
            pictureDue = now + time
        }
    }

    /// Whether the sign may have something new; where only values in its texts are, not more than once a second.
    private func isToAsk(for changes: SignChanges?) -> Bool {
        guard overview != nil, let changes, var known = askedChanges else {
            return overview == nil || changes != askedChanges
        }
        guard changes != known else { return false }
        known.words = changes.words
        return changes != known || wordsDue <= now
    }

    /// When new values in texts are to be published; nil where there are none, or where an answer comes before that.
    var nextWords: Instant? {
        guard overview != nil, !isAsking, wordsDue > now, mailbox.changes != askedChanges else { return nil }
        return wordsDue
    }

    /// Does with an answer what it is for.
    func finish(_ purpose: Purpose, _ answer: SignAnswer) {
        switch (purpose, answer) {
        case (.overview, .done(let members)): take(SignOverview(members))
        case (.overview, _): (isAsking, askedChanges) = (false, nil)
        case (.stats, .done(let members)): tellStats(members)
        case (.picture, .picture(let shot)): publish(shot)
        case (.exchange(let exchange, let topic), let answer): go(on: exchange, after: answer, topic)
        case (.command(let topic), .failed(let error)): refuse(error, topic)
        case (.command(let topic), .silent): report("the sign does not answer a command at \(topic)")
        case (.request, .done(let members)): reply(.done(members))
        case (.request, .failed(let error)): reply(.failed(error))
        case (.request, _): reply(["ok": false, "code": "silent"])
        case (.command, _), (.stats, _), (.picture, _): break
        }
    }

    private func take(_ next: SignOverview) {
        isAsking = false
        // What was there before the connection is no event.
        if let before = overview, let changes = publishedChanges, let now = askedChanges {
            for event in next.events(since: before, acknowledged: changes.acknowledgements != now.acknowledgements) {
                publish(configuration.topics("event"), event.json.line)
            }
            for action in now.presses(since: changes) {
                let event: JSONValue = ["event_type": .text(action.rawValue)]
                publish(configuration.topics("button"), event.line)
            }
        }
        (overview, publishedChanges) = (next, askedChanges)
        if next.isAutomatic {
            light.before = nil
        } else if next.percent > 0 {
            light.before = next.percent
        }
        light.percent = next.percent
        tellStates()
    }

    func tellStates() {
        guard let overview else { return }
        let problem = shownProblem
        for state in states.changes(overview, initial: configuration.values, problem: problem) {
            publish(state.topic, state.payload, isRetained: true)
        }
    }

    private func tellStats(_ members: [JSONMember]) {
        let seconds = members.first { $0.name == "seconds" }?.value.integer ?? 0
        let started = Date().addingTimeInterval(-TimeInterval(seconds)).formatted(.iso8601)
        publish(
            configuration.topics("stats"), JSONValue.object(members + [JSONMember("started", .text(started))]).line)
    }

    private func publish(_ shot: Screenshot) {
        // Dashboards show it small; large signs need no large LEDs.
        guard let bytes = try? shot.png(.leds, pitches: 3...8, maximumPixels: 1 << 20), bytes != shownPicture else {
            return
        }
        shownPicture = bytes
        client?.publish(configuration.topics("picture"), bytes)
    }

    /// Publishes the answer to a request.
    private func reply(_ answer: JSONValue) {
        publish(configuration.topics("answer"), answer.line)
    }

    /// Says why a command is not done, to the log and to who listens for answers.
    func refuse(_ error: ControlError, _ topic: String) {
        report("the command at \(topic) is rejected: \(error)")
        reply(.failed(error))
    }
}
