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

    /// The icons in whose names all of some words are, or the beginnings of words; in alphabetical order.
    ///
    /// The names of their characters in Unicode count, too: `tears` finds `joy`.
    package static func search(_ words: [String]) -> [SignIcon] {
        let words = words.flatMap { $0.lowercased().split(separator: "-") }
        return names.compactMap(SignIcon.init(named:)).filter { icon in
            let parts = icon.name.split(separator: "-") + icon.unicodeName.split(separator: " ")
            return words.allSatisfy { word in parts.contains { $0.hasPrefix(word) } }
        }
    }

    /// What Unicode calls the character, in small letters; empty for a private one.
    private var unicodeName: String { character.properties.name?.lowercased() ?? "" }

    /// The icon font for letters of some rows.
    package static func fontName(rows: Int) -> String {
        rows < 14 ? "ledsign-icons-8" : FontName(name: "ledsign-icons-16", factor: rows / 16).description
    }

    /// Whether a font, enlarged or not, is one of the icons.
    package static func isFont(_ name: String) -> Bool {
        ["ledsign-icons-8", "ledsign-icons-16"].contains(FontName(name).name)
    }
}

extension SignIcon {
    /// The pictures of the icon fonts by their names, in groups.
    private static let characters: [String: Unicode.Scalar] = groups.reduce(into: [:]) { all, group in
        all.merge(group) { first, _ in first }
    }

    private static let groups: [[String: Unicode.Scalar]] = [
        weather, transport, facilities, directions, signs, hearts, shop, house, sports, food, feasts, nature, people,
        faces,
    ]

    private static let weather: [String: Unicode.Scalar] = [
        "sun": "\u{2600}", "cloud": "\u{2601}", "partly-cloudy": "\u{26C5}", "rain": "\u{1F327}", "snow": "\u{1F328}",
        "thunderstorm": "\u{26C8}", "fog": "\u{1F32B}", "wind": "\u{1F32C}", "moon": "\u{1F319}", "sunrise": "\u{E11A}",
        "umbrella": "\u{2602}", "snowflake": "\u{2744}", "drop": "\u{1F4A7}", "thermometer": "\u{1F321}",
        "lightning": "\u{26A1}", "fire": "\u{1F525}", "mostly-sunny": "\u{1F324}", "mostly-cloudy": "\u{1F325}",
        "partly-cloudy-night": "\u{E11C}", "drizzle": "\u{E120}", "heavy-rain": "\u{E123}", "showers": "\u{1F326}",
        "showers-night": "\u{E11D}", "sleet": "\u{E121}", "hail": "\u{E122}", "snow-showers": "\u{E11E}",
        "snow-showers-night": "\u{E11F}", "thunderstorm-night": "\u{E124}", "thunderstorm-hail": "\u{E125}",
        "tornado": "\u{1F32A}", "hurricane": "\u{1F300}", "rainbow": "\u{1F308}", "snowman": "\u{26C4}",
        "wave": "\u{1F30A}", "full-moon": "\u{1F315}", "half-moon": "\u{1F313}",
    ]

    private static let transport: [String: Unicode.Scalar] = [
        "bus": "\u{1F68C}", "tram": "\u{1F68A}", "train": "\u{1F686}", "taxi": "\u{1F695}", "car": "\u{1F697}",
        "bicycle": "\u{1F6B2}", "ship": "\u{1F6A2}", "sailboat": "\u{26F5}", "plane": "\u{2708}", "rocket": "\u{1F680}",
        "walk": "\u{1F6B6}", "siren": "\u{1F6A8}", "police-car": "\u{1F693}", "ambulance": "\u{1F691}",
        "fire-engine": "\u{1F692}", "truck": "\u{1F69A}", "tractor": "\u{1F69C}", "motorcycle": "\u{1F3CD}",
        "scooter": "\u{1F6F4}", "metro": "\u{1F687}", "helicopter": "\u{1F681}", "departure": "\u{1F6EB}",
        "arrival": "\u{1F6EC}", "fuel": "\u{26FD}", "traffic-light": "\u{1F6A6}", "stop-sign": "\u{1F6D1}",
        "roadworks": "\u{1F6A7}", "anchor": "\u{2693}", "bus-stop": "\u{1F68F}", "cable-car": "\u{1F6A1}",
        "luggage": "\u{1F9F3}", "ticket": "\u{1F3AB}", "location": "\u{1F4CD}",
    ]

