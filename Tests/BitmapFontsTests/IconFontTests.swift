import BitmapFonts
import Foundation
import SignTestSupport
import Testing

/// The emoji that the icon fonts show.
@Suite struct IconFontTests {
    private static func load(_ name: String) throws -> BitmapFont {
        try FontFile.load(path: FontTools.root.appendingPathComponent("fonts/\(name).bdf").path)
    }

    private static let names = ["ledsign-icons-8", "ledsign-icons-16"]

    /// What people write most, by the frequencies that Unicode publishes, and what signs need.
    private static let emoji = """
        😀😁😂🤣😃😄😅😆😉😊😋😎😍😘🥰😗😚😙🙂🤗🤩🤔🤨😐😑😶🙄😏😣😥😮🤐😯😪😫😴😌😛😜😝🤤😒😓😔😕🙃🤑😲☹🙁😖😞😟😤😢😭😦😧😨😩🤯😬😰😱🥵🥶😳🤪😵
        😡😠🤬😷🤒🤕🤢🤮🤧😇🥳🥺🤠🤡😈👿🥲🥱🤭🤫🤓🧐🫠🫡👍👎👌✌🤞🤟🤘🤙👈👉👆👇☝✋🤚🖐🖖👋💪🙏👏🙌👐🤝✊👊🙋🙆💁🤷🤦💃🗣👀
        ❤🧡💛💚💙💜🖤🤍🤎🩷💔💕💞💖💗💓💘💝❣💋🔥✨⭐🌟💫💢💥💦🎉🎊🎁🎂🎈🎄🎃👻💀🤖👽💩👑💎🏆🥇🥈🥉⚽🏀🏈⚾🎾🏐🎱🎳⛳🏓🏸🏒⛸⛷🏊🏃🎯🎮🎲
        🚗🚕🚌🚆🚇🚊🚑🚒🚓🚚🚜🏍🛴🚁🛫🛬✈🚀🚲🚢⚓⛽🚦🚥🚏🛑🚧⚠🚫✅❌❓❗‼⁉💯🆗🔴🟢⚪💰💵💳📈📉📅📌📍📞📧✉📦🔒🔑🔔🔕💡🔋🔌📷🎵🎶🎤🎧📺💻📱⏰⏱⌛⏳
        ☕🍺🍻🥂🍷🍸🍹🍾🥤🥛🍕🍔🍟🌭🍿🍩🍪🎂🍰🧁🍫🍭🍦🍎🍏🍌🍓🍉🍇🍋🍊🍒🍍🥑🥕🍄🌽🍞🥐🥖🥪🌮🍣🍜🥗🧀🍳🥚🍖🍗
        ☀🌤⛅🌥☁🌦🌧⛈🌩🌨❄⛄🌪🌀🌈🌙🌕🌍🌊💧🌲🌳🌴🌵🌹🌸🌺🌼🌻🌷💐🍀🍁🍃🌿🐶🐱🐭🐰🦊🐻🐼🐨🐯🦁🐸🐵🙈🙉🙊🐔🐧🐦🦆🦉🦋🐝🐞🐟🐬🐳🐢🐴🦄🐷🐮🐑🐍🐙🦀🐾
        🚽🚹🚺🚻🚼🚿🛁🛏🛗🚪🧳🎫🚰🚮♻🚬🚭📵🧯🏥🏦🏧🏭⛪🏫🏪🛍🧺🧾🏷👕👗👟👠👓💊🦷✂📖📝📋🗑📰🖨💾🔗📢💬🔧🔨
        """

    @Test(
        "the emoji that people write most are pictures in both icon fonts, which have the same characters",
        arguments: names)
    func coverage(name: String) throws {
        let font = try Self.load(name)
        for scalar in Self.emoji.unicodeScalars where scalar != "\n" {
            let glyph = try #require(font.glyph(for: scalar.value), "\(scalar)")
            #expect(glyph.height <= font.lineHeight && glyph.width <= font.lineHeight, "\(scalar)")
            #expect(glyph.top <= font.ascent && glyph.top - glyph.height >= -font.descent, "\(scalar)")
            #expect(glyph.advance > glyph.left + glyph.width, "\(scalar) touches the next one")
        }
        expectEqual(font.glyphs.count, 700)
        try expectEqual(font.glyphs.map(\.code), Self.load("ledsign-icons-8").glyphs.map(\.code))
    }

