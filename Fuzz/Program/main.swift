// All fuzz targets in one program, which is built once.
//
//   fuzz                          lists the targets
//   fuzz TARGET [ARGUMENT...]     runs one; the arguments are libFuzzer's
import CLibFuzzer
import FuzzTargets
import Glibc

/// Lets libFuzzer run a target, as the program's arguments behind the target's name say, and ends the program.
func fuzz(_ target: @escaping FuzzTarget) -> Never {
    // libFuzzer's own arguments begin with the program, too.
    let arguments = CommandLine.unsafeArgv
    arguments[1] = arguments[0]
    var count = CommandLine.argc - 1
    var rest: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = arguments + 1
    exit(LLVMFuzzerRunDriver(&count, &rest, target))
}

guard CommandLine.argc > 1 else {
    for (name, _) in fuzzTargets { print(name) }
    exit(0)
}
let wanted = CommandLine.arguments[1]
if wanted == "CrashCheck" { fuzz(crashCheck) }
guard let found = fuzzTargets.first(where: { $0.name == wanted }) else {
    print("there is no fuzz target \"\(wanted)\"; there are: \(fuzzTargets.map(\.name).joined(separator: ", "))")
    exit(2)
}
fuzz(found.target)
