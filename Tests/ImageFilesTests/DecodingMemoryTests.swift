import Foundation
import PixelGraphics
import SignTestSupport
import Testing

@testable import ImageFiles

/// The memory that the process takes which decodes an image, as the kernel counts it (wait4(2)).
@Suite struct DecodingMemoryTests {
    /// Decoding takes up to 5 MiB then.
    private let limits = ImageLimits(maximumSide: 8192, maximumPixels: 1 << 19, maximumFileBytes: 1 << 22)

    /// Lists what `make(folder)` makes: names and how a picture of 64x32 is made of each, or that it stays whole.
    private static let maker = """
        import sys
        from PIL import Image
        for name, fit in make(sys.argv[1]): print(name, fit)
        """
    /// Starts the process three times for each file; the least peak counts.
    ///
    /// The kernel also counts pages of the program that happen to be in memory, and counts in batches for each thread: several hundred
    /// KiB now and then. At its start a process counts the memory of the one that starts it, so that one has little.
    private static let runner = """
        import os, subprocess, sys
        program, folder, limits, files = sys.argv[1:5]
        for line in files.splitlines():
            name, fit = line.split()
            format = {'jpg': 'JPEG', 'webp': 'WebP'}.get(name.split('.')[-1], name.split('.')[-1].upper())
            words = ['natural', 'mean', '-1', '-1'] if fit == 'whole' else [fit, 'mean', '64', '32']
            peaks = []
            for _ in range(3):
                with open(folder + '/' + name, 'rb') as file:
                    process = subprocess.Popen(
                        ['image-reader', format] + words + limits.split(), executable=program, stdin=file, stdout=subprocess.PIPE)
                answer = process.stdout.read(4096)
                count = len(answer)
                while rest := process.stdout.read(4096): count += len(rest)
                process.stdout.close()
                status, usage = os.wait4(process.pid, 0)[1:]
                process.returncode = status
                peaks.append(usage.ru_maxrss)
                if status != 0: break
            said = answer[4:].decode().split(chr(10))[0] if answer[:1] == bytes([1]) else '%d bytes' % count
            print(name, min(peaks), status, said, sep='|')
        """

    /// What a process for each of some files had at most, in KiB, and its answer.
    private func outcomes(_ script: String, _ limits: ImageLimits) throws -> [String: (peak: Int, answer: String)] {
        let folder = try Sample.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let words = ImageRequest(try #require(ImageFormat.all.first), limits, ImageFitting()).words.dropFirst(5)
        let files = try Pillow.run(script + "\n" + Self.maker, folder.path)
        let text = try Pillow.run(
            Self.runner, ImageProcessTests.program, folder.path, words.joined(separator: " "), files)
        var outcomes: [String: (peak: Int, answer: String)] = [:]
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            expectEqual(fields[2], "0", "\(line)")
            outcomes[fields[0]] = (try #require(Int(fields[1])), fields[3])
        }
        return outcomes
    }

    @Test("E8: the largest picture of each kind takes the memory that there is for it, and a larger one is refused")
    func largest() throws {
        let script = """
            def make(folder):
                kinds = {
                    'baseline.jpg': ('natural', 1140, {}), 'progressive.jpg': ('natural', 856, {'progressive': True}),
                    'fine.jpg': ('natural', 712, {'progressive': True, 'subsampling': 0}),
                    'lossy.webp': ('natural', 1140, {'method': 0}), 'alpha.webp': ('natural', 930, {'method': 0}),
                    'lossless.webp': ('natural', 805, {'lossless': True, 'quality': 0, 'method': 0}),
                    'moving.webp': ('natural', 656, {'save_all': True, 'lossless': True, 'method': 0}),
                    'whole.png': ('whole', 720, {}), 'whole.gif': ('whole', 720, {}),
                }
                for name, (fit, side, options) in kinds.items():
                    for prefix, side in (('small-', 16), ('', side), ('large-', side + 60)):
                        mode, color = ('RGBA', (200, 90, 9, 100)) if name == 'alpha.webp' else ('RGB', (200, 90, 9))
                        image = Image.new(mode, (side, side), color)
                        # A picture of one colour would need less.
                        image.paste((9, 90, 200, 255)[:len(color)], (2, 2, 9, 9))
                        more = {'append_images': [Image.new('RGB', image.size, 'red')]} if 'moving' in name else {}
                        image.save(folder + '/' + prefix + name, **options, **more)
                        yield prefix + name, fit
            """
        let outcomes = try outcomes(script, limits)
        expectEqual(outcomes.count, 27)
        for (name, outcome) in outcomes where !name.contains("-") {
            let small = try #require(outcomes["small-" + name])
            let large = try #require(outcomes["large-" + name])
            let taken = outcome.peak - small.peak
            #expect(outcome.answer.hasSuffix(" bytes"), "\(name): \(outcome.answer)")
            // The largest need nearly all of it; PNG and GIF files at most two pictures.
            #expect((500..<7 << 10).contains(taken), "\(name) takes \(taken) KiB")
            #expect(large.answer.contains("more than"), "\(name): \(large.answer)")
            #expect(
                large.peak < small.peak + 2_048, "a larger \(name) takes \(large.peak) KiB, a small one \(small.peak)")
        }
    }

    @Test("E8: a JPEG file that says that it has 65500x65500 pixels, or less than it needs memory for, costs nothing")
    func falseSizes() throws {
        let script = """
            def make(folder):
                for name, options in ('baseline', {}), ('progressive', {'progressive': True, 'subsampling': 0}):
                    image = Image.effect_noise((512, 512), 90).convert('RGB')
                    image.save(folder + '/' + name + '.jpg', **options)
                    data = open(folder + '/' + name + '.jpg', 'rb').read()
                    frame = data.index(b'\\xff\\xc2' if options else b'\\xff\\xc0')
                    scan = data.index(b'\\xff\\xda')
                    image.resize((16, 16)).save(folder + '/small-' + name + '.jpg', **options)
                    yield 'small-' + name + '.jpg', 'contain'
                    for side in 65500, 8191:
                        start = data[:frame + 5] + side.to_bytes(2, 'big') * 2 + data[frame + 9:scan]
                        for kind, rest in ('header', data[scan:scan + 14]), ('data', data[scan:-2] * 4 + data[-2:]):
                            file = '%s-%s-%d.jpg' % (name, kind, side)
                            open(folder + '/' + file, 'wb').write(start + rest)
                            yield file, 'contain'
            """
        let outcomes = try outcomes(script, .shown)
        expectEqual(outcomes.count, 10)
        for (name, outcome) in outcomes where !name.hasPrefix("small") {
            let small = try #require(outcomes["small-" + name.prefix { $0 != "-" } + ".jpg"])
            if name.contains("65500") {
                expectEqual(outcome.answer, "the picture of 65500x65500 is larger than 8192 pixels a side")
            } else if name.hasPrefix("progressive") {
                expectEqual(outcome.answer, "reading it takes 388.1 MiB of memory, more than 60.0 MiB")
            }
            // A picture of 8191x8191 in one scan is read at an eighth of its sides, which takes 4 MiB.
            let expected = outcome.answer.contains("MiB") || name.contains("65500") ? 2 << 10 : 7 << 10
            #expect(
                outcome.peak < small.peak + expected, "\(name) takes \(outcome.peak) KiB, a small one \(small.peak)")
        }
    }
}
