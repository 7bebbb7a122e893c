import LinuxHardware
import Testing

@Suite struct SystemMonotonicClockTests {
    @Test("the clock never goes back")
    func neverGoesBack() {
        let clock = SystemMonotonicClock()
        var last = clock.now
        for _ in 0..<1_000 {
            let now = clock.now
            #expect(now >= last)
            last = now
        }
    }
}
