import Foundation
import SignTestSupport

/// `docs/sign-file.schema.json` as a tree, and which keys it has for an object.
struct SignSchema {
    typealias Node = [String: Any]

    static let path = PackageFolder.root.appendingPathComponent("docs/sign-file.schema.json").path

    let root: Node

    init() throws {
        let data = try Data(contentsOf: URL(fileURLWithPath: Self.path))
        root = try JSONSerialization.jsonObject(with: data) as? Node ?? [:]
    }

    /// What stands at a pointer such as `#/$defs/message`.
    func node(_ pointer: String) -> Any? {
        var node: Any? = root
        for step in pointer.split(separator: "/").dropFirst() {
            if let list = node as? [Any] {
                node = Int(step).flatMap { list.indices.contains($0) ? list[$0] : nil }
            } else {
                node = (node as? Node)?[String(step)]
            }
        }
        return node
    }

    /// The keys that an object may have, given that it has some already.
    ///
    /// - Parameter isServer: whether what stands under `if` holds, which the schema says of sources on servers alone.
    func keys(at pointer: String, having given: Set<String>, isServer: Bool = false) -> Set<String> {
        node(pointer).map { keys(of: $0, given, isServer) } ?? []
    }

    private func keys(of any: Any, _ given: Set<String>, _ isServer: Bool) -> Set<String> {
        guard let node = any as? Node else { return [] }
        var keys = Set((node["properties"] as? Node ?? [:]).keys)
        if let pointer = node["$ref"] as? String, let other = self.node(pointer) {
            keys.formUnion(self.keys(of: other, given, isServer))
        }
        for word in ["allOf", "anyOf"] {
            for part in node[word] as? [Any] ?? [] where !Self.isObject(part) || word == "anyOf" {
                keys.formUnion(self.keys(of: part, given, isServer))
            }
        }
        for (key, part) in node["dependentSchemas"] as? Node ?? [:] where given.contains(key) {
            keys.formUnion(self.keys(of: part, given, isServer))
        }
        if isServer, let part = node["then"] { keys.formUnion(self.keys(of: part, given, isServer)) }
        return keys
    }

    private static func isObject(_ any: Any) -> Bool { (any as? Node)?["type"] as? String == "object" }

    /// The pointers of all objects whose keys the schema lists.
    func objects() -> Set<String> {
        var pointers: Set<String> = []
        func visit(_ any: Any, _ pointer: String) {
            if let node = any as? Node {
                if node["type"] as? String == "object", node["properties"] != nil || node["$ref"] != nil {
                    pointers.insert(pointer)
                }
                for (key, value) in node { visit(value, pointer + "/" + key) }
            } else if let list = any as? [Any] {
                for (index, value) in list.enumerated() { visit(value, pointer + "/\(index)") }
            }
        }
        visit(root, "#")
        return pointers
    }

    /// Every key that the schema has anywhere.
    func allKeys() -> Set<String> {
        var keys: Set<String> = []
        func visit(_ any: Any) {
            if let node = any as? Node {
                keys.formUnion((node["properties"] as? Node ?? [:]).keys)
                for value in node.values { visit(value) }
            } else if let list = any as? [Any] {
                for value in list { visit(value) }
            }
        }
        visit(root)
        return keys
    }
}
