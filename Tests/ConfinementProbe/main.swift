// Confines itself and then tries one thing, for tests.
//
//   confinement-probe ACTION      exits with 0 if it can still compute and write, or was refused what must be refused
import Glibc
import LinuxSystem

let action = CommandLine.arguments.dropFirst().first ?? ""
// Behind the standard streams, some of which may be closed.
let opened = fcntl(open("/dev/null", O_WRONLY), F_DUPFD, 16)
do {
    try Confinement.enter(memoryBytes: 96 << 20, processorSeconds: 1)
} catch {
    fatalError("\(error)")
}
switch action {
case "write":
    let sorted = (0..<100_000).map { ($0 * 7919) % 100_003 }.sorted()
    let words = Set(sorted.map { "\($0)" })
    exit(write(1, "\(words.count)\n", 7) == 7 ? 0 : 1)
case "open": exit(open("/etc/passwd", O_RDONLY) < 0 && errno == EACCES ? 0 : 1)
case "descriptor": exit(opened >= 16 && write(opened, "a", 1) < 0 && errno == EBADF ? 0 : 1)
case "memory":
    var megabytes = 0
    while megabytes < 200, let block = malloc(1 << 20) {
        memset(block, 1, 1 << 20)
        megabytes += 1
    }
    exit((16..<96).contains(megabytes) ? 0 : 1)
case "read":
    var byte: UInt8 = 0
    _ = read(0, &byte, 1)
case "socket": _ = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
case "local-socket": _ = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
case "program":
    var process: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
    _ = posix_spawn(&process, "/bin/true", nil, nil, &arguments, nil)
case "signal": _ = kill(1, 0)
case "instructions": _ = mmap(nil, 4_096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
case "processor": while getenv("NOTHING") == nil {}
default: break
}
exit(1)
