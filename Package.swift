// swift-tools-version: 6.0
import PackageDescription

/// The rooms that are optimized in builds for tests: those in LEDSIGN_OPTIMIZED, with spaces between them.
///
/// With it, no other Swift target is optimized, whatever the configuration. `scripts/build.sh` and `.ci/run` say which they are.
let optimizedRooms = Set((Context.environment["LEDSIGN_OPTIMIZED"] ?? "").split(separator: " ").map(String.init))
let optimized: [SwiftSetting] = [.unsafeFlags(["-O"])]
let optimizedC: [CSetting] = optimizedRooms.isEmpty ? [] : [.unsafeFlags(["-O2"])]

/// The settings of every Swift target: the language mode is the package's, warnings are errors under `make lint`.
let settings: [SwiftSetting] =
    [.enableUpcomingFeature("ExistentialAny")] + (optimizedRooms.isEmpty ? [] : [.unsafeFlags(["-Onone"])])

/// The floors of `Sources/`, from the ground up; docs/architecture.md has their picture.
enum Floor: String {
    case base = "Base"
    case media = "Media"
    case engine = "Engine"
    case sign = "Sign"
    case panels = "Panels"
    case hardware = "Hardware"
    case host = "Host"
    case simulation = "Simulation"
    case network = "Network"
    case products = "Products"
}

/// A library target, which lies in the folder of its floor; `libraries` are those of the system that its C code calls.
func room(
    _ name: String, on floor: Floor, _ dependencies: [Target.Dependency] = [], linking libraries: [String] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/\(floor.rawValue)/\(name)",
        cSettings: name.hasPrefix("C") ? optimizedC : [],
        swiftSettings: name.hasPrefix("C") ? [] : optimizedRooms.contains(name) ? settings + optimized : settings,
        linkerSettings: libraries.map { .linkedLibrary($0) })
}

/// The tests of a target.
///
/// They may import `SignTestSupport`, the target, everything that the target may import (the end of this file adds it), and
/// `others`.
func tests(_ target: String, name: String? = nil, _ others: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: name ?? target + "Tests",
        dependencies: [.byName(name: target), "SignTestSupport"] + others,
        swiftSettings: settings)
}

/// The libFuzzer program of all fuzz targets, which `scripts/fuzz.sh` builds with coverage and runs.
///
/// Only there with LEDSIGN_FUZZ in the environment, because it links with `-sanitize=fuzzer` alone; `FuzzTests` replays the
/// seeds of the targets without it.
let fuzzProgram: [Target] =
    Context.environment["LEDSIGN_FUZZ"] == nil
    ? []
    : [
        .systemLibrary(name: "CLibFuzzer", path: "Fuzz/CLibFuzzer"),
        .executableTarget(
            name: "fuzz", dependencies: ["CLibFuzzer", "FuzzTargets"], path: "Fuzz/Program", swiftSettings: settings),
    ]

