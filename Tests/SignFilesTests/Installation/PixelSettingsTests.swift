import SignTestSupport
import Testing
import Timelines

@testable import SignFiles

/// The key `pixels` of a sign file.
@Suite struct PixelSettingsTests {
    private func pixels(_ keys: String, zones: String = "message: {text: A}\n") throws -> PixelSettings? {
        try parsedInstallation("pixels: \(keys)\n", message: zones).pixels
    }

    private func problems(_ keys: String, zones: String = "message: {text: A}\n") -> [String] {
        installationProblems("pixels: \(keys)\n", message: zones)
    }

    private static let zones =
        "zones: [{name: top, area: {width: 8, height: 8}, message: A}, {name: left, message: B}]\n"

    @Test("without the key no one may send; with it all protocols, over the whole sign")
    func defaults() throws {
        #expect(try SignFile(parsing: "message: A", path: "s.yaml").installation.pixels == nil)
        let defaults = try #require(try pixels("{}"))
        expectEqual(defaults.protocols, [.ddp, .e131, .artNet, .flaschenTaschen])
        #expect(defaults.zone == nil)
        expectEqual(defaults.priority, 5)
        expectEqual(defaults.timeout, .milliseconds(2_500))
        expectEqual(defaults.universe, 1)
        expectEqual(defaults.artNetUniverse, 0)
        expectEqual(defaults.universePixels, 170)
        expectEqual(defaults.order, .rows)
        #expect(defaults.from.isEmpty)
        #expect(defaults.interface == nil)
        #expect(defaults.wakes)
    }

    @Test("every key has its value")
    func all() throws {
        let keys = """
            {protocols: [art-net, ddp, ddp], zone: left, priority: 9, timeout: 1s, universe: 7, art-net-universe: 3,
              universe-pixels: 100, order: serpentine-columns, from: [192.168.1.0/24, "fe80::/10", 10.0.0.7],
              interface: eth0, wakes: no}
            """
        let all = try #require(try pixels(keys, zones: Self.zones))
        expectEqual(all.protocols, [.ddp, .artNet])
        expectEqual(all.zone, "left")
        expectEqual(all.priority, 9)
        expectEqual(all.timeout, .seconds(1))
        expectEqual(all.universe, 7)
        expectEqual(all.artNetUniverse, 3)
        expectEqual(all.universePixels, 100)
        expectEqual(all.order, .serpentineColumns)
        expectEqual(all.from, [AddressRange("192.168.1.0/24"), AddressRange("fe80::/10"), AddressRange("10.0.0.7")])
        expectEqual(all.interface, "eth0")
        #expect(!all.wakes)
    }

    @Test("Art-Net counts from 0: its first universe is one less than `universe`")
    func artNet() throws {
        try expectEqual(pixels("{universe: 12}")?.artNetUniverse, 11)
        try expectEqual(pixels("{universe: 63999}")?.artNetUniverse, 32_767)
    }

    @Test("universes have whole pixels, of which fewer fit with a white, or so many channels")
    func channels() throws {
        let white = try #require(try pixels("{order: rgbw}"))
        #expect(white.hasWhite)
        expectEqual(white.order, .rows)
        expectEqual(white.universePixels, 128)
        #expect(white.universeChannels == nil)
        let full = try #require(try pixels("{channels: 512, order: [serpentine, rgbw]}"))
        #expect(full.hasWhite)
        expectEqual(full.order, .serpentine)
        expectEqual(full.universeChannels, 512)
        try expectEqual(pixels("{order: [rgb, columns]}")?.order, .columns)
        try expectEqual(pixels("{order: [rgb, columns]}")?.hasWhite, false)
        try expectEqual(pixels("{universe-pixels: 128, order: rgbw}")?.universePixels, 128)
        for keys in [
            "{channels: 0}", "{channels: 513}", "{channels: all}", "{channels: 512, universe-pixels: 170}",
            "{universe-pixels: 129, order: rgbw}", "{order: [rows, columns]}", "{order: [rgb, rgbw]}", "{order: grbw}",
        ] { expectEqual(problems(keys).count, 1, "\(keys)") }
        expectEqual(
            problems("{order: rgwb}"),
            [
                "s.yaml:2:17: \"order\" is one of rows, serpentine, columns, serpentine-columns, rgb, rgbw, not \"rgwb\"; "
                    + "did you mean \"rgb\"?"
            ])
    }

    @Test("no protocols: pixels come over HTTP alone")
    func none() throws {
        try expectEqual(pixels("{protocols: []}")?.protocols, [])
        try expectEqual(pixels("{protocols: e131}")?.protocols, [.e131])
    }

