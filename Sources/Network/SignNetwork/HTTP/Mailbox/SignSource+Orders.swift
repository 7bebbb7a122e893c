import Settings
import SignHost
import Timelines

extension SignSource {
    /// Does what a thread of the network asks for.
    package func answer(_ order: SignOrder, at instant: Instant) -> SignAnswer {
        do throws(ControlError) {
            switch order {
            case .command(let command): return .done(try perform(command, at: instant))
            case .state: return .done(state(at: instant))
            case .overview:
                return .done(
                    state(at: instant) + (try perform(.list, at: instant)) + (try perform(.get(name: nil), at: instant))
                )
            case .counts: return .done(counts(at: instant))
            case .schedule:
                let (subject, time) = forecast(at: instant)
                return .schedule(subject, from: time)
            case .preview(let zone): return .preview(try previewSubject(zone: zone, at: instant))
            case .picture: return .picture(try screenshot(at: instant))
            case .hand(let steering):
                try move(steering, at: instant)
                return .done([])
            }
        } catch {
            return .failed(error)
        }
    }

    private func move(_ steering: LiveHands.Steering, at instant: Instant) throws(ControlError) {
        switch steering {
        case .begin(let zone): try beginDrag(zone: zone, at: instant)
        case .move(let zone, let pixels): try drag(by: pixels, zone: zone, at: instant)
        case .release(let zone, let velocity): try release(velocity: velocity, zone: zone, at: instant)
        }
    }
}
