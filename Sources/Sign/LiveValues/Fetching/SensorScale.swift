import LinuxSystem

/// The factor of a sensor of the kernel (IIO): its number stands in a file `in_illuminance_raw`, and the factor and what is
/// added before in `in_illuminance_scale` and `in_illuminance_offset` beside it, where the driver has them.
enum SensorScale {
    private static let ending = "_raw"
    private static let mostBytes = 64

    /// Returns a source with the scale of the files beside its own; as it is where it does not want that, or has none.
    static func applied(to source: LiveSource, _ file: LiveFile) -> LiveSource {
        guard file.isScaledBeside, case .number(let scale) = source.form, let path = try? FileFetch.match(file.path),
            path.hasSuffix(ending)
        else { return source }
        let base = path.dropLast(ending.count)
        let factor = number(in: base + "_scale") ?? 1
        let offset = number(in: base + "_offset") ?? 0
        var scaled = source
        guard let both = factor.times(scale.scale), let sum = offset.plus(scale.offset) else { return source }
        scaled.form = .number(LiveScale(scale: both, offset: sum, format: scale.format))
        return scaled
    }

    private static func number(in path: Substring) -> LiveNumber? {
        guard let bytes = try? RegularFile.read(path: String(path), limit: mostBytes) else { return nil }
        return LiveNumber(parsing: LiveText.clean(utf8: bytes).prefix { $0 != " " })
    }
}
