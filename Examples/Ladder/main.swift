import Foundation
import LEDSignKit

/// Content of our own: a bar that grows by two columns every half second.
struct Ladder: Content {
    static let step = Nanoseconds.milliseconds(500)

    func draw(at instant: Instant, into frame: inout Frame) {
        let rungs = Int((instant - .zero).count / Ladder.step.count)
        frame.canvas.fill(Rectangle(x: 0, y: 0, width: 2 * rungs, height: 8), with: .white)
    }

    func nextChange(after instant: Instant) -> Instant? {
        instant + Ladder.step - Nanoseconds((instant - .zero).count % Ladder.step.count)
    }
}

// Four MAX7219 modules on the first SPI bus of a Raspberry Pi, for two seconds.
let chain = MAX7219Chain(count: 4)
var panel = MAX7219Panel(chain: chain, device: try SPIDeviceFile(path: "/dev/spidev0.0", clockRate: 8_000_000))
var presenter = Presenter(Ladder(), size: chain.size, format: .mono)
let clock = SystemMonotonicClock()
let start = clock.now
var now = Instant.zero
while now < .zero + .seconds(2) {
    if presenter.present(at: now) { try panel.show(presenter.frame, at: now) }
    if let next = presenter.deadline { Thread.sleep(forTimeInterval: Double((next - now).count) / 1e9) }
    now = .zero + (clock.now - start)
}
try panel.stop()
