import LEDSignKit

// First of all: the guardian, which turns the panel off if this program cannot, is this program in a second process.
SignRunner.prepareProcess()

// run-sign FILE [BOARD] runs a sign file for three seconds, on its own board or on another one.
let arguments = CommandLine.arguments.dropFirst()
var sign = SignConfiguration(.file(path: arguments.first ?? "Examples/smallest.yaml"))
sign.board = arguments.dropFirst().first
sign.duration = .seconds(3)
print(try SignRunner(sign).run().report)