    private static let facilities: [String: Unicode.Scalar] = [
        "parking": "\u{1F17F}", "wheelchair": "\u{267F}", "men": "\u{1F6B9}", "women": "\u{1F6BA}",
        "restroom": "\u{1F6BB}", "exit": "\u{E114}", "emergency-exit": "\u{E126}", "stairs": "\u{E11B}",
        "elevator": "\u{1F6D7}", "toilet": "\u{1F6BD}", "baby": "\u{1F6BC}", "shower": "\u{1F6BF}", "bath": "\u{1F6C1}",
        "bed": "\u{1F6CF}", "family": "\u{1F46A}", "drinking-water": "\u{1F6B0}", "litter": "\u{1F6AE}",
        "recycling": "\u{267B}", "smoking": "\u{1F6AC}", "no-smoking": "\u{1F6AD}", "no-phones": "\u{1F4F5}",
        "extinguisher": "\u{1F9EF}", "medicine": "\u{2695}", "hospital": "\u{1F3E5}", "bank": "\u{1F3E6}",
        "atm": "\u{1F3E7}", "factory": "\u{1F3ED}", "church": "\u{26EA}", "school": "\u{1F3EB}", "circus": "\u{1F3AA}",
        "lifebuoy": "\u{1F6DF}",
    ]

    private static let directions: [String: Unicode.Scalar] = [
        "arrow-left": "\u{2190}", "arrow-up": "\u{2191}", "arrow-right": "\u{2192}", "arrow-down": "\u{2193}",
        "arrow-up-left": "\u{2196}", "arrow-up-right": "\u{2197}", "arrow-down-right": "\u{2198}",
        "arrow-down-left": "\u{2199}", "up": "\u{E10A}", "down": "\u{E10B}", "left": "\u{25C0}", "right": "\u{25B6}",
        "undo": "\u{21BA}", "redo": "\u{21BB}", "refresh": "\u{1F503}", "pause": "\u{23F8}", "stop": "\u{23F9}",
        "play": "\u{25B6}", "previous": "\u{23EE}", "next": "\u{23ED}", "rewind": "\u{23EA}", "forward": "\u{23E9}",
        "disc": "\u{23FA}", "circle": "\u{26AA}",
    ]

    private static let signs: [String: Unicode.Scalar] = [
        "warning": "\u{26A0}", "no-entry": "\u{26D4}", "forbidden": "\u{1F6AB}", "info": "\u{2139}",
        "question": "\u{2753}", "exclamation": "\u{2757}", "check": "\u{2714}", "cross": "\u{2716}", "star": "\u{2605}",
        "flag": "\u{E112}", "trophy": "\u{E111}", "skull": "\u{E119}", "sleep": "\u{1F4A4}", "invader": "\u{E118}",
        "double-exclamation": "\u{203C}", "exclamation-question": "\u{2049}", "sparkles": "\u{2728}",
        "glowing-star": "\u{1F31F}", "dizzy-star": "\u{1F4AB}", "hundred": "\u{1F4AF}", "ok": "\u{1F197}",
        "anger": "\u{1F4A2}", "collision": "\u{1F4A5}", "bomb": "\u{1F4A3}", "shield": "\u{1F6E1}",
        "crown": "\u{1F451}", "gem": "\u{1F48E}", "speech": "\u{1F4AC}", "eyes": "\u{1F440}", "splash": "\u{1F4A6}",
        "ghost": "\u{1F47B}", "robot": "\u{1F916}", "alien": "\u{1F47D}", "poo": "\u{1F4A9}",
    ]

    private static let hearts: [String: Unicode.Scalar] = [
        "heart": "\u{2764}", "heart-outline": "\u{2661}", "heart-exclamation": "\u{2763}", "broken-heart": "\u{1F494}",
        "two-hearts": "\u{1F495}", "sparkling-heart": "\u{1F496}", "growing-heart": "\u{1F497}",
        "heart-arrow": "\u{1F498}", "heart-ribbon": "\u{1F49D}", "kiss-mark": "\u{1F48B}",
    ]

