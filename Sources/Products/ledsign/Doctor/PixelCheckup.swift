import LinuxHardware
import SignFiles
import SignNetwork

/// Checks whether pixels can come from the network to a sign file that takes them.
struct PixelCheckup {
    /// The settings under `pixels`.
    let settings: PixelSettings

    /// One finding for all ports, and one for the groups of E1.31 where they cannot be joined.
    var findings: [Finding] {
        let problems = PixelPorts.problems(settings)
        let groups = problems.groups.map { problem in
            Finding.warning(
                "pixel-groups", problem,
                means: "pixels that are sent by multicast do not come; those sent to the sign's own address do",
                fix: [
                    .advice(
                        "connect a network, or name the interface that the pixels come from (pixels: interface), such as "
                            + "eth0; `ip -brief -4 address` lists them")
                ])
        }
        return [ports(problems.ports)] + [groups].compactMap { $0 }
    }

    private func ports(_ problem: String?) -> Finding {
        if let problem {
            return .warning(
                "pixel-ports", problem, means: "these pixels do not come; it is tried every 5 s",
                fix: [.advice("end the program that has the port, or leave the protocol out (pixels: protocols)")])
        }
        let names = settings.protocols.map(\.rawValue).joined(separator: ", ")
        return .ok("pixel-ports", names.isEmpty ? "pixels come by HTTP alone" : "pixels can come by \(names)")
    }
}