    @Test("problems are reported at their places, with what was expected")
    func wrong() {
        expectEqual(
            problems("{protocols: [ddp, artnet]}"),
            [
                "s.yaml:2:27: \"protocols\" is one of ddp, e131, art-net, flaschen-taschen, not \"artnet\"; "
                    + "did you mean \"art-net\"?"
            ])
        expectEqual(
            problems("{timeout: 99ms}"),
            [
                "s.yaml:2:19: \"timeout\" is a time from 100ms to 1h such as 2500ms, not \"99ms\""
            ])
        expectEqual(
            problems("{from: 192.168.1.0/33}"),
            [
                "s.yaml:2:16: \"from\" is an address or a network such as 192.168.1.0/24, or a list of them, not "
                    + "\"192.168.1.0/33\""
            ])
        expectEqual(
            problems("{interface: eth0/1}"),
            [
                "s.yaml:2:21: \"interface\" is the name of a network interface such as eth0, not \"eth0/1\""
            ])
        for keys in [
            "{universe: 0}", "{universe: 64000}", "{art-net-universe: 32768}", "{universe-pixels: 171}",
            "{universe-pixels: 0}", "{priority: 10}", "{order: zigzag}", "{wakes: maybe}", "{timeout: 2h}",
            "{interface: abcdefghijklmnop}", "{interface: ..}", "{zones: top}", "yes",
        ] { expectEqual(problems(keys).count, 1, "\(keys)") }
    }

    @Test("a zone that the sign does not have is a problem, with the nearest name")
    func zone() {
        expectEqual(
            problems("{zone: tap}", zones: Self.zones),
            [
                "s.yaml:2:16: \"zone\" is one of top, left, not \"tap\"; did you mean \"top\"?"
            ])
        expectEqual(
            problems("{zone: top}"),
            [
                "s.yaml:2:16: \"zone\" is omitted on a sign without named zones, not \"top\""
            ])
    }

    @Test("another value needs a restart")
    func restart() throws {
        func file(_ keys: String) throws -> SignFile {
            try SignFile(parsing: "message: A\n" + keys, path: "s.yaml")
        }
        let old = try file("pixels: {priority: 5}\n")
        #expect(try file("pixels: {}\n").changesForRestart(since: old).isEmpty)
        let changed = try file("pixels: {priority: 6}\n").changesForRestart(since: old)
        expectEqual(
            changed.map(\.description),
            [
                "s.yaml:2:9: \"pixels\" was set when the sign started and is now different; restart ledsign to "
                    + "apply the change"
            ])
        try expectEqual(file("").changesForRestart(since: old).count, 1)
        try expectEqual(old.changesForRestart(since: file("")).count, 1)
    }
}

/// Addresses that begin with the same bits.
@Suite struct AddressRangeTests {
    /// 64 bits of an IPv4 address as those of ::ffff:0:0/96.
    private func mapped(_ a: UInt64, _ b: UInt64, _ c: UInt64, _ d: UInt64) -> UInt64 {
        0xFFFF_0000_0000 | a << 24 | b << 16 | c << 8 | d
    }

    @Test("a network holds what has its bits, and nothing else")
    func networks() throws {
        let local = try #require(AddressRange("192.168.1.77/24"))
        #expect(local.contains(high: 0, low: mapped(192, 168, 1, 0)))
        #expect(local.contains(high: 0, low: mapped(192, 168, 1, 255)))
        #expect(!local.contains(high: 0, low: mapped(192, 168, 2, 0)))
        #expect(!local.contains(high: 1, low: mapped(192, 168, 1, 0)))
        let odd = try #require(AddressRange("10.0.0.0/9"))
        #expect(odd.contains(high: 0, low: mapped(10, 127, 255, 255)))
        #expect(!odd.contains(high: 0, low: mapped(10, 128, 0, 0)))
        let link = try #require(AddressRange("fe80::/10"))
        #expect(link.contains(high: 0xFEBF_0000_0000_0000, low: 5))
        #expect(!link.contains(high: 0xFEC0_0000_0000_0000, low: 5))
        let one = try #require(AddressRange("2001:db8::5"))
        #expect(one.contains(high: 0x2001_0DB8_0000_0000, low: 5))
        #expect(!one.contains(high: 0x2001_0DB8_0000_0000, low: 4))
    }

    @Test("all of IPv4, and everything")
    func all() throws {
        let four = try #require(AddressRange("0.0.0.0/0"))
        #expect(four.contains(high: 0, low: mapped(8, 8, 8, 8)))
        #expect(!four.contains(high: 0x2001_0000_0000_0000, low: 1))
        let everything = try #require(AddressRange("::/0"))
        #expect(everything.contains(high: .max, low: .max))
        #expect(everything.contains(high: 0, low: mapped(8, 8, 8, 8)))
    }

    @Test("what is no address is none")
    func nothing() {
        for text in [
            "", "/", "1.2.3", "1.2.3.4/", "1.2.3.4/33", "1.2.3.4/-1", "::/129", "::/0x1", "a/8", "1.2.3.4/8/8",
        ] {
            #expect(AddressRange(text) == nil, "\(text)")
        }
    }
}
