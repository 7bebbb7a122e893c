// Checks the recordings of runs of the emulated Raspberry Pi.
//
//   emulated-pi-check CHECKOUT RUN...     a run is a folder with trace.txt and serial.log
import Boards
import Foundation
import PiTraces

let arguments = CommandLine.arguments
guard arguments.count > 2 else {
    print("usage: emulated-pi-check CHECKOUT RUN...")
    exit(2)
}
let checkout = arguments[1]
let checker = Checker(checkout: checkout)
var summary = Summary()
for run in arguments[2...] { checker.check(run: run, into: &summary) }
summary.finish()
exit(summary.mistakes == 0 ? 0 : 1)