let package = Package(
    name: "ledsign",
    products: [
        .library(name: "LEDSignKit", targets: ["LEDSignKit"]),
        .library(name: "PanelSimulation", targets: ["PanelSimulation"]),
        .executable(name: "ledsign", targets: ["ledsign"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
    ],
    targets: [
        .systemLibrary(
            name: "CZlib", path: "Sources/System/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(
            name: "CFriBidi", path: "Sources/System/CFriBidi", pkgConfig: "fribidi",
            providers: [.apt(["libfribidi-dev"])]),
        .systemLibrary(
            name: "CFreeType", path: "Sources/System/CFreeType", pkgConfig: "freetype2",
            providers: [.apt(["libfreetype-dev"])]),
        // Without pkg-config: it would want the headers of GLib, which HarfBuzz's own do not use.
        .systemLibrary(
            name: "CHarfBuzz", path: "Sources/System/CHarfBuzz", providers: [.apt(["libharfbuzz-dev"])]),
        .systemLibrary(name: "CGLib", path: "Sources/System/CGLib", providers: [.apt(["libglib2.0-dev"])]),
        .systemLibrary(name: "CICal", path: "Sources/System/CICal", providers: [.apt(["libical-dev"])]),
        .systemLibrary(
            name: "CYAML", path: "Sources/System/CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(
            name: "CQREncode", path: "Sources/System/CQREncode", pkgConfig: "libqrencode",
            providers: [.apt(["libqrencode-dev"])]),

        room("PixelGraphics", on: .base),
        room("Timelines", on: .base, ["Settings"]),
        room("CLinuxSystem", on: .base),
        room("LinuxSystem", on: .base, ["Timelines", "CLinuxSystem"]),
        room("Settings", on: .base, ["CYAML"]),
        room("PixelProtocols", on: .base, ["PixelGraphics"]),

        room(
            "BitmapFonts", on: .media,
            ["PixelGraphics", "Settings", "LinuxSystem", "CZlib", "CFriBidi", "CFreeType", "CHarfBuzz", "CGLib"]),
        room("CImageCodecs", on: .media, linking: ["png", "gif"]),
        room("ImageFiles", on: .media, ["PixelGraphics", "LinuxSystem", "CImageCodecs"]),

        room("Marquee", on: .engine, ["PixelGraphics", "BitmapFonts", "Timelines"]),

        room("Schedules", on: .sign, ["Timelines", "Settings", "LinuxSystem", "CICal", "CLinuxSystem"]),
        room("LiveValues", on: .sign, ["Timelines", "Settings", "LinuxSystem", "ImageFiles"]),
        room(
            "SignFiles", on: .sign,
            [
                "PixelGraphics", "Timelines", "BitmapFonts", "ImageFiles", "Marquee", "Settings", "LiveValues",
                "Schedules", "LinuxSystem", "PixelProtocols",
            ]),
        room(
            "SignPlayback", on: .sign,
            [
                "PixelGraphics", "Timelines", "BitmapFonts", "ImageFiles", "Marquee", "Settings", "LiveValues",
                "Schedules", "SignFiles", "LinuxSystem",
            ]),

        room("PanelDrivers", on: .panels, ["PixelGraphics", "Timelines", "LinuxSystem", "PixelProtocols"]),
        room("Boards", on: .panels, ["PixelGraphics", "LinuxSystem", "PanelDrivers", "Settings", "PixelProtocols"]),

        room("CGPIOLines", on: .hardware, linking: ["gpiod"]),
        room("CDisplayEngine", on: .hardware),
        room("CFailDark", on: .hardware, ["CLinuxSystem"]),
        room(
            "LinuxHardware", on: .hardware,
            [
                "PanelDrivers", "Timelines", "LinuxSystem", "CGPIOLines", "CDisplayEngine", "CFailDark", "CLinuxSystem",
                "PixelProtocols",
            ]),

        room(
            "SignHost", on: .host,
            [
                "PixelGraphics", "Timelines", "BitmapFonts", "Marquee", "PanelDrivers", "Boards", "LinuxSystem",
                "CLinuxSystem", "Settings", "LinuxHardware", "Schedules", "LiveValues", "SignFiles", "SignPlayback",
                "ImageFiles", "PixelProtocols",
            ]),

        room("PanelSimulation", on: .simulation, ["PixelGraphics", "Timelines", "Settings", "PanelDrivers", "Boards"]),
        room(
            "TerminalPreview", on: .simulation,
            [
                "PixelGraphics", "Timelines", "Marquee", "Boards", "PanelSimulation", "SignHost", "CLinuxSystem",
                "LinuxSystem",
            ]),

        room("NetworkPixels", on: .network, ["PixelGraphics", "Timelines", "PixelProtocols", "SignFiles"]),
        room("CSignNetwork", on: .network, linking: ["microhttpd", "wslay", "gnutls", "z"]),
        room(
            "SignNetwork", on: .network,
            [
                "PixelGraphics", "Timelines", "Settings", "LinuxSystem", "CLinuxSystem", "ImageFiles", "Boards",
                "SignFiles", "SignPlayback", "Schedules", "SignHost", "NetworkPixels", "PixelProtocols", "CSignNetwork",
            ]),

        room(
            "LEDSignKit", on: .products,
            [
                "LinuxSystem", "PixelGraphics", "Timelines", "BitmapFonts", "ImageFiles", "Marquee", "PanelDrivers",
                "Boards", "SignFiles", "SignPlayback", "Schedules", "LiveValues", "LinuxHardware", "SignHost",
                "Settings",
            ]),
        .executableTarget(
            name: "ledsign",
            dependencies: [
                "LEDSignKit", "PixelGraphics", "Timelines", "BitmapFonts", "ImageFiles", "Marquee",
                "PanelDrivers", "Boards", "SignFiles", "SignPlayback", "SignHost", "LinuxHardware",
                "PanelSimulation", "TerminalPreview", "Schedules", "LiveValues", "CLinuxSystem",
                "LinuxSystem", "Settings", "PixelProtocols", "NetworkPixels", "SignNetwork", "CQREncode",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/Products/ledsign", swiftSettings: settings),

        // They see only what the library promises, as a program in another package does.
        .executableTarget(
            name: "ladder", dependencies: ["LEDSignKit"], path: "Examples/Ladder", packageAccess: false,
            swiftSettings: settings),
        .executableTarget(
            name: "run-sign", dependencies: ["LEDSignKit"], path: "Examples/RunSign", packageAccess: false,
            swiftSettings: settings),
        .testTarget(
            name: "ExampleSignTests", dependencies: ["LEDSignKit", "PanelSimulation"], path: "Examples/SignTests",
            packageAccess: false, swiftSettings: settings),
        .executableTarget(
            name: "frame-costs",
            dependencies: [
                "PixelGraphics", "Timelines", "BitmapFonts", "Marquee", "PanelDrivers", "SignFiles", "SignPlayback",
                "Schedules", "LinuxSystem", "LiveValues", "NetworkPixels", "PixelProtocols",
            ],
            path: "Benchmarks/FrameCosts", swiftSettings: settings),

        .target(
            name: "FuzzTargets",
            dependencies: [
                "BitmapFonts", "Boards", "ImageFiles", "LiveValues", "Marquee", "PanelSimulation", "NetworkPixels",
                "PixelGraphics", "Schedules", "Settings", "SignFiles", "SignPlayback", "SignHost", "SignNetwork",
                "Timelines", "LinuxSystem", "PixelProtocols",
            ],
            path: "Fuzz/Targets", swiftSettings: settings),
        tests("FuzzTargets", name: "FuzzTests"),

        .target(name: "CAllocationProbe", path: "Tests/CAllocationProbe"),
        .target(
            name: "SignTestSupport", dependencies: ["PixelGraphics", "Timelines", "Settings", "CAllocationProbe"],
            path: "Tests/SignTestSupport", swiftSettings: settings),
        .testTarget(name: "SignTestSupportTests", dependencies: ["SignTestSupport"], swiftSettings: settings),
        tests("PixelGraphics"),
        tests("Timelines"),
        tests("BitmapFonts"),
        tests("ImageFiles"),
        .executableTarget(
            name: "wall-probe", dependencies: ["Marquee", "PixelGraphics", "Timelines"], path: "Tests/WallProbe",
            swiftSettings: settings),
        tests("Marquee", ["wall-probe"]),
        tests("PanelDrivers", ["BitmapFonts", "PanelSimulation"]),
        .target(
            name: "KernelModel", dependencies: ["Timelines"], path: "Tests/KernelModel", exclude: ["preload"],
            swiftSettings: settings),
        .target(name: "CScanRecorder", path: "Tests/CScanRecorder"),
        .executableTarget(
            name: "hardware-probe",
            dependencies: ["PanelDrivers", "LinuxHardware", "PixelGraphics", "Timelines", "CAllocationProbe"],
            path: "Tests/HardwareProbe", swiftSettings: settings),
        .executableTarget(
            name: "display-probe",
            dependencies: ["PanelDrivers", "LinuxHardware", "Timelines", "CAllocationProbe"],
            path: "Tests/DisplayProbe", swiftSettings: settings),
        .executableTarget(
            name: "confinement-probe", dependencies: ["LinuxSystem"], path: "Tests/ConfinementProbe",
            swiftSettings: settings),
        tests("LinuxSystem", ["confinement-probe"]),
        tests(
            "LinuxHardware",
            ["PanelSimulation", "PixelGraphics", "KernelModel", "CScanRecorder", "hardware-probe", "display-probe"]),
        tests("PanelSimulation"),
        .target(
            name: "PiTraces", dependencies: ["PixelGraphics", "PanelDrivers", "PanelSimulation"],
            path: "Tests/EmulatedPi/PiTraces", swiftSettings: settings),
        .testTarget(
            name: "PiTracesTests", dependencies: ["PiTraces", "SignTestSupport"],
            path: "Tests/EmulatedPi/PiTracesTests", swiftSettings: settings),
        .executableTarget(
            name: "emulated-pi-check",
            dependencies: [
                "PiTraces", "PixelGraphics", "Timelines", "BitmapFonts", "Marquee", "PanelDrivers", "PanelSimulation",
                "Boards", "SignHost",
            ],
            path: "Tests/EmulatedPi/Checker", swiftSettings: settings),
        .executableTarget(name: "pi-agent", path: "Tests/EmulatedPi/GuestAgent"),
        .executableTarget(
            name: "terminal-probe",
            dependencies: ["TerminalPreview", "LinuxSystem", "PixelGraphics", "Timelines"],
            path: "Tests/TerminalProbe", swiftSettings: settings),
        tests("TerminalPreview", ["terminal-probe"]),
        tests("Schedules"),
        tests("LiveValues", ["BitmapFonts", "Marquee"]),
        tests("Settings"),
        tests("SignFiles"),
        tests("SignPlayback"),
        tests("Boards", ["PanelSimulation"]),
        tests("SignHost", ["PanelSimulation", "KernelModel", "cue-probe"]),
        .executableTarget(
            name: "cue-probe",
            dependencies: ["PanelDrivers", "LinuxHardware", "SignHost", "Timelines", "KernelModel"],
            path: "Tests/CueProbe", swiftSettings: settings),

        tests("NetworkPixels"),
        tests("SignNetwork"),

        tests("ledsign", name: "FailDarkTests", ["KernelModel"]),
        tests("ledsign", name: "CommandTests", ["ladder", "run-sign", "KernelModel"]),
    ] + fuzzProgram,
    swiftLanguageModes: [.v6]
)

// Tests may import what the target that they test may import. It is the first of their dependencies. Tests without access to the
// package are those of a program in another package.
for tests in package.targets where tests.type == .test && tests.packageAccess {
    guard case .byNameItem(let name, _)? = tests.dependencies.first,
        let tested = package.targets.first(where: { $0.name == name })
    else { fatalError("\(tests.name) has to name the target that it tests first") }
    tests.dependencies += tested.dependencies
}
