import Foundation
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

    @Test("every sign file of the examples is fine")
    func signs() throws {
        let folder = CommandRunner.checkout.appendingPathComponent("Examples")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".yaml") }
        #expect(names.contains("smallest.yaml") && names.contains("bakery.yaml"))
        for name in names {
            let run = try CommandRunner.ledsign("check", folder.appendingPathComponent(name).path)
            #expect(run.status == 0 && run.errors.isEmpty, "\(name): \(run.errors)")
        }
    }
}
