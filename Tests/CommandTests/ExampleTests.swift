import Testing

@Suite("Examples")
struct ExampleTests {
    @Test("the ladder draws its own content at the ticks of its own schedule")
    func ladder() throws {
        let outcome = try CommandRunner.run(CommandRunner.products.appendingPathComponent("ladder").path, [])
        #expect(
            outcome.output == """
                ............
                at 0s
                ##..........
                at 1s
                ####........
                at 2s
                ######......
                at 4s
                ########....
                at 8s
                ##########..
                at 16s

                """)
        #expect(outcome.status == 0)
    }
}
