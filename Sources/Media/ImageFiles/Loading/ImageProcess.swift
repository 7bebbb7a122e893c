import Glibc
import LinuxSystem
import PixelGraphics
import Synchronization

/// Decoding in a process of its own that can do nothing but compute, so that a hole in a library of images is none in the program.
///
/// It is the same program, started again for each image: it loads the library, gives up all other rights (`Confinement`), decodes, and
/// ends. What it answers is checked like a file. Programs that do not begin with `runIfAsked` decode in their own process.
package struct ImageProcess: Sendable {
    /// The program; it begins with `runIfAsked`.
    let executable: String

    /// The name of the process, in its command line.
    private static let name = "image-reader"
    /// The most seconds of a processor that an image takes.
    private static let processorSeconds = 60
    /// How often a process is waited for, for a second each, while it writes nothing.
    private static let maximumWaits = 120

    private static let offered = Mutex<ImageProcess?>(nil)

    /// The process that images are decoded in; nil for that of the caller.
    static var shared: ImageProcess? { offered.withLock { $0 } }

    /// Becomes the process that decodes an image if the arguments of this program ask for it, and then does not return; else
    /// images are decoded in such processes from now on.
    ///
    /// Call it first, before anything is opened or another thread is started.
    package static func runIfAsked() {
        let arguments = CommandLine.arguments
        guard arguments.first == name else {
            offered.withLock { $0 = ImageProcess(executable: "/proc/self/exe") }
            return
        }
        _exit(ImageRequest(words: arguments.dropFirst()).map(answer) ?? EX_USAGE)
    }

    /// Decodes the standard input, and writes the answer to standard output; returns the exit code.
    private static func answer(_ request: ImageRequest) -> Int32 {
        do throws(ImageFileError) {
            let bytes = try input(request)
            try request.format.load?()
            do throws(SystemCallError) {
                try Confinement.enter(memoryBytes: request.memoryBytes, processorSeconds: processorSeconds)
            } catch {
                throw request.failure(
                    "the process that decodes it cannot give up its rights: \(error.reason)",
                    fix: "Use a kernel with seccomp filters")
            }
            let image = try request.format.read(bytes, request.limits, request.fitting)
            return ImageAnswer.write(image, to: STDOUT_FILENO) == 0 ? EX_OK : EX_IOERR
        } catch {
            return DescriptorBytes.write(ImageAnswer.bytes(of: error), to: STDOUT_FILENO) == 0 ? EX_OK : EX_IOERR
        }
    }

    /// The file that is the standard input, as the kernel has it: it takes no memory of this process, which keeps it until its end.
    private static func input(_ request: ImageRequest) throws(ImageFileError) -> UnsafeBufferPointer<UInt8> {
        var status = stat()
        guard fstat(STDIN_FILENO, &status) == 0, status.st_size > 0,
            let place = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, STDIN_FILENO, 0), place != MAP_FAILED
        else {
            throw request.failure("the process that decodes it cannot read it", fix: "Give a file that has bytes")
        }
        close(STDIN_FILENO)
        return UnsafeBufferPointer(
            start: place.assumingMemoryBound(to: UInt8.self),
            count: min(Int(status.st_size), request.limits.maximumFileBytes))
    }
}

/// The side of the program.
extension ImageProcess {
    /// Decodes an image from memory, or the file of a descriptor, which stays open; waits for the process.
    ///
    /// - Throws: what decoding throws, and why the process has no answer.
    func decode(
        _ bytes: [UInt8] = [], file: Int32? = nil, _ request: ImageRequest
    ) throws(ImageFileError) -> DecodedImage {
        let child: ChildProcess
        do throws(SystemCallError) {
            // Nothing of the environment but what the dynamic linker may need.
            let folders = getenv("LD_LIBRARY_PATH").map { ["LD_LIBRARY_PATH=" + String(cString: $0)] } ?? []
            child = try ChildProcess.start(
                [Self.name] + request.words, executable: executable, environment: folders, input: bytes,
                inputFile: file, limits: [ImageAnswer.maximumBytes(request.limits)])
        } catch {
            throw request.failure(
                "the process that decodes it cannot be started: \(error.reason)",
                fix: "Find out what limits processes, memory or open files")
        }
        Self.wait(for: child)
        child.takeOutput(isLast: true)
        let status = child.reap()
        guard status == 0, !child.outputs[0].isOverfull else {
            let end = status < 0 ? "was ended by signal \(-status)" : "ended with status \(status)"
            throw request.failure("the process that decodes it \(end)", fix: "Give an undamaged or smaller file")
        }
        var answer = ImageAnswer(child.outputs[0].bytes)
        return try answer.image(for: request)
    }

    /// Takes what a process writes until it ends; kills it if it writes too much, or nothing for too long.
    private static func wait(for child: ChildProcess) {
        var waits = 0
        while true {
            var entries = ([child.endDescriptor] + child.outputs.map(\.descriptor)).map { descriptor in
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            }
            let count = poll(&entries, nfds_t(entries.count), 1_000)
            if count > 0, entries[0].revents != 0 { return }
            if count > 0 { child.takeOutput() }
            waits = count > 0 ? 0 : waits + (count == 0 ? 1 : 0)
            if waits == maximumWaits || child.outputs[0].isOverfull { child.kill() }
        }
    }
}

/// What an image is to become, as the arguments of a process.
struct ImageRequest {
    let format: ImageFormat
    let limits: ImageLimits
    let fitting: ImageFitting

    init(_ format: ImageFormat, _ limits: ImageLimits, _ fitting: ImageFitting) {
        (self.format, self.limits, self.fitting) = (format, limits, fitting)
    }

    /// Takes the words of another process; nil for others.
    init?(words: ArraySlice<String>) {
        let words = Array(words)
        let numbers = words.dropFirst(3).compactMap(Int.init)
        guard words.count == 10, numbers.count == 7,
            let format = ImageFormat.all.first(where: { $0.format.name == words[0] }),
            let fit = ImageFit(rawValue: words[1]), let scaling = ImageScaling(rawValue: words[2])
        else { return nil }
        let area = Size(width: numbers[0], height: numbers[1])
        var limits = ImageLimits(
            maximumSide: numbers[2], maximumPixels: numbers[3], maximumFrames: numbers[4], maximumFileBytes: numbers[5])
        limits.indexesFrames = numbers[6] == 1
        self.init(
            format, limits,
            ImageFitting(fit, numbers[0] < 0 ? nil : area, scaling))
    }

    /// Its words.
    var words: [String] {
        let area = fitting.area.map { ($0.width, $0.height) } ?? (-1, -1)
        let numbers = [
            area.0, area.1, limits.maximumSide, limits.maximumPixels, limits.maximumFrames,
            limits.maximumFileBytes, limits.indexesFrames ? 1 : 0,
        ]
        return [format.format.name, fitting.fit.rawValue, fitting.scaling.rawValue] + numbers.map(String.init)
    }

    /// The memory that it may take: what decoding takes, and the program.
    var memoryBytes: Int { 32 << 20 + limits.maximumDecodingBytes }

    func failure(_ reason: String, fix: String) -> ImageFileError {
        ImageFileError(operation: .decode, format: format.format.name, reason: reason, fix: fix)
    }
}
