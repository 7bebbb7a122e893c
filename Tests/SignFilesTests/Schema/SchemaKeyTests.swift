import Foundation
import SignFiles
import SignTestSupport
import Testing

/// The keys of the schema for editors are those that the program reads, at every place of a sign file.
@Suite struct SchemaKeyTests {
    /// The keys of a file that are unknown to the program.
    private func unknownKeys(_ file: String) -> Set<String> {
        do throws(SignError) {
            _ = try SignFile(parsing: file, path: "sign.yaml")
            return []
        } catch {
            let keys = error.problems.compactMap { problem -> String? in
                guard case .settings(.unknownKey(let key, nearest: _)) = problem.reason else { return nil }
                return key
            }
            return Set(keys)
        }
    }

    /// Every word in quotation marks and every name of a case in the sources of the program, among which all of its keys are.
    private func words() throws -> Set<String> {
        let folder = PackageFolder.root.appendingPathComponent("Sources/Sign/SignFiles")
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        var words: Set<String> = []
        for path in paths where path.hasSuffix(".swift") {
            let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
            for match in text.matches(of: /"([a-z]+(?:-[a-z]+)*)"/) { words.insert(String(match.output.1)) }
            for match in text.matches(of: /case ([a-z]+)/) { words.insert(String(match.output.1)) }
        }
        return words
    }

    @Test("every key of the schema is one that the program knows, at its place")
    func known() throws {
        let schema = try SignSchema()
        for place in SchemaPlace.all {
            let keys = schema.keys(at: place.pointer, having: place.having, isServer: place.isServer)
            #expect(keys.count >= 1, "\(place.pointer)")
            for key in keys.sorted() {
                let unknown = unknownKeys(place.file(with: [key]))
                #expect(!unknown.contains(key), "\(place.pointer) has \(key), and the program does not know it")
            }
        }
    }

    @Test("every key that the program knows is in the schema, at its place: no other word of its sources is known")
    func complete() throws {
        let schema = try SignSchema()
        let words = try words()
        #expect(words.count > 100)
        let known = schema.allKeys()
        #expect(words.isSuperset(of: known), "not in the sources: \(known.subtracting(words).sorted())")
        for place in SchemaPlace.all where !place.isOpen {
            let keys = schema.keys(at: place.pointer, having: place.having, isServer: place.isServer)
            let others = words.subtracting(keys)
            let unknown = unknownKeys(place.file(with: others.sorted()))
            let missing = others.subtracting(unknown).sorted()
            expectEqual(missing, [], "\(place.pointer) \(place.having) lacks what the program knows")
        }
    }

    @Test("every object of the schema is one of the places that are looked at")
    func places() throws {
        let objects = try SignSchema().objects()
        expectEqual(objects, Set(SchemaPlace.all.map(\.pointer)))
    }
}
