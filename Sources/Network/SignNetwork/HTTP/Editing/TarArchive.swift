import Settings

/// Files in one file: the format ustar of POSIX (IEEE Std 1003.1, pax), which `tar` writes and reads.
package enum TarArchive {
    /// A file with its path, which has slashes between its names.
    package typealias Entry = (name: String, bytes: [UInt8])

    private static let block = 512
    /// The most files of an archive that is read.
    static let maximumFiles = 400
    /// The most names of a path.
    private static let maximumDepth = 4

    /// The archive of some files, in their order.
    ///
    /// - Throws: the path that is too long for it.
    package static func encode(_ entries: [Entry]) throws(TextError) -> [UInt8] {
        var archive: [UInt8] = []
        archive.reserveCapacity(entries.reduce(2 * block) { $0 + 2 * block + $1.bytes.count })
        for (name, bytes) in entries {
            guard name.utf8.count <= 100 else {
                throw TextError("the path \(name) has more than 100 bytes; shorten it")
            }
            var head = [UInt8](repeating: 0, count: block)
            func write(_ text: String, at place: Int) {
                for (index, byte) in text.utf8.enumerated() { head[place + index] = byte }
            }
            func octal(_ number: Int, _ digits: Int) -> String {
                let text = String(number, radix: 8)
                return String(repeating: "0", count: digits - text.count) + text
            }
            write(name, at: 0)
            write("0000644", at: 100)
            for place in [108, 116] { write("0000000", at: place) }
            write(octal(bytes.count, 11), at: 124)
            write(octal(0, 11), at: 136)
            write("0", at: 156)
            write("ustar\0" + "00", at: 257)
            write(octal(checksum(head[...]), 6) + "\0 ", at: 148)
            archive += head + bytes + [UInt8](repeating: 0, count: -bytes.count & (block - 1))
        }
        return archive + [UInt8](repeating: 0, count: 2 * block)
    }

    /// The sum of the bytes of a head, in which its own place counts as blanks.
    private static func checksum(_ head: ArraySlice<UInt8>) -> Int {
        head.enumerated().reduce(0) { $0 + ((148..<156).contains($1.offset) ? 0x20 : Int($1.element)) }
    }

    /// The files of an archive, in its order; folders are left out.
    ///
    /// - Throws: what makes it unreadable, or what it may not have: links, devices, paths that lead elsewhere, two files of one path.
    package static func decode(_ archive: [UInt8]) throws(TextError) -> [Entry] {
        var entries: [Entry] = []
        var known: Set<String> = []
        var place = 0
        while true {
            guard archive.count - place >= block else {
                throw TextError(place == 0 ? "this is no tar archive" : "the archive is cut off; send all of it")
            }
            let head = archive[place..<place + block]
            place += block
            if head.allSatisfy({ $0 == 0 }) { return entries }
            guard text(head, 257, 5) == "ustar", number(head, 148, 8) == checksum(head),
                let size = number(head, 124, 12)
            else {
                throw TextError("this is no tar archive, or is damaged; send a file that this sign has made")
            }
            guard archive.count - place >= size else { throw TextError("the archive is cut off; send all of it") }
            let (prefix, last) = (text(head, 345, 155), text(head, 0, 100))
            guard let prefix, let last else { throw TextError("the archive has a path that is not UTF-8") }
            var name = prefix.isEmpty || head[head.startIndex + 262] != 0 ? last : prefix + "/" + last
            if name.hasPrefix("./") { name.removeFirst(2) }
            let kind = head[head.startIndex + 156]
            if kind == UInt8(ascii: "5"), size == 0 { continue }
            guard kind == UInt8(ascii: "0") || kind == 0 else {
                throw TextError("\(ShownText.quoted(name)) in the archive is no plain file; leave it out")
            }
            guard isPath(name) else {
                throw TextError(
                    "the path \(ShownText.quoted(name)) in the archive is not one of a file beside the sign file")
            }
            guard known.insert(name).inserted else {
                throw TextError("the archive has \(ShownText.quoted(name)) twice")
            }
            guard entries.count < maximumFiles else {
                throw TextError("the archive has more than \(maximumFiles) files")
            }
            entries.append((name, Array(archive[place..<place + size])))
            place += (size + block - 1) / block * block
        }
    }

    /// Whether a path stays in the folder that it begins in, and has no hidden names.
    static func isPath(_ path: String) -> Bool {
        let names = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let isClean = path.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && $0 != "\\" }
        return isClean && names.count <= maximumDepth
            && names.allSatisfy { (1...200).contains($0.count) && $0.first != UInt8(ascii: ".") }
    }

    private static func text(_ head: ArraySlice<UInt8>, _ place: Int, _ count: Int) -> String? {
        String(validating: head.dropFirst(place).prefix(count).prefix { $0 != 0 }, as: UTF8.self)
    }

    /// An octal number, with blanks or zeros around it; nil for anything else.
    private static func number(_ head: ArraySlice<UInt8>, _ place: Int, _ count: Int) -> Int? {
        guard let text = text(head, place, count)?.filter({ $0 != " " }), !text.isEmpty, text.utf8.count < 12 else {
            return nil
        }
        return text.allSatisfy { "01234567".contains($0) } ? Int(text, radix: 8) : nil
    }
}