    private static let shop: [String: Unicode.Scalar] = [
        "euro": "\u{E101}", "dollar": "\u{E102}", "pound": "\u{E103}", "percent": "\u{E104}", "cart": "\u{1F6D2}",
        "money-bag": "\u{1F4B0}", "credit-card": "\u{1F4B3}", "chart-up": "\u{1F4C8}", "chart-down": "\u{1F4C9}",
        "shop": "\u{1F3EA}", "shopping-bag": "\u{1F6CD}", "basket": "\u{1F9FA}", "receipt": "\u{1F9FE}",
        "label": "\u{1F3F7}", "shirt": "\u{1F455}", "dress": "\u{1F457}", "shoe": "\u{1F45F}", "high-heel": "\u{1F460}",
        "glasses": "\u{1F453}", "pill": "\u{1F48A}", "tooth": "\u{1F9B7}", "scissors": "\u{2702}",
        "lotion": "\u{1F9F4}", "package": "\u{1F4E6}",
    ]

    private static let house: [String: Unicode.Scalar] = [
        "home": "\u{1F3E0}", "bell": "\u{1F514}", "clock": "\u{1F552}", "calendar": "\u{1F4C5}", "mail": "\u{2709}",
        "phone": "\u{1F4DE}", "key": "\u{1F511}", "lock": "\u{1F512}", "unlock": "\u{E109}", "bulb": "\u{1F4A1}",
        "plug": "\u{E107}", "battery": "\u{1F50B}", "battery-low": "\u{E105}", "battery-empty": "\u{E106}",
        "wifi": "\u{E100}", "signal": "\u{1F4F6}", "speaker": "\u{1F50A}", "camera": "\u{E108}", "gear": "\u{E115}",
        "search": "\u{E116}", "user": "\u{E117}", "bell-off": "\u{1F515}", "mute": "\u{1F507}", "pin": "\u{1F4CC}",
        "clipboard": "\u{1F4CB}", "memo": "\u{1F4DD}", "book": "\u{1F4D6}", "trash": "\u{1F5D1}",
        "newspaper": "\u{1F4F0}", "printer": "\u{1F5A8}", "floppy": "\u{1F4BE}", "link": "\u{1F517}",
        "megaphone": "\u{1F4E2}", "laptop": "\u{1F4BB}", "mobile": "\u{1F4F1}", "television": "\u{1F4FA}",
        "microphone": "\u{1F3A4}", "headphones": "\u{1F3A7}", "hourglass": "\u{231B}", "stopwatch": "\u{23F1}",
        "wrench": "\u{1F527}", "hammer": "\u{1F528}", "pen": "\u{1F58A}", "broom": "\u{1F9F9}", "chair": "\u{1FA91}",
        "sofa": "\u{1F6CB}", "candle": "\u{1F56F}", "torch": "\u{1F526}", "antenna": "\u{1F4E1}", "globe": "\u{1F310}",
        "earth": "\u{1F30D}",
    ]

    private static let sports: [String: Unicode.Scalar] = [
        "ball": "\u{E113}", "basketball": "\u{1F3C0}", "football": "\u{1F3C8}", "baseball": "\u{26BE}",
        "tennis": "\u{1F3BE}", "volleyball": "\u{1F3D0}", "billiards": "\u{1F3B1}", "golf": "\u{26F3}",
        "swim": "\u{1F3CA}", "run": "\u{1F3C3}", "table-tennis": "\u{1F3D3}", "badminton": "\u{1F3F8}",
        "ice-hockey": "\u{1F3D2}", "ice-skate": "\u{26F8}", "ski": "\u{26F7}", "bowling": "\u{1F3B3}",
        "boxing": "\u{1F94A}", "weights": "\u{1F3CB}", "target": "\u{1F3AF}", "gamepad": "\u{1F3AE}",
        "die": "\u{1F3B2}", "medal": "\u{1F947}", "second-place": "\u{1F948}", "third-place": "\u{1F949}",
    ]

