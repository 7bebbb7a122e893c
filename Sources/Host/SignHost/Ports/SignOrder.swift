import Schedules
import Settings
import SignPlayback

/// What a thread in front of the sign asks of it; the content thread does it.
package enum SignOrder: Sendable {
    /// A request, as the control socket takes it.
    case command(ControlCommand)
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
    /// What a hand on the page does.
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
