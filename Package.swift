// swift-tools-version: 6.0
import PackageDescription

/// The settings of every Swift target: the language mode is the package's, warnings are errors under `make lint`.
let settings: [SwiftSetting] = [.enableUpcomingFeature("ExistentialAny")]

/// A library target in `Sources/`.
func layer(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// The test target of a layer; `Tests/SignTestSupport` and the layer itself are always there.
func tests(_ layer: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: layer + "Tests",
        dependencies: [.byName(name: layer), "SignTestSupport"] + dependencies,
        swiftSettings: settings)
}

/// Only there with LEDSIGN_FUZZ in the environment, because it links with `-sanitize=fuzzer` alone: the program of all fuzz
/// targets, which `scripts/fuzz.sh` builds with coverage and runs.
let fuzzTargets: [Target] =
    Context.environment["LEDSIGN_FUZZ"] == nil
    ? []
    : [
        .systemLibrary(name: "CLibFuzzer", path: "Fuzz/CLibFuzzer"),
        .executableTarget(
            name: "fuzz",
            dependencies: [
                "CLibFuzzer", "BitmapFonts", "Boards", "ImageFiles", "LiveValues", "Marquee", "PanelSimulation",
                "PixelGraphics", "Schedules", "SignContent", "SignControl", "Timelines",
            ],
            path: "Fuzz/Targets", swiftSettings: settings),
    ]

