import LiveValues
import Schedules
import SignFiles
import SignTestSupport
import Testing
import Timelines

/// The keys `brightness` and `place` of sign files.
@Suite struct BrightnessKeyTests {
    @Test("every key of brightness and place is read")
    func keys() throws {
        let file = try SignFile(
            parsing: """
                place: {latitude: -33.87, longitude: 151.2}
                brightness:
                  sunrise-1h: 70
                  noon: 100
                  dusk: 15
                  unknown-time: 50
                  light:
                    sensor: /sys/bus/iio/devices/iio:device*/in_illuminance_raw
                    every: 1s
                    smoothing: 30s
                    hysteresis: 0
                    curve: {0.5: 1, 100: 30}
                message: {text: A}
                """, path: "/signs/s.yaml")
        let location = try #require(Location(latitude: -33.87, longitude: 151.2))
        let entries = [
            BrightnessSchedule.Entry(at: .sun(.sunrise, offset: .seconds(-3_600)), percent: 70),
            BrightnessSchedule.Entry(at: .clock(try CivilTime(parsing: "12:00")), percent: 100),
            BrightnessSchedule.Entry(at: .sun(.dusk, offset: .zero), percent: 15),
        ]
        expectEqual(file.brightness.schedule, BrightnessSchedule(default: 100, entries: entries, location: location))
        expectEqual(file.brightness.percentOfUnknownTime, 50)
        let light = try #require(file.brightness.light)
        expectEqual(light.points, [.init(lux: 0.5, percent: 1), .init(lux: 100, percent: 30)])
        #expect(light.smoothing == .seconds(30) && light.hysteresis == 0 && light.source.interval == .seconds(1))
        let short = try SignFile(parsing: "brightness: {light: lux}\nmessage: {text: A}", path: "/signs/s.yaml")
        expectEqual(short.brightness.light?.source.origin, .file(.init("/signs/lux").scaledBeside))
    }

    @Test("problems of a brightness are reported with the nearest word and the fix")
    func words() {
        func problems(_ text: String) -> [String] {
            do {
                _ = try SignFile(parsing: text + "\nmessage: {text: A}", path: "s.yaml")
                return []
            } catch {
                return error.problems.map(\.description)
            }
        }
        let form = "a time such as 08:30, or dawn, sunrise, sunset or dusk, perhaps with a time: sunset+30min"
        expectEqual(
            problems("brightness: {sunsett: 10, ligth: x}\nplace: {latitude: 1, longitude: 2}"),
            [
                "s.yaml:1:14: \"sunsett\" is not \(form); did you mean \"sunset\"?",
                "s.yaml:1:27: \"ligth\" is not \(form); did you mean \"light\"?",
            ])
        expectEqual(
            problems("brightness: {sunset: 10}"),
            [
                "s.yaml:1:14: \"place\" is missing; it is latitude and longitude in degrees, which \"sunset\" needs"
            ])
        expectEqual(
            problems("brightness: {07:00: 80, \"7:00\": 90}"),
            [
                "s.yaml:1:25: \"7:00\" is given twice, first in line 1; keep one of them"
            ])
    }
}

extension LiveFile {
    fileprivate var scaledBeside: LiveFile {
        var file = self
        file.isScaledBeside = true
        return file
    }
}
