import Boards
import SignTestSupport
import Testing

@Suite struct BoardProblemTests {
    private func problems(_ text: String) -> [String] {
        do {
            _ = try Board(parsing: text, name: "b", path: "b.yaml")
            return []
        } catch {
            return error.problems.map(\.description)
        }
    }

    private let chain = "summary: A\nkind: max7219\nmodules: 4\nmodule_type: fc16\n"

    @Test("a pin that is used twice names the other key and its line")
    func pins() {
        expectEqual(
            problems(chain + "device: gpio\nclk: 17\ndin: GPIO17\ncs: 22\n"),
            [
                "b.yaml:7:6: pin used twice: \"din\" is GPIO17, which \"clk\" in line 6 already uses"
            ])
    }

    @Test("keys of another device are reported with that device")
    func otherDevice() {
        expectEqual(
            problems(chain + "device: /dev/spidev0.0\ncs: 22\n"),
            [
                "b.yaml:6:1: \"cs\" belongs to boards with device: gpio, and this one has device: /dev/spidev0.0; "
                    + "remove it, or change the device"
            ])
    }

    @Test("with an unknown device, the GPIO keys are neither required nor rejected")
    func unknownDevice() {
        expectEqual(
            problems(chain + "device: gpoi\nclk: 17\n"),
            [
                "b.yaml:5:9: \"device\" is simulated, gpio, or a device file such as /dev/spidev0.0, not \"gpoi\""
            ])
    }

    @Test("the boot memory of a Raspberry Pi 5 is rejected with the reason")
    func bootMemory() {
        expectEqual(
            problems(chain + "device: /dev/spidev10.0\n"),
            [
                "b.yaml:5:9: \"device\" cannot be /dev/spidev10.0: on a Raspberry Pi 5 and Compute Module 5 that is the "
                    + "boot EEPROM; the header has /dev/spidev0.0, /dev/spidev0.1 and /dev/spidev1.0 to 1.2"
            ])
    }

    @Test("incomplete rows are a problem of the key rows")
    func rows() {
        expectEqual(
            problems(chain + "device: simulated\nrows: 3\n"),
            [
                "b.yaml:6:7: 4 modules cannot fill 3 rows evenly; \"modules\" is the number in all rows together, "
                    + "a multiple of \"rows\""
            ])
    }

    @Test("numbers are decimal digits; other spellings say so")
    func numbers() {
        func modules(_ text: String) -> [String] {
            problems("summary: A\nkind: max7219\nmodules: \(text)\nmodule_type: fc16\ndevice: simulated\n")
        }
        let digits = "b.yaml:3:10: \"modules\" is a whole number from 1 to 255 in decimal digits, not "
        for text in ["0x0B", "1_0", "010", "+4", "4.0", "4e0", "1:30", "٤", "four"] {
            expectEqual(modules(text), [digits + "\"\(text)\""])
        }
        expectEqual(modules("\"4\""), [digits + "\"4\" in quotation marks"])
        expectEqual(modules("~"), [digits + "nothing"])
        expectEqual(modules("-1"), ["b.yaml:3:10: \"modules\" is a whole number from 1 to 255, not -1"])
    }

    @Test("long and dangerous texts are shortened and escaped")
    func shortened() {
        let long = problems(chain + "device: " + String(repeating: "x", count: 50_000) + "\n")
        let escaped = problems(chain + "device: \"\\e[2J\\u202E\\u2028\"\n")
        let expected = "b.yaml:5:9: \"device\" is simulated, gpio, or a device file such as /dev/spidev0.0, not "
        expectEqual(long, [expected + "\"" + String(repeating: "x", count: 60) + "...\""])
        expectEqual(escaped, [expected + "\"\\u{1B}[2J\\u{202E}\\u{2028}\""])
    }

    @Test("a key that is given twice names the first line, and the rest of the file is checked as well")
    func duplicates() {
        expectEqual(
            problems("summary: A\nkind: simulated\nsize: 8\nsize: 9x9\nformat: rgb\n"),
            [
                "b.yaml:3:7: \"size\" is WIDTHxHEIGHT in pixels, 1x1 to 1024x1024, not \"8\"",
                "b.yaml:4:1: \"size\" is given twice, first in line 3; keep one of them",
            ])
    }

    @Test(
        "values that are not texts are reported with the fix",
        arguments: [
            ("a: \u{1}", "the control character U+0001 is not allowed; remove it"),
            ("\ta: 1", "a tab is not allowed here; indent with spaces"),
            ("a: 1\n---\na: 1", "a board file is one document; remove this second ---"),
            ("words", "a board file is a list of lines \"key: value\""),
        ])
    func forms(text: String, words: String) {
        let found = problems(text)
        #expect(found.count == 1 && found[0].hasSuffix(words), "\(found)")
    }
}
