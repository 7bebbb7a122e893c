import SignTestSupport
import Testing

@testable import BitmapFonts

@Suite("Scripts that fonts of pixels cannot join")
struct UnshapedScriptTests {
    @Test(
        "a script whose letters are reordered or joined is named",
        arguments: [
            ("दिल्ली", ["Devanagari"]), ("ঢাকা", ["Bengali"]), ("தமிழ்", ["Tamil"]), ("ខ្មែរ", ["Khmer"]), ("မြန်မာ", ["Myanmar"]),
            ("བོད", ["Tibetan"]), ("සිංහල", ["Sinhala"]), ("తెలుగు", ["Telugu"]), ("ಕನ್ನಡ", ["Kannada"]),
            ("മലയാളം", ["Malayalam"]),
            ("ગુજરાતી", ["Gujarati"]), ("ਪੰਜਾਬੀ", ["Gurmukhi"]), ("ଓଡ଼ିଆ", ["Odia"]), ("ܣܘܪܝܝܐ", ["Syriac"]),
            ("ᠮᠣᠩᠭᠣᠯ", ["Mongolian"]),
            ("Delhi दिल्ली, ঢাকা, दिल्ली", ["Devanagari", "Bengali"]),
        ])
    func named(text: String, names: [String]) {
        expectEqual(text.unshapedScripts, names)
    }

    @Test(
        "scripts that need no shaping, and those that are shaped, are not",
        arguments: [
            "Fresh bread", "Größe Łódź", "Ελληνικά", "Щёлково", "שָׁלוֹם", "مرحبا", "สวัสดีที่นี่", "ສະບາຍດີ", "漢字かな", "한국어",
            "\u{1112}\u{1161}\u{11AB}",
            "ქართული",
            "አማርኛ", "१२३।", "\u{1F35E}",
        ])
    func unnamed(text: String) {
        expectEqual(text.unshapedScripts, [])
    }
}
