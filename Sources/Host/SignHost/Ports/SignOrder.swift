import Schedules
import Settings
import SignPlayback
import Timelines

/// What a thread in front of the sign asks of it; the content thread does it.
package enum SignOrder: Sendable {
    /// A request, as the control socket takes it.
    case command(SignCommand)
    /// What the picture of a message in a zone is made of.
    case preview(zone: String?)
    /// What a page needs to know.
    case state
    /// The same with all messages and variables.
    case overview
    /// The counts for a monitor.
    case counts
    /// What is shown when.
    case schedule
    /// The picture.
    case picture
    /// What a drag on the page does.
    case drag(DragStep)
}

/// What the sign answers.
package enum SignAnswer: Sendable {
    case done([JSONMember])
    case failed(ControlError)
    case picture(Screenshot)
    /// What a forecast is made of, and what the wall clock shows.
    case schedule(ForecastSubject, from: WallTime)
    /// What the picture of a message is made of.
    case preview(PreviewSubject)
    /// The sign has ended, or does not answer.
    case silent
}

extension Sign {
    /// Does what a thread in front of the sign asks for.
    package func answer(_ order: SignOrder, at instant: Instant) -> SignAnswer {
        do throws(ControlError) {
            switch order {
            case .command(let command): return .done(try command.perform(on: self, at: instant))
            case .state: return .done(state(at: instant))
            case .overview:
                return .done(
                    state(at: instant) + (try SignCommand.list.perform(on: self, at: instant))
                        + (try SignCommand.get(name: nil).perform(on: self, at: instant))
                )
            case .counts: return .done(counts(at: instant))
            case .schedule:
                let (subject, time) = forecast(at: instant)
                return .schedule(subject, from: time)
            case .preview(let zone): return .preview(try previewSubject(zone: zone, at: instant))
            case .picture: return .picture(try screenshot(at: instant))
            case .drag(let step):
                try drag(step, at: instant)
                return .done([])
            }
        } catch {
            return .failed(error)
        }
    }
}
