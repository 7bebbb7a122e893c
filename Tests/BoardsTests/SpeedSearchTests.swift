import Boards
import PanelDrivers
import SignTestSupport
import Testing

@Suite struct SpeedSearchTests {
    private static let library = BoardLibrary(
        folder: #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/boards")

    private struct NotHUB75Error: Error {}

    private func board(_ keys: String) throws -> Board {
        let text = "summary: A\nkind: hub75\nwiring: regular\n" + keys
        return try Board(
            parsing: Array(text.utf8), name: "b", path: "b.yaml",
            files: Self.library.files(for: Self.library.folder + "/b.yaml"))
    }

    private func settings(_ board: Board) throws -> ScanSettings {
        guard case .hub75(let wired) = board.panel else { throw NotHUB75Error() }
        return wired.settings
    }

    /// Answers as a panel with these limits would.
    ///
    /// - Returns: the lines for the board file, or what else helps; and the number of pictures that were looked at.
    private func search(
        _ board: Board, clock: Int64, row: Int64 = 0, gap: Int64
    ) throws -> (result: [String], pictures: Int) {
        var search = try #require(SpeedSearch(board))
        var pictures = 0
        while search.result == nil {
            let shown = try settings(search.board)
            search.answer(isClean: shown.clockWidth >= clock && shown.rowClock >= row && shown.latchGap >= gap)
            pictures += 1
        }
        let result = try #require(search.result)
        let keys = result.changes.map { "\($0.key): \($0.value)" }
        return (keys.isEmpty ? [result.advice] : keys, pictures)
    }

    @Test("the result is one step longer than the shortest times with which a panel is clean, whichever they are")
    func allLimits() throws {
        let board = try board("panel: 64x32\nport: registers\n")
        let clocks = [25, 30, 40, 50, 65, 80, 100, 150, 200, 200]
        let gaps = [0, 60, 100, 200, 300, 500, 1_000, 1_000]
        for (clock, longerClock) in zip(clocks.dropLast(), clocks.dropFirst()) {
            for (gap, longerGap) in zip(gaps.dropLast(), gaps.dropFirst()) {
                let (result, pictures) = try search(board, clock: Int64(clock), gap: Int64(gap))
                expectEqual(result, ["clock_width: \(longerClock) ns", "latch_gap: \(longerGap) ns"])
                #expect(pictures <= 8, "\(pictures)")
            }
        }
    }

    @Test("the clock of rows is looked for where rows are shifted, and a display engine has whole pixels")
    func kinds() throws {
        let shifted = try board("panel: 64x64-ab\nport: registers\n")
        try expectEqual(
            search(shifted, clock: 45, row: 450, gap: 1).result,
            ["clock_width: 65 ns", "row_clock: 700 ns", "latch_gap: 100 ns"])
        let engine = try board("panel: 64x32\nport: dpi\n")
        try expectEqual(search(engine, clock: 25, gap: 200).result, ["clock_width: 60 ns", "latch_gap: 300 ns"])
        // A shift of long chains has to fit into a line of the engine, so the clock cannot be as slow as for others.
        let long = try board("panel: 64x32\nport: dpi\nchain: 8\n")
        let slowest = try settings(try #require(SpeedSearch(long)).board).clockWidth
        #expect(slowest < 200, "\(slowest)")
        for port in ["gpiod", "simulated"] {
            #expect(try SpeedSearch(board("panel: 64x32\nport: \(port)\n")) == nil)
        }
    }

    @Test("a panel that is not clean with the longest times gets advice after one picture, and nothing is searched")
    func neverClean() throws {
        let (result, pictures) = try search(try board("panel: 64x32\nport: registers\n"), clock: 1_000, gap: 0)
        expectEqual(
            result, ["Use shorter cables or an adapter with drivers for 5 V, and check the supply and its ground."])
        expectEqual(pictures, 1)
    }
}
