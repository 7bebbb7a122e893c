import CLibFuzzer
import Glibc

/// Lets libFuzzer call the function with one input after the other, as the program's arguments say, and ends.
///
/// The function returns 0, or -1 for an input that is not worth keeping. It must not capture anything.
public func fuzz(_ runOne: @escaping @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32) -> Never {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(LLVMFuzzerRunDriver(&count, &arguments, runOne))
}

/// The input as an array.
public func input(_ data: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
    Array(UnsafeBufferPointer(start: data, count: count))
}

/// The bytes of each line, which are at least as many as its characters; lines end with LF, CR LF or CR.
public func lengthsOfLines(_ bytes: [UInt8]) -> [Int] {
    var lengths = [0]
    for (index, byte) in bytes.enumerated() {
        if byte == 0x0A, index > 0, bytes[index - 1] == 0x0D { continue }
        if byte == 0x0A || byte == 0x0D { lengths.append(0) } else { lengths[lengths.count - 1] += 1 }
    }
    return lengths
}
