// All fuzz targets in one program, which is built once.
//
//   fuzz                          lists the targets
//   fuzz TARGET [ARGUMENT...]     runs one; the arguments are libFuzzer's
import Glibc

let targets: [(name: String, target: FuzzTarget)] = [
    ("FuzzAWTRIX", fuzzAWTRIX),
    ("FuzzArtNet", fuzzArtNet),
    ("FuzzBDF", fuzzBDF),
    ("FuzzBoards", fuzzBoards),
    ("FuzzCalendar", fuzzCalendar),
    ("FuzzControl", fuzzControl),
    ("FuzzDDP", fuzzDDP),
    ("FuzzE131", fuzzE131),
    ("FuzzFields", fuzzFields),
    ("FuzzFlaschen", fuzzFlaschen),
    ("FuzzGIF", fuzzGIF),
    ("FuzzHex", fuzzHex),
    ("FuzzJSON", fuzzJSON),
    ("FuzzLayout", fuzzLayout),
    ("FuzzMQTT", fuzzMQTT),
    ("FuzzMarkup", fuzzMarkup),
    ("FuzzPCF", fuzzPCF),
    ("FuzzPNG", fuzzPNG),
    ("FuzzPSF", fuzzPSF),
    ("FuzzRequests", fuzzRequests),
    ("FuzzSigns", fuzzSigns),
    ("FuzzVCD", fuzzVCD),
    ("FuzzWebSocket", fuzzWebSocket),
]

guard CommandLine.argc > 1 else {
    for (name, _) in targets { print(name) }
    exit(0)
}
let wanted = CommandLine.arguments[1]
if wanted == "CrashCheck" { fuzz(crashCheck) }
guard let found = targets.first(where: { $0.name == wanted }) else {
    print("there is no fuzz target \"\(wanted)\"; there are: \(targets.map(\.name).joined(separator: ", "))")
    exit(2)
}
fuzz(found.target)
