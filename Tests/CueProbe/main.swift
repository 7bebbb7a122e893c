// Plays pulses on GPIO lines as its arguments say; the tests run it under the model of the kernel.
//
//   cue-probe LINES REST END PULSE...      END is end, abort or raise; PULSE is LINE:START:WIDTH in ms from now
//
// LINES are numbers with commas between them; REST is binary, the last digit is the first line. Prints the instant from which
// the pulses count, in ns of CLOCK_MONOTONIC, and then what happened. With `abort` it aborts after the first pulse has begun; with `raise` it sends itself the
// signal of aborts, and goes on to its end where that does nothing.
import Glibc
import KernelModel
import LinuxHardware
import PanelDrivers
import SignHost
import Timelines

let arguments = CommandLine.arguments
guard arguments.count > 4, let rest = UInt64(arguments[2], radix: 2) else {
    fatalError("cue-probe LINES REST END PULSE...")
}
let numbers = arguments[1].split(separator: ",").compactMap { Int($0) }
let lines = try CueLines(lines: numbers.map { .offset($0) }, restLevels: rest)
// A busy machine makes no pulse late.
let clock = SteadyClock()

/// A bus to watch over, without which no handlers are installed.
final class Bus {
    private let lines: GPIOOutputLines
    private let watch: FailDark

    init() throws {
        lines = try GPIOOutputLines(lines: [.offset(11), .offset(10), .offset(8)], levels: SPILines.idleLevels)
        var message = SPIMessage(transferLength: 2, transfers: 1)
        message.fill(transfers: 1) { bytes in for index in bytes.indices { bytes[index] = 0 } }
        let plan = try lines.darkPlan(stop: message, clockRate: 1_000_000)
        watch = try FailDark(plan: plan, limits: .unlimited, origin: .nowhere)
    }
}
let isCutOff = arguments[3] != "end"
let bus = isCutOff ? try Bus() : nil

let player = try CuePlayer(lines: numbers.count, restLevels: rest, clock: clock) { lines.drive($0, mask: $1) }
let start = clock.now + .milliseconds(20)
print(start.nanoseconds)
fflush(nil)
var last = start
for pulse in arguments[4...] {
    let parts = pulse.split(separator: ":").compactMap { Int64($0) }
    guard parts.count == 3 else { fatalError("a pulse is LINE:START:WIDTH") }
    let begin = start + .milliseconds(parts[1])
    player.play(CuePulse(line: Int(parts[0]), start: begin, width: .milliseconds(parts[2])))
    last = max(last, begin + .milliseconds(parts[2]))
}
while isCutOff ? player.counts.played == 0 : clock.now < last + .milliseconds(20) {
    poll(nil, 0, 5)
}
if arguments[3] == "abort" { abort() }
if arguments[3] == "raise" {
    raise(SIGABRT)
    _exit(3)
}
guard player.end(within: .seconds(60)) else { fatalError("the thread does not end") }
print("played", player.counts.played, "skipped", player.counts.skipped, player.problem ?? "")
