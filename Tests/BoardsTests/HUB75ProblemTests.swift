import Boards
import LinuxSystem
import PanelDrivers
import SignTestSupport
import Testing

@Suite struct HUB75ProblemTests {
    private static let library = BoardLibrary(
        folder: #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/boards")

    /// What is said about a board whose keys follow `kind`, in the third line and on.
    private func problems(_ keys: String) -> [String] {
        do {
            let files = Self.library.files(for: Self.library.folder + "/b.yaml")
            _ = try Board(parsing: "summary: A\nkind: hub75\n" + keys, name: "b", path: "b.yaml", files: files)
            return []
        } catch {
            return error.problems.map(\.description)
        }
    }

    @Test("a panel with 1/32 scan on a wiring without E says which wire is missing and what needs it")
    func missingWire() {
        expectEqual(
            problems("panel: 64x64\nwiring: classic\n"),
            [
                "b.yaml:4:9: the panel 64x64 has 32 row pairs, addressed by 5 lines, but this wiring has no line for E; "
                    + "choose another wiring, or give the line"
            ])
    }

    @Test("errors about unknown panels and wirings name the nearest one, or where to find them")
    func unknownFiles() {
        expectEqual(
            problems("panel: 64x23\nwiring: hat\n"),
            [
                "b.yaml:3:8: unknown panel \"64x23\"; did you mean \"64x32\"?",
                "b.yaml:4:9: unknown wiring \"hat\"; give one that "
                    + "`ledsign board list --parts` shows, or the path of a file",
            ])
        let path = Self.library.folder + "/mine.yaml"
        expectEqual(
            problems("panel: ./mine.yaml\nwiring: regular\n"),
            [
                "b.yaml:3:8: cannot read the panel file \(path.prefix(60))\(path.count > 60 ? "..." : ""): "
                    + "No such file or directory; check the path"
            ])
    }

    @Test("more chains than are wired, and mappers that do not fit, say so")
    func chains() {
        expectEqual(
            problems("panel: 64x32\nwiring: adafruit-hat\nparallel: 2\nchain: 3\npixel_mapper: U-mapper\n"),
            [
                "b.yaml:5:11: \"parallel\" is 2, but this wiring has lines for 1 chain; choose another wiring, or "
                    + "fewer chains",
                "b.yaml:7:15: pixel mapper \"U-mapper\" needs an even number of panels in a chain; the matrix is 192x64 with "
                    + "2 chains of 3 panels each",
            ])
    }

    @Test("rows that cannot be addressed so, lines beside a wiring, a chip beside registers, a limit without a current")
    func others() {
        expectEqual(
            problems("panel: 64x32\nwiring: regular\nrow_addressing: direct-select\noe: 18\ngpio_chip: pinctrl-rp1\n"),
            [
                "b.yaml:5:17: \"row_addressing\" direct-select is for up to 4 row pairs, and the panel has 16",
                "b.yaml:6:1: \"oe\" sets a line, but \"wiring\" names a file with all lines; remove one of the two",
                "b.yaml:7:1: \"gpio_chip\" belongs to boards with port: gpiod, and this one has port: registers; "
                    + "remove it, or change the port",
            ])
        expectEqual(
            problems("panel: mux-04-z-stripe-32x16\nwiring: regular\nmax_current: 8 A\n"),
            [
                "b.yaml:5:1: \"current\" is missing; it is the current of one white panel such as 4 A, which max_current "
                    + "needs"
            ])
    }

    @Test("boards through libgpiod have fewer planes, so that the shortest one lasts for several calls of the kernel")
    func kernelPort() throws {
        let files = Self.library.files(for: Self.library.folder + "/b.yaml")
        func settings(_ more: String) throws -> ScanSettings? {
            let text = "summary: A\nkind: hub75\npanel: 64x32\nwiring: regular\nport: gpiod\n" + more
            guard case .hub75(let board) = try Board(parsing: text, name: "b", path: "b", files: files).panel else {
                return nil
            }
            let timing = PortTiming(kind: .kernel, writeTime: 2_000)
            _ = try HUB75Encoder(
                matrix: board.matrix, map: board.map, lines: board.lines, settings: board.settings, timing: timing)
            return board.settings
        }
        try expectEqual(settings("")?.planes, 4)
        try expectEqual(settings("planes: 7\n")?.planes, 7)
        #expect(throws: HUB75SetupError.self) { try settings("planes: 11\n") }
    }

    @Test("check knows boards, panels and wirings by their kind")
    func check() throws {
        let folder = Self.library.folder
        try expectEqual(Self.library.check("hub75-64x32"), "One 64x32 RGB panel with 1/16 scan, wiring regular")
        try expectEqual(Self.library.check("\(folder)/panels/64x32.yaml"), "64x32 with 1/16 scan")
        try expectEqual(
            Self.library.check("\(folder)/wirings/adafruit-hat.yaml"), "Adafruit RGB Matrix HAT and Bonnet")
        #expect(throws: WordedError.self) { try Self.library.check("\(folder)/wirings/none.yaml") }
        #expect(throws: WordedError.self) { try Self.library.check(folder) }
        #expect(throws: BoardError.self) { try Self.library.check("\(folder)/../LICENSE") }
        try expectEqual(Self.library.panel("64x64").rowPairs, 32)
        #expect(throws: WordedError.self) { try Self.library.panel("64x65") }
    }

    /// Which lines of each wiring something else wants, from the table of clashes.
    @Test("only lines in use are reported as clashes")
    func clashes() {
        func lines(_ used: [Int]) -> [[Int]] { HUB75Wiring.clashes(of: used).map(\.lines) }
        expectEqual(lines([11, 27, 7, 8, 9, 10, 18, 17, 4, 22, 23, 24, 25]), [[7, 8, 9, 10, 11], [4], [18]])
        expectEqual(lines([12, 5, 6, 19, 13, 20]), [[12, 13, 19], [19, 20]])
        expectEqual(lines([14, 2, 3, 26, 16, 21, 15]), [[2, 3], [14, 15], [21]])
        #expect(lines([5, 6, 16, 23, 30]).isEmpty)
    }
}
