/// Lists of processors as the kernel writes and reads them, such as "0,2-3".
package enum ProcessorList {
    /// The numbers of a list; empty where it is not one.
    package static func numbers(in list: String) -> [Int] {
        var numbers: [Int] = []
        for part in list.split(separator: ",") {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2,
                (0...last).contains(first), last < 1_024
            else { return [] }
            numbers.append(contentsOf: first...last)
        }
        return numbers
    }

    /// The list of numbers that are in ascending order.
    package static func text(_ numbers: [Int]) -> String {
        var runs: [ClosedRange<Int>] = []
        for number in numbers {
            if let last = runs.last, last.upperBound + 1 == number {
                runs[runs.count - 1] = last.lowerBound...number
            } else {
                runs.append(number...number)
            }
        }
        return runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
            .joined(separator: ",")
    }
}
