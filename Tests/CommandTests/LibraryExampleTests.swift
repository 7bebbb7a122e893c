import Foundation
import KernelModel
import SignTestSupport
import Testing

/// The programs in Examples that use the library, on a model of the kernel's drivers.
@Suite("Examples of the library")
struct LibraryExampleTests {
    private func run(_ program: String, _ arguments: [String], on model: KernelModel) throws -> Outcome {
        let data = ["LEDSIGN_DATA": CommandRunner.checkout.path]
        return try CommandRunner.run(
            CommandRunner.products.appendingPathComponent(program).path, arguments,
            environment: try model.environment().merging(data) { $1 })
    }

    @Test("the ladder drives a port: each picture on the wires is the bar, two columns longer")
    func ladder() throws {
        let model = try KernelModel(spiDevices: ["spidev0.0"])
        let outcome = try run("ladder", [], on: model)
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        let pictures = try ChainPictures.pictures(of: try model.log().filter { $0.name == "message" })
        let widths = pictures.compactMap { picture in
            picture.split(separator: "\n").first.map { row in row.prefix { $0 == "#" }.count }
        }
        // Dark at the start and at the end; a busy machine may miss a picture, and none comes out of order.
        #expect(widths.first == 0 && widths.last == 0)
        let bars = widths.dropLast().filter { $0 > 0 }
        #expect(bars.count >= 2 && bars == bars.sorted() && bars.allSatisfy { [2, 4, 6, 8].contains($0) }, "\(widths)")
    }

    @Test("a program of 15 lines runs a sign file on a board, and its panel is dark at the end")
    func runSign() throws {
        let model = try KernelModel(spiDevices: ["spidev0.0"])
        let file = CommandRunner.checkout.appendingPathComponent("Examples/smallest.yaml").path
        let outcome = try run("run-sign", [file, "max7219-32x8"], on: model)
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        #expect(outcome.output.contains("frames shown"))
        let pictures = try ChainPictures.pictures(of: try model.log().filter { $0.name == "message" })
        #expect(pictures.contains { $0.contains("#") })
        expectEqual(pictures.last?.contains("#"), false)
    }

    @Test("a missing file ends a program that uses the library with the reason")
    func missingFile() throws {
        let outcome = try run("run-sign", ["/nonexistent.yaml"], on: try KernelModel())
        #expect(outcome.status != 0)
        #expect(outcome.errors.contains("/nonexistent.yaml"))
    }
}
