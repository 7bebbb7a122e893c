import BitmapFonts

/// A picture of the icon fonts, by the name that `<icon=NAME>` gives it.
package struct SignIcon: Hashable, Sendable {
    /// Its name in small letters.
    package let name: String
    /// Its character in the icon fonts: that of Unicode where there is one, else a private one.
    package let character: Unicode.Scalar

    /// Finds an icon by its name, in either case of letters.
    package init?(named name: String) {
        let name = name.lowercased()
        guard let character = Self.characters[name] else { return nil }
        self.name = name
        self.character = character
    }

    /// All names in alphabetical order.
    package static let names: [String] = characters.keys.sorted()

    /// The icon font for letters of some rows.
    package static func fontName(rows: Int) -> String {
        rows < 14 ? "ledsign-icons-8" : FontName(name: "ledsign-icons-16", factor: rows / 16).description
    }

    /// Whether a font, enlarged or not, is one of the icons.
    package static func isFont(_ name: String) -> Bool {
        ["ledsign-icons-8", "ledsign-icons-16"].contains(FontName(name).name)
    }

    private static let characters: [String: Unicode.Scalar] = [
        // Weather
        "sun": "\u{2600}", "cloud": "\u{2601}", "partly-cloudy": "\u{26C5}", "rain": "\u{1F327}", "snow": "\u{1F328}",
        "thunderstorm": "\u{26C8}", "fog": "\u{1F32B}", "wind": "\u{1F32C}", "moon": "\u{1F319}", "sunrise": "\u{E11A}",
        "umbrella": "\u{2602}", "snowflake": "\u{2744}", "drop": "\u{1F4A7}", "thermometer": "\u{1F321}",
        "lightning": "\u{26A1}", "fire": "\u{1F525}",
        // Transport
        "bus": "\u{1F68C}", "tram": "\u{1F68A}", "train": "\u{1F686}", "taxi": "\u{1F695}", "car": "\u{1F697}",
        "bicycle": "\u{1F6B2}", "ship": "\u{1F6A2}", "sailboat": "\u{26F5}", "plane": "\u{2708}", "rocket": "\u{1F680}",
        "walk": "\u{1F6B6}", "parking": "\u{1F17F}", "wheelchair": "\u{267F}", "men": "\u{1F6B9}", "women": "\u{1F6BA}",
        "restroom": "\u{1F6BB}", "exit": "\u{E114}", "siren": "\u{1F6A8}",
        // Directions
        "arrow-left": "\u{2190}", "arrow-up": "\u{2191}", "arrow-right": "\u{2192}", "arrow-down": "\u{2193}",
        "arrow-up-left": "\u{2196}", "arrow-up-right": "\u{2197}", "arrow-down-right": "\u{2198}",
        "arrow-down-left": "\u{2199}", "up": "\u{E10A}", "down": "\u{E10B}", "left": "\u{25C0}", "right": "\u{25B6}",
        "undo": "\u{21BA}", "redo": "\u{21BB}", "refresh": "\u{1F503}", "pause": "\u{23F8}", "stop": "\u{23F9}",
        "play": "\u{25B6}",
        // Signs
        "warning": "\u{26A0}", "no-entry": "\u{26D4}", "forbidden": "\u{1F6AB}", "info": "\u{2139}",
        "question": "\u{2753}", "exclamation": "\u{2757}", "check": "\u{2714}", "cross": "\u{2716}", "star": "\u{2605}",
        "heart": "\u{2764}", "heart-outline": "\u{2661}", "flag": "\u{E112}", "trophy": "\u{E111}", "skull": "\u{E119}",
        "thumbs-up": "\u{1F44D}", "thumbs-down": "\u{1F44E}", "sleep": "\u{1F4A4}",
        // Money
        "euro": "\u{E101}", "dollar": "\u{E102}", "pound": "\u{E103}", "percent": "\u{E104}", "cart": "\u{1F6D2}",
        // House and office
        "home": "\u{1F3E0}", "bell": "\u{1F514}", "clock": "\u{1F552}", "calendar": "\u{1F4C5}", "mail": "\u{2709}",
        "phone": "\u{1F4DE}", "key": "\u{1F511}", "lock": "\u{1F512}", "unlock": "\u{E109}", "bulb": "\u{1F4A1}",
        "plug": "\u{E107}", "battery": "\u{1F50B}", "battery-low": "\u{E105}", "battery-empty": "\u{E106}",
        "wifi": "\u{E100}", "signal": "\u{1F4F6}", "speaker": "\u{1F50A}", "camera": "\u{E108}", "gear": "\u{E115}",
        "search": "\u{E116}", "user": "\u{E117}",
        // Food and feasts
        "bread": "\u{1F35E}", "pretzel": "\u{E10F}", "pizza": "\u{E10E}", "burger": "\u{1F354}", "fish": "\u{E10C}",
        "ice-cream": "\u{E10D}", "cake": "\u{1F382}", "cup": "\u{2615}", "beer": "\u{1F37A}", "wine": "\u{E110}",
        "cutlery": "\u{1F374}", "gift": "\u{1F381}", "music": "\u{266B}", "note": "\u{266A}", "ball": "\u{E113}",
        // Nature and faces
        "fir": "\u{1F332}", "tree": "\u{1F333}", "cat": "\u{1F431}", "dog": "\u{1F436}", "invader": "\u{E118}",
        "smile": "\u{263A}", "grin": "\u{1F600}", "wink": "\u{1F609}", "love": "\u{1F60D}", "neutral": "\u{1F610}",
        "sad": "\u{2639}", "cry": "\u{1F622}", "angry": "\u{1F620}", "surprised": "\u{1F62E}", "tired": "\u{1F634}",
    ]
}
