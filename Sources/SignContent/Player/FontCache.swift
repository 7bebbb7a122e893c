import BitmapFonts
import SettingsFiles

/// The fonts of a sign, each read once.
final class FontCache {
    private let fonts: SignFonts
    private var loaded: [String: Result<BitmapFont, FontTrouble>] = [:]
    private var chains: [[String]: FontChain] = [:]

    /// Why a font cannot be had, in the words of the layer that knows.
    struct FontTrouble: Error {
        let words: String
    }

    init(_ fonts: SignFonts) {
        self.fonts = fonts
    }

    /// The fonts of a message on an area of some rows, in order, with those behind them.
    ///
    /// - Throws: every font that cannot be had, at its place in the file.
    func chain(for message: SignMessage, of file: SignFile, height: Int) throws(SignError) -> FontChain {
        let names = fonts.names(for: message, of: file, height: height)
        if let chain = chains[names] { return chain }
        var found: [BitmapFont] = []
        var problems: [(reason: SignProblem.Reason, place: TextPlace?)] = []
        for (index, name) in names.enumerated() {
            switch font(name) {
            case .success(let font): found.append(font)
            case .failure(let trouble):
                let places = message.places.fonts
                problems.append((.font(trouble.words), places.indices.contains(index) ? places[index] : nil))
            }
        }
        guard problems.isEmpty else { throw file.error(problems) }
        let chain = FontChain(found)
        chains[names] = chain
        return chain
    }

    /// The fonts of a message that cannot be had.
    func problems(of message: SignMessage, in file: SignFile, height: Int) -> [SignProblem] {
        do throws(SignError) {
            _ = try chain(for: message, of: file, height: height)
            return []
        } catch {
            return error.problems
        }
    }

    private func font(_ name: String) -> Result<BitmapFont, FontTrouble> {
        if let known = loaded[name] { return known }
        let result: Result<BitmapFont, FontTrouble>
        do {
            result = .success(try fonts.load(name))
        } catch {
            result = .failure(FontTrouble(words: "\(error)"))
        }
        loaded[name] = result
        return result
    }
}
