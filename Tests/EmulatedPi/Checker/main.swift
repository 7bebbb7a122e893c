// Checks the recordings of runs of the emulated Raspberry Pi.
//
//   emulated-pi-check CHECKOUT STRIKES RUN...
//
// A run is a folder with trace.txt and serial.log; in all of them together programs are killed or stopped STRIKES times.
import Boards
import Foundation
import PiTraces

let arguments = CommandLine.arguments
guard arguments.count > 3, let strikes = Int(arguments[2]) else {
    print("usage: emulated-pi-check CHECKOUT STRIKES RUN...")
    exit(2)
}
let checkout = arguments[1]
let checker = Checker(checkout: checkout)
var summary = Summary(fewestStrikes: strikes)
for run in arguments[3...] { checker.check(run: run, into: &summary) }
summary.finish()
exit(summary.mistakes == 0 ? 0 : 1)