    private static let food: [String: Unicode.Scalar] = [
        "bread": "\u{1F35E}", "pretzel": "\u{E10F}", "pizza": "\u{E10E}", "burger": "\u{1F354}", "fish": "\u{E10C}",
        "ice-cream": "\u{E10D}", "cake": "\u{1F382}", "cup": "\u{2615}", "beer": "\u{1F37A}", "wine": "\u{E110}",
        "cutlery": "\u{1F374}", "fries": "\u{1F35F}", "hot-dog": "\u{1F32D}", "popcorn": "\u{1F37F}",
        "sandwich": "\u{1F96A}", "taco": "\u{1F32E}", "sushi": "\u{1F363}", "noodles": "\u{1F35C}",
        "salad": "\u{1F957}", "cheese": "\u{1F9C0}", "fried-egg": "\u{1F373}", "egg": "\u{1F95A}", "meat": "\u{1F356}",
        "drumstick": "\u{1F357}", "croissant": "\u{1F950}", "baguette": "\u{1F956}", "doughnut": "\u{1F369}",
        "cookie": "\u{1F36A}", "chocolate": "\u{1F36B}", "cupcake": "\u{1F9C1}", "lollipop": "\u{1F36D}",
        "apple": "\u{1F34E}", "banana": "\u{1F34C}", "strawberry": "\u{1F353}", "melon": "\u{1F349}",
        "grapes": "\u{1F347}", "lemon": "\u{1F34B}", "cherries": "\u{1F352}", "pineapple": "\u{1F34D}",
        "avocado": "\u{1F951}", "carrot": "\u{1F955}", "mushroom": "\u{1F344}", "corn": "\u{1F33D}",
        "cocktail": "\u{1F378}", "tropical-drink": "\u{1F379}", "champagne": "\u{1F37E}", "cheers": "\u{1F942}",
        "soft-drink": "\u{1F964}", "milk": "\u{1F95B}",
    ]

    private static let feasts: [String: Unicode.Scalar] = [
        "gift": "\u{1F381}", "music": "\u{266B}", "note": "\u{266A}", "party": "\u{1F389}", "confetti": "\u{1F38A}",
        "balloon": "\u{1F388}", "pumpkin": "\u{1F383}", "bouquet": "\u{1F490}", "guitar": "\u{1F3B8}",
        "drum": "\u{1F941}", "saxophone": "\u{1F3B7}", "trumpet": "\u{1F3BA}", "piano": "\u{1F3B9}",
        "film": "\u{1F3AC}", "video": "\u{1F4F9}", "theatre": "\u{1F3AD}", "paint": "\u{1F3A8}", "teddy": "\u{1F9F8}",
    ]

    private static let nature: [String: Unicode.Scalar] = [
        "fir": "\u{1F332}", "tree": "\u{1F333}", "cat": "\u{1F431}", "dog": "\u{1F436}", "palm": "\u{1F334}",
        "cactus": "\u{1F335}", "rose": "\u{1F339}", "blossom": "\u{1F338}", "sunflower": "\u{1F33B}",
        "tulip": "\u{1F337}", "clover": "\u{1F340}", "maple-leaf": "\u{1F341}", "leaf": "\u{1F343}",
        "seedling": "\u{1F331}", "mountain": "\u{1F3D4}", "beach": "\u{1F3D6}", "mouse": "\u{1F42D}",
        "rabbit": "\u{1F430}", "fox": "\u{1F98A}", "bear": "\u{1F43B}", "panda": "\u{1F43C}", "koala": "\u{1F428}",
        "tiger": "\u{1F42F}", "lion": "\u{1F981}", "frog": "\u{1F438}", "monkey": "\u{1F435}",
        "see-no-evil": "\u{1F648}", "hear-no-evil": "\u{1F649}", "speak-no-evil": "\u{1F64A}", "horse": "\u{1F434}",
        "unicorn": "\u{1F984}", "pig": "\u{1F437}", "cow": "\u{1F42E}", "sheep": "\u{1F411}", "chicken": "\u{1F414}",
        "duck": "\u{1F986}", "bird": "\u{1F426}", "penguin": "\u{1F427}", "owl": "\u{1F989}", "butterfly": "\u{1F98B}",
        "bee": "\u{1F41D}", "ladybug": "\u{1F41E}", "spider": "\u{1F577}", "snail": "\u{1F40C}", "snake": "\u{1F40D}",
        "turtle": "\u{1F422}", "octopus": "\u{1F419}", "crab": "\u{1F980}", "dolphin": "\u{1F42C}",
        "whale": "\u{1F433}", "paws": "\u{1F43E}", "cat-love": "\u{1F63B}", "cat-joy": "\u{1F639}",
    ]

