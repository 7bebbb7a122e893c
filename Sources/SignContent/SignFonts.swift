import BitmapFonts
import SettingsFiles

/// Where the fonts of a sign come from.
public struct SignFonts: Sendable {
    private let usual: @Sendable (_ height: Int) -> String
    private let fallbacks: [String]
    private let load: @Sendable (_ nameOrPath: String) throws -> BitmapFont

    /// Takes the ways to fonts.
    ///
    /// - Parameters:
    ///   - usual: the font for an area of some rows, where a message names none.
    ///   - fallbacks: the fonts behind those of a message, for the characters that these lack.
    ///   - load: loads a font; its errors are told to people.
    public init(
        usual: @escaping @Sendable (_ height: Int) -> String, fallbacks: [String],
        load: @escaping @Sendable (_ nameOrPath: String) throws -> BitmapFont
    ) {
        self.usual = usual
        self.fallbacks = fallbacks
        self.load = load
    }

    /// The fonts of a file that cannot be had.
    ///
    /// - Parameter height: the rows of the sign; 8 where nobody knows them.
    public func problems(of file: SignFile, height: Int = 8) -> [SignProblem] {
        do throws(SignError) {
            _ = try chain(for: file.message, of: file, height: height)
            return []
        } catch {
            return error.problems
        }
    }

    /// Loads the fonts of a message on an area of some rows.
    ///
    /// - Throws: every font that cannot be had, at its place in the file.
    func chain(for message: SignMessage, of file: SignFile, height: Int) throws(SignError) -> FontChain {
        let chosen = message.fonts.isEmpty ? [usual(height)] : message.fonts.map { file.path(of: $0) }
        var fonts: [BitmapFont] = []
        var problems: [(reason: SignProblem.Reason, place: TextPlace?)] = []
        for (index, name) in (chosen + fallbacks.filter { !chosen.contains($0) }).enumerated() {
            do {
                fonts.append(try load(name))
            } catch {
                let places = message.places.fonts
                problems.append((.font("\(error)"), places.indices.contains(index) ? places[index] : nil))
            }
        }
        guard problems.isEmpty else { throw file.error(problems) }
        return FontChain(fonts)
    }
}