let package = Package(
    name: "ledsign",
    products: [
        .library(name: "LEDSign", targets: ["LEDSign"]),
        .library(name: "PanelSimulation", targets: ["PanelSimulation"]),
        .executable(name: "ledsign", targets: ["ledsign"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CFriBidi", pkgConfig: "fribidi", providers: [.apt(["libfribidi-dev"])]),
        .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CGIF", providers: [.apt(["libgif-dev"])]),
        .systemLibrary(name: "CICal", providers: [.apt(["libical-dev"])]),
        .systemLibrary(name: "CGPIOD", pkgConfig: "libgpiod", providers: [.apt(["libgpiod-dev"])]),

        layer("PixelGraphics"),
        layer("Timelines"),
        layer("FileReading"),
        layer("BitmapFonts", ["PixelGraphics", "FileReading", "CZlib", "CFriBidi"]),
        .target(name: "CPNGReader", dependencies: ["CPNG"]),
        layer("ImageFiles", ["PixelGraphics", "FileReading", "CPNG", "CPNGReader", "CGIF"]),
        layer("Marquee", ["PixelGraphics", "BitmapFonts", "Timelines"]),
        .target(name: "CWallClock"),
        layer("Schedules", ["PixelGraphics", "Timelines", "CICal", "CWallClock"]),
        layer("HardwareInterfaces", ["Timelines"]),
        layer("PanelDrivers", ["PixelGraphics", "Timelines", "HardwareInterfaces"]),
        .target(name: "CLinuxIO"),
        .target(name: "CGPIOLines", dependencies: ["CGPIOD"]),
        .target(name: "CFailDark"),
        layer("LinuxHardware", ["HardwareInterfaces", "Timelines", "CLinuxIO", "CGPIOLines", "CFailDark"]),
        layer("PanelSimulation", ["PixelGraphics", "HardwareInterfaces"]),
        .target(name: "CTerminalRestore"),
        layer("TerminalControl", ["Timelines", "PanelSimulation", "CTerminalRestore"]),
        layer("SettingsFiles", ["PixelGraphics", .product(name: "Yams", package: "Yams")]),
        .target(name: "CLiveProcess"),
        layer("LiveValues", ["PixelGraphics", "Timelines", "CLiveProcess"]),
        layer("Boards", ["PixelGraphics", "FileReading", "PanelDrivers", "SettingsFiles"]),
        layer(
            "SignContent",
            [
                "PixelGraphics", "Timelines", "BitmapFonts", "ImageFiles", "Marquee", "SettingsFiles", "LiveValues",
                "Schedules",
            ]),
        .target(name: "CRealTime"),
        .target(name: "CSignRuntime"),
        layer("SignThreads", ["Timelines", "CSignRuntime"]),
        .target(name: "CSignControl"),
        layer(
            "SignControl",
            ["PixelGraphics", "Timelines", "HardwareInterfaces", "SignThreads", "CSignRuntime", "CSignControl"]),
        layer(
            "SignRuntime",
            [
                "PixelGraphics", "Timelines", "Marquee", "HardwareInterfaces", "PanelDrivers", "SignThreads",
                "CSignRuntime", "CRealTime",
            ]),
        layer(
            "LEDSign",
            [
                "FileReading", "PixelGraphics", "Timelines", "BitmapFonts", "ImageFiles", "Marquee",
                "HardwareInterfaces",
                "PanelDrivers", "Boards", "SignContent", "SignRuntime",
            ]),
        .executableTarget(
            name: "ledsign",
            dependencies: [
                "LEDSign", "PixelGraphics", "Timelines", "BitmapFonts", "ImageFiles", "Marquee", "HardwareInterfaces",
                "PanelDrivers", "Boards", "SignContent", "SignControl", "SignRuntime", "LinuxHardware",
                "PanelSimulation", "TerminalControl", "Schedules", "LiveValues", "SignThreads", "CSignRuntime",
                "FileReading",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: settings),

        .executableTarget(
            name: "ladder", dependencies: ["LEDSign"], path: "Examples/Ladder", swiftSettings: settings),
        .executableTarget(
            name: "frame-costs",
            dependencies: [
                "PixelGraphics", "Timelines", "BitmapFonts", "Marquee", "HardwareInterfaces", "PanelDrivers",
                "SignContent", "Schedules", "LiveValues",
            ],
            path: "Benchmarks/FrameCosts", swiftSettings: settings),

        .target(name: "CAllocationProbe", path: "Tests/CAllocationProbe"),
        .target(
            name: "SignTestSupport", dependencies: ["PixelGraphics", "Timelines", "CAllocationProbe"],
            path: "Tests/SignTestSupport", swiftSettings: settings),
        tests("PixelGraphics"),
        tests("Timelines"),
        tests("BitmapFonts", ["PixelGraphics", "CZlib"]),
        tests("ImageFiles", ["PixelGraphics"]),
        .executableTarget(
            name: "wall-probe", dependencies: ["Marquee", "PixelGraphics", "Timelines"], path: "Tests/WallProbe",
            swiftSettings: settings),
        tests("Marquee", ["PixelGraphics", "BitmapFonts", "Timelines", "wall-probe"]),
        tests("PanelDrivers", ["PixelGraphics", "Timelines", "BitmapFonts", "HardwareInterfaces", "PanelSimulation"]),
        .target(name: "KernelModel", path: "Tests/KernelModel", exclude: ["preload"], swiftSettings: settings),
        .target(name: "CScanRecorder", path: "Tests/CScanRecorder"),
        .executableTarget(
            name: "hardware-probe",
            dependencies: ["HardwareInterfaces", "LinuxHardware", "PanelDrivers", "CAllocationProbe"],
            path: "Tests/HardwareProbe", swiftSettings: settings),
        tests("FileReading"),
        tests(
            "LinuxHardware",
            [
                "HardwareInterfaces", "Timelines", "PanelDrivers", "PanelSimulation", "PixelGraphics", "KernelModel",
                "CScanRecorder", "hardware-probe",
            ]),
        tests("PanelSimulation", ["PixelGraphics", "HardwareInterfaces", "PanelDrivers"]),
        .target(
            name: "PiTraces", dependencies: ["PixelGraphics", "HardwareInterfaces", "PanelSimulation"],
            path: "Tests/EmulatedPi/PiTraces", swiftSettings: settings),
        .testTarget(
            name: "PiTracesTests",
            dependencies: ["PiTraces", "PixelGraphics", "HardwareInterfaces", "PanelSimulation"],
            path: "Tests/EmulatedPi/PiTracesTests", swiftSettings: settings),
        .executableTarget(
            name: "emulated-pi-check",
            dependencies: [
                "PiTraces", "PixelGraphics", "Timelines", "BitmapFonts", "Marquee", "HardwareInterfaces",
                "PanelDrivers", "PanelSimulation", "Boards", "SignRuntime",
            ],
            path: "Tests/EmulatedPi/Checker", swiftSettings: settings),
        .executableTarget(name: "pi-hand", path: "Tests/EmulatedPi/GuestHand"),
        .executableTarget(
            name: "terminal-probe", dependencies: ["TerminalControl", "PanelSimulation", "PixelGraphics", "Timelines"],
            path: "Tests/TerminalProbe", swiftSettings: settings),
        tests("TerminalControl", ["Timelines", "terminal-probe"]),
        tests("Schedules", ["Timelines", "CWallClock"]),
        tests("LiveValues", ["PixelGraphics", "Timelines", "BitmapFonts", "Marquee"]),
        tests("SettingsFiles"),
        tests(
            "SignContent",
            [
                "PixelGraphics", "Timelines", "BitmapFonts", "ImageFiles", "Marquee", "SettingsFiles", "LiveValues",
                "Schedules",
            ]),
        tests("Boards", ["PixelGraphics", "PanelDrivers"]),
        tests(
            "SignRuntime",
            [
                "PixelGraphics", "Timelines", "Marquee", "HardwareInterfaces", "PanelDrivers", "PanelSimulation",
                "CSignRuntime", "CRealTime", "SignContent", "BitmapFonts", "Schedules",
            ]),
        .executableTarget(
            name: "cue-probe",
            dependencies: ["HardwareInterfaces", "LinuxHardware", "PanelDrivers", "SignControl", "Timelines"],
            path: "Tests/CueProbe", swiftSettings: settings),
        tests("SignControl", ["PixelGraphics", "Timelines", "HardwareInterfaces", "KernelModel", "cue-probe"]),
        .testTarget(
            name: "FailDarkTests",
            dependencies: [
                "ledsign", "KernelModel", "PanelSimulation", "HardwareInterfaces", "LinuxHardware", "SignTestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "ledsign", "ladder", "SignTestSupport", "PixelGraphics", "Timelines", "Marquee", "ImageFiles",
                "PanelSimulation", "PanelDrivers", "HardwareInterfaces", "Boards", "KernelModel", "BitmapFonts",
                "SignContent", "SignControl", "SignRuntime", "LinuxHardware",
            ],
            swiftSettings: settings),
    ] + fuzzTargets,
    swiftLanguageModes: [.v6]
)
