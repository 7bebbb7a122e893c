/// Runs one workload, to be measured from outside (callgrind) or by itself (times).
@main
enum FrameCosts {
    /// What is wrong with the command line.
    struct UsageError: Error, CustomStringConvertible {
        let description: String
    }

    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments == ["list"] {
            for workload in Workload.all { print("\(workload.name): \(workload.summary)") }
            return
        }
        if arguments == ["words"] { return print(try EncoderWords.summary()) }
        guard arguments.count >= 3, arguments[0] == "count" || arguments[0] == "time",
            let workload = Workload.all.first(where: { $0.name == arguments[1] }),
            let count = Int(arguments[2]), count > 0
        else {
            throw UsageError(
                description: """
                    usage: frame-costs list
                           frame-costs words                                   prints a hash of what the HUB75 encoder writes
                           frame-costs count WORKLOAD FRAMES [ARGUMENT...]     prints a checksum
                           frame-costs time WORKLOAD FRAMES [ARGUMENT...]      prints the median nanoseconds of a frame
                    """)
        }
        var repetitions = Repetitions(count: count, isTimed: arguments[0] == "time")
        try workload.run(&repetitions, Array(arguments.dropFirst(3)))
        print(repetitions.isTimed ? repetitions.medianNanoseconds : Int64(repetitions.checksum))
    }
}
