import Glibc

extension Machine {
    // MARK: - Who else uses devices

    /// Looks through the open files of all processes for GPIO lines, SPI devices and cards; those of other users are open to root.
    ///
    /// Kernels from 5.19 list the chip and the lines of a request in fdinfo (drivers/gpio/gpiolib-cdev.c).
    static func holders(_ files: MachineFiles) -> [Holder] {
        let own = Int(getpid())
        return files.names(in: "/proc").compactMap { Int($0) }.filter { $0 != own || !files.root.isEmpty }
            .flatMap { process in
                let folder = "/proc/\(process)"
                return files.names(in: folder + "/fd").compactMap { descriptor -> Holder? in
                    guard let target = files.target(ofLink: "\(folder)/fd/\(descriptor)") else { return nil }
                    let name = { files.word(folder + "/comm") ?? "" }
                    if ["/dev/spidev", "/dev/gpiomem", "/dev/dri/card"].contains(where: { target.hasPrefix($0) }) {
                        return Holder(process: process, name: name(), path: target)
                    }
                    guard target.hasPrefix("anon_inode:gpio-line") || target.hasPrefix("anon_inode:[gpio-line") else {
                        return nil
                    }
                    let (chip, lines) = request(files.text("\(folder)/fdinfo/\(descriptor)") ?? "")
                    var holder = Holder(
                        process: process, name: name(), path: chip.map { "/dev/" + $0 } ?? "", lines: lines)
                    holder.isGuardian =
                        files.bytes(folder + "/cmdline")?.split(separator: 0).first
                        .map { String(decoding: $0, as: UTF8.self) } == "panel-guardian"
                    return holder
                }
            }
    }

    /// The chip and the lines of a request, from fdinfo.
    private static func request(_ text: String) -> (chip: String?, lines: [Int]) {
        var chip: String?
        var lines: [Int] = []
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1).map { String($0).trimmed }
            guard parts.count == 2 else { continue }
            if parts[0] == "gpio-chip" { chip = parts[1] }
            if parts[0] == "gpio-line", let number = Int(parts[1]) { lines.append(number) }
        }
        return (chip, lines)
    }

    // MARK: - What is allowed

    /// The user of this process, and what /proc/self says about its limits and privileges.
    static func user(_ files: MachineFiles) -> User {
        var user = User()
        let account = getpwuid(geteuid())
        user.name = account.map { String(cString: $0.pointee.pw_name) } ?? "\(geteuid())"
        user.isRoot = geteuid() == 0
        let limits = files.text("/proc/self/limits") ?? ""
        user.realTimePriority = softLimit("Max realtime priority", in: limits) ?? (limits.isEmpty ? 0 : 99)
        user.lockedMemory = limits.isEmpty ? 0 : softLimit("Max locked memory", in: limits)
        for line in (files.text("/proc/self/status") ?? "").split(separator: "\n") where line.hasPrefix("CapEff:") {
            let capabilities = UInt64(String(line.dropFirst("CapEff:".count)).trimmed, radix: 16) ?? 0
            user.mayRaisePriority = capabilities >> 23 & 1 == 1
            user.mayLockMemory = capabilities >> 14 & 1 == 1
        }
        return user
    }

    /// The soft limit in a line of /proc/self/limits; nil where there is no limit.
    private static func softLimit(_ name: String, in text: String) -> Int? {
        for line in text.split(separator: "\n") where line.hasPrefix(name) {
            return line.dropFirst(name.utf8.count).split(separator: " ").first.flatMap { Int($0) }
        }
        return nil
    }
}
