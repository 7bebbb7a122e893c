import SignTestSupport
import Testing

@Suite struct PollingTests {
    @Test("waiting looks again until something is so, with a pause between two looks")
    func looks() {
        var (looks, pauses) = (0, 0)
        let isSo = Polling.wait {
            pauses += 1
        } until: {
            looks += 1
            return looks == 5
        }
        #expect(isSo)
        expectEqual(looks, 5)
        expectEqual(pauses, 4)
    }

    private struct Problem: Error {}

    @Test("what goes wrong while it looks ends the wait")
    func fails() {
        #expect(throws: Problem.self) { try Polling.wait { throw Problem() } }
    }
}
