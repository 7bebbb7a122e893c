import PixelGraphics
import Settings

/// The place of a zone among rows and columns of zones.
package struct SignZoneSlot: Equatable, Sendable {
    /// All rows and columns of the file.
    let layout: Box
    /// The number of the zone's box, in the order of the tree.
    let number: Int
    /// What it asks for in pixels; nil for shares.
    let width: Int?
    /// What it asks for in pixels; nil for shares.
    let height: Int?

    /// Its area on a sign of a size; empty where there is no space for it.
    package func area(on size: Size) -> Rectangle { layout.placed(in: Rectangle(size))[number] }

    /// What it asks for and does not get on a sign of a size; nil where it gets all.
    package func problem(on size: Size) -> SignReason? {
        let area = area(on: size)
        if let width, area.width < width {
            return .part(.tooWide(width, taken: max(size.width - area.width, 0), of: size.width))
        }
        if let height, area.height < height {
            return .part(.tooHigh(height, left: area.height, of: size.height))
        }
        return area.isEmpty ? .part(.noSpace(on: size)) : nil
    }
}

/// Reads zones that stand in rows and columns, so that no area has to be calculated.
struct SignZoneList {
    /// The zones, in the order of the file.
    private(set) var zones: [SignZone] = []
    private var extents: [(width: Int?, height: Int?)] = []

    /// The levels of rows and columns in each other.
    private static let maximumLevels = 8

    /// Reads the rows or columns of a file.
    ///
    /// - Parameter key: `rows` or `columns`.
    static func read(_ key: String, _ fields: inout SignFields, context: SignContext) -> [SignZone] {
        var list = SignZoneList()
        let layout = list.box(key, &fields, context, level: 1)
        let numbers = layout.leaves
        return zip(list.zones, zip(numbers, list.extents)).map { zone, slot in
            var zone = zone
            zone.slot = SignZoneSlot(
                layout: layout, number: slot.0, width: slot.1.width, height: slot.1.height)
            return zone
        }
    }

    /// Records the keys that only zones in rows and columns have.
    static func refuseListKeys(_ fields: inout SignFields) {
        for key in ["width", "height", "rows", "columns", "gap", "padding"] {
            fields.accept(key)
            guard fields.has(key) else { continue }
            fields.record(.part(.onlyInList(key)), at: fields.keyPlace(of: key))
        }
    }

    private mutating func box(
        _ key: String, _ fields: inout SignFields, _ context: SignContext, level: Int
    ) -> Box {
        let axis: Box.Axis = key == "rows" ? .vertical : .horizontal
        var (padding, gap) = (Size.zero, Size.zero)
        SignBox.readDistances("padding", &fields, into: &padding)
        SignBox.readDistances("gap", &fields, into: &gap)
        guard level <= Self.maximumLevels else {
            fields.accept(key)
            fields.record(.part(.tooDeep(limit: Self.maximumLevels)), at: fields.keyPlace(of: key))
            return Box(.list(axis, [], gap: 0))
        }
        let words = "a list of zones, each with messages, or again with rows or columns"
        let boxes = fields.list(key, expected: words, maximum: SignZone.maximumZones, keepsOthers: true) { fields in
            element(&fields, context, axis, level: level)
        }
        var box = Box(.list(axis, boxes ?? [], gap: axis == .vertical ? gap.height : gap.width))
        box.padding = padding
        return box
    }

    /// Reads a zone, or rows or columns of zones.
    private mutating func element(
        _ fields: inout SignFields, _ context: SignContext, _ axis: Box.Axis, level: Int
    ) -> Box {
        var (width, height) = (BoxExtent.fill(shares: 1), BoxExtent.fill(shares: 1))
        fields.read("width", as: SignBox.zoneExtent, into: &width)
        fields.read("height", as: SignBox.zoneExtent, into: &height)
        var box: Box
        if let key = ["rows", "columns"].first(where: fields.has) {
            let others = ["rows", "columns", "message", "messages"].filter { $0 != key }
            for other in others { fields.accept(other) }
            fields.excludes(key, others)
            var inner = context
            inner.readStyle(&fields)
            box = self.box(key, &fields, inner, level: level + 1)
        } else {
            for key in ["rows", "columns", "gap", "padding"] { fields.accept(key) }
            var zone = SignZone(&fields, context: context)
            if fields.has("area") {
                fields.record(.part(.placedInList("area")), at: fields.keyPlace(of: "area"))
                zone.area = nil
            }
            zone.areaPlace.place = fields.place(of: axis == .vertical ? "height" : "width") ?? zone.place.place
            box = Box(.leaf(.zero))
            zones.append(zone)
            extents.append((width.pixels, height.pixels))
        }
        (box.width, box.height) = (width, height)
        return box
    }
}

extension BoxExtent {
    /// The pixels that it is; nil for shares.
    fileprivate var pixels: Int? { if case .pixels(let pixels) = self { pixels } else { nil } }
}

extension Box {
    /// The numbers of the boxes without others in them, in the order of the tree.
    fileprivate var leaves: [Int] {
        var number = 0
        return leaves(from: &number)
    }

    private func leaves(from number: inout Int) -> [Int] {
        let own = number
        number += 1
        guard case .list(_, let boxes, _) = content else { return [own] }
        var found: [Int] = []
        for box in boxes { found += box.leaves(from: &number) }
        return found
    }
}
