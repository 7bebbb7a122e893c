import Settings

extension PanelModel {
    /// Reads the panel file that the key `panel` names; nil if there are problems.
    static func named(by fields: inout BoardFields, files: BoardFiles) -> PanelModel? {
        let words = "the name of a panel such as 64x32, or the path of a panel file"
        guard let name = fields.parsed("panel", expected: words, { $0.isEmpty ? .wrongType : .value($0) }) else {
            return nil
        }
        return fields.file(.panel, name, files) { (content) throws(BoardError) in
            try PanelModel(parsing: content.bytes, name: content.name, path: content.path)
        }
    }
}

extension HUB75Wiring {
    /// Reads the wiring file that the key `wiring` names, or the lines if the key is missing; nil if there are problems.
    static func given(by fields: inout BoardFields, files: BoardFiles) -> HUB75Wiring? {
        guard fields.has("wiring") else {
            fields.accept("wiring")
            if !keys.contains(where: fields.has) {
                fields.noteProblem(
                    .missingKey(
                        "wiring",
                        expected: "the name of a wiring such as regular, the path of a wiring file, or the lines"),
                    at: nil)
                return nil
            }
            return HUB75Wiring(&fields)
        }
        for key in keys {
            fields.accept(key)
            if let place = fields.keyPlace(of: key) { fields.note(.linesBesideWiring(key), at: place) }
        }
        let words = "the name of a wiring such as regular, or the path of a wiring file"
        guard let name = fields.parsed("wiring", expected: words, { $0.isEmpty ? .wrongType : .value($0) }) else {
            return nil
        }
        return fields.file(.wiring, name, files) { (content) throws(BoardError) in
            try HUB75Wiring(parsing: content.bytes, name: content.name, path: content.path)
        }
    }
}

extension BoardFields {
    /// Reads a file that a key names; notes what is wrong with it.
    mutating func file<Value>(
        _ kind: BoardFiles.Kind, _ name: String, _ files: BoardFiles,
        _ parse: (BoardFiles.Content) throws(BoardError) -> Value
    ) -> Value? {
        switch files.read(kind, name) {
        case .refused(let reason): note(reason, at: place(of: kind.rawValue))
        case .found(let content):
            do throws(BoardError) {
                return try parse(content)
            } catch {
                add(error.problems)
            }
        }
        return nil
    }
}