    private static let people: [String: Unicode.Scalar] = [
        "thumbs-up": "\u{1F44D}", "thumbs-down": "\u{1F44E}", "ok-hand": "\u{1F44C}", "victory": "\u{270C}",
        "fingers-crossed": "\u{1F91E}", "love-you": "\u{1F91F}", "horns": "\u{1F918}", "call-me": "\u{1F919}",
        "point-left": "\u{1F448}", "point-right": "\u{1F449}", "point-up": "\u{1F446}", "point-down": "\u{1F447}",
        "hand": "\u{270B}", "vulcan": "\u{1F596}", "wave-hand": "\u{1F44B}", "muscle": "\u{1F4AA}", "pray": "\u{1F64F}",
        "clap": "\u{1F44F}", "hands-up": "\u{1F64C}", "open-hands": "\u{1F450}", "handshake": "\u{1F91D}",
        "fist": "\u{270A}", "punch": "\u{1F44A}", "raise-hand": "\u{1F64B}", "arms-up": "\u{1F646}",
        "tip-hand": "\u{1F481}", "shrug": "\u{1F937}", "facepalm": "\u{1F926}", "dance": "\u{1F483}",
        "speak": "\u{1F5E3}",
    ]

    private static let faces: [String: Unicode.Scalar] = [
        "smile": "\u{263A}", "grin": "\u{1F600}", "wink": "\u{1F609}", "love": "\u{1F60D}", "neutral": "\u{1F610}",
        "sad": "\u{2639}", "cry": "\u{1F622}", "angry": "\u{1F620}", "surprised": "\u{1F62E}", "tired": "\u{1F634}",
        "joy": "\u{1F602}", "sweat-smile": "\u{1F605}", "laugh": "\u{1F606}", "yum": "\u{1F60B}", "cool": "\u{1F60E}",
        "blow-kiss": "\u{1F618}", "kiss": "\u{1F617}", "adore": "\u{1F970}", "hug": "\u{1F917}",
        "star-eyes": "\u{1F929}", "think": "\u{1F914}", "raised-eyebrow": "\u{1F928}", "speechless": "\u{1F636}",
        "roll-eyes": "\u{1F644}", "smirk": "\u{1F60F}", "persevere": "\u{1F623}", "weary": "\u{1F62B}",
        "relieved-sad": "\u{1F625}", "sweat": "\u{1F613}", "zipper": "\u{1F910}", "sleepy": "\u{1F62A}",
        "relieved": "\u{1F60C}", "tongue": "\u{1F61B}", "wink-tongue": "\u{1F61C}", "squint-tongue": "\u{1F61D}",
        "zany": "\u{1F92A}", "drool": "\u{1F924}", "unamused": "\u{1F612}", "pensive": "\u{1F614}",
        "confused": "\u{1F615}", "upside-down": "\u{1F643}", "money-mouth": "\u{1F911}", "disappointed": "\u{1F61E}",
        "worried": "\u{1F61F}", "huff": "\u{1F624}", "frown": "\u{1F626}", "fearful": "\u{1F628}",
        "anxious": "\u{1F630}", "exploding-head": "\u{1F92F}", "grimace": "\u{1F62C}", "scream": "\u{1F631}",
        "hot": "\u{1F975}", "cold": "\u{1F976}", "flushed": "\u{1F633}", "dizzy": "\u{1F635}", "swear": "\u{1F92C}",
        "mask": "\u{1F637}", "fever": "\u{1F912}", "bandage": "\u{1F915}", "nausea": "\u{1F922}", "vomit": "\u{1F92E}",
        "sneeze": "\u{1F927}", "angel": "\u{1F607}", "celebrate": "\u{1F973}", "plead": "\u{1F97A}",
        "cowboy": "\u{1F920}", "clown": "\u{1F921}", "melting": "\u{1FAE0}", "salute": "\u{1FAE1}",
        "smile-tear": "\u{1F972}", "giggle": "\u{1F92D}", "hush": "\u{1F92B}", "nerd": "\u{1F913}",
        "monocle": "\u{1F9D0}", "devil": "\u{1F608}", "angry-devil": "\u{1F47F}", "yawn": "\u{1F971}",
    ]
}