    /// Emoji that share the picture of a character.
    private static let same: [(emoji: String, icon: UInt32)] = [
        ("⏳", 0x231B), ("⏲", 0x23F1), ("●⚫🔴🔵🟠🟡🟢🟣🟤", 0x23FA), ("○⭕🌑🌚", 0x26AA), ("☃", 0x26C4), ("🌩", 0x26C8),
        ("🛩", 0x2708), ("📥📨", 0x2709), ("🖐🤚", 0x270B), ("🩵🩶🩷", 0x2764), ("👥", 0xE117), ("🌆🌇", 0xE11A),
        ("🌎🌏", 0x1F30D), ("🌗", 0x1F313), ("🌝", 0x1F315), ("🌛🌜", 0x1F319), ("🌿", 0x1F331), ("🌺🌼", 0x1F338),
        ("☘", 0x1F340), ("🍂", 0x1F341), ("🍊", 0x1F34B), ("🍏", 0x1F34E), ("🍝🍲", 0x1F35C), ("🍬", 0x1F36D),
        ("🎟", 0x1F3AB), ("🛵", 0x1F3CD), ("⛰", 0x1F3D4), ("⛱", 0x1F3D6), ("🏬", 0x1F3EA), ("🐓", 0x1F414),
        ("🐣🐥", 0x1F426), ("🐀🐁", 0x1F42D), ("🐂🐄", 0x1F42E), ("🐅", 0x1F42F), ("🐇", 0x1F430), ("🐋", 0x1F433),
        ("🐎", 0x1F434), ("🐒", 0x1F435), ("🐖", 0x1F437), ("👁", 0x1F440), ("☝", 0x1F446), ("🕺", 0x1F483),
        ("💞", 0x1F495), ("💓", 0x1F497), ("🗨", 0x1F4AC), ("🖥", 0x1F4BB), ("📚", 0x1F4D6), ("📣", 0x1F4E2),
        ("📲", 0x1F4F1), ("🎥", 0x1F4F9), ("🛠", 0x1F527), ("✏", 0x1F58A), ("🤣", 0x1F602), ("😙😚", 0x1F617),
        ("😖", 0x1F623), ("😧", 0x1F626), ("😩", 0x1F62B), ("🚅", 0x1F686), ("🚃🚈", 0x1F68A), ("🚎🚐", 0x1F68C),
        ("🚔", 0x1F693), ("🚛", 0x1F69A), ("🚠", 0x1F6A1), ("🛥🛳", 0x1F6A2), ("🚥", 0x1F6A6), ("🚴🚵", 0x1F6B2),
        ("🏅", 0x1F947), ("🛄🛅", 0x1F9F3),
    ]

    @Test("emoji of the same meaning share a picture, and all others have their own", arguments: names)
    func pictures(name: String) throws {
        let font = try Self.load(name)
        func picture(_ code: UInt32) throws -> [String] {
            let glyph = try #require(font.glyph(for: code))
            return (0..<font.lineHeight).map { row in
                String(
                    (0..<glyph.advance).map { column in
                        let (x, y) = (column - glyph.left, row - font.ascent + glyph.top)
                        let isInside = (0..<glyph.width).contains(x) && (0..<glyph.height).contains(y)
                        return isInside && glyph[x, y] ? "#" : "." as Character
                    })
            }
        }
        for (emoji, icon) in Self.same {
            for scalar in emoji.unicodeScalars {
                try expectEqual(picture(scalar.value), picture(icon), "\(scalar)")
            }
        }
        let shared = Set(Self.same.flatMap { $0.emoji.unicodeScalars.map(\.value) })
        let added = Self.emoji.unicodeScalars.filter { $0 != "\n" && !shared.contains($0.value) }
        var seen: [[String]: Unicode.Scalar] = [:]
        // Those that share the pictures of other icons are those of `ShippedFontsTests`.
        let older = Set("😁😃😄😊🙂🙁😭😡😯😲😑🧡💛💚💙💜🖤🤍🤎✅❌⭐📧🔌📷🎵🎶🍻🍰🍷🍕🍦🏆⚽💀⏰💵🚪🎄".unicodeScalars)
        for scalar in added where !older.contains(scalar) {
            let same = seen.updateValue(scalar, forKey: try picture(scalar.value))
            #expect(same == nil || same == scalar, "\(scalar) looks like \(same.map(String.init) ?? "")")
        }
    }

    @Test("clouds and the moon at night, a hand, a die and a crown as looked at from afar")
    func looks() throws {
        let font = try Self.load("ledsign-icons-8")
        for (code, art) in Self.looks {
            let glyph = try #require(font.glyph(for: code))
            let rows = (0..<glyph.height).map { y in
                String((0..<glyph.width).map { glyph[$0, y] ? "#" : "." as Character })
            }
            expectEqual(rows.joined(separator: "\n"), art)
        }
    }

    private static let looks: [UInt32: String] = [
        0xE11C: """
        .....##.
        ....##..
        ....##.#
        .##..###
        ####..#.
        ######..
        ######..
        """,
        0xE11D: """
        .....##.
        ....##..
        ....##.#
        .##..###
        ####..#.
        ######..
        .#.#.#..
        #.#.#...
        """,
        0x1F449: """
        .##.....
        ###.....
        ########
        ########
        #####...
        #####...
        .##.....
        """,
        0x1F3B2: """
        ########
        #......#
        #.#..#.#
        #......#
        #......#
        #.#..#.#
        #......#
        ########
        """,
        0x1F451: """
        #..##..#
        #..##..#
        ##.##.##
        ##.##.##
        ########
        ########
        ########
        .######.
        """,
    ]
}
