import CFreeType
import Glibc

/// One face of an outline font file that FreeType has open.
///
/// Only what is asked for is read from the file, so a font of 20 MB takes little memory. It is not for several threads at once.
final class OutlineFile {
    /// The bytes that FreeType reads.
    enum Content {
        case file(descriptor: Int32)
        case memory([UInt8])
    }

    /// A face of the file, or one of the named styles of a variable font.
    struct Style {
        /// FreeType's number: the face, and in the upper half the named style, counted from 1.
        let index: Int
        /// The family, such as `Noto Sans`.
        let family: String
        /// The style, such as `Bold`.
        let name: String

        /// Both.
        var fullName: String { "\(family) \(name)" }

        /// Whether it is called so, in either case of letters: by its style, its family, or both.
        func isCalled(_ wanted: String) -> Bool {
            [name, family, fullName].contains { $0.lowercased() == wanted.lowercased() }
        }
    }

    /// The most faces of a collection.
    private static let faceLimit = 64
    /// The most named styles of a variable font.
    private static let styleLimit = 512

    let face: FT_Face
    private let library: FT_Library
    /// FreeType keeps its address.
    private let stream: UnsafeMutablePointer<FT_StreamRec>
    /// What the stream reads, at an address of its own.
    private let content: UnsafeMutablePointer<Content>

    /// Takes over an open file of some bytes; nil if it is damaged or of an unknown kind.
    ///
    /// - Parameter index: the number of a style.
    convenience init?(descriptor: Int32, size: Int, index: Int = 0) {
        self.init(.file(descriptor: descriptor), size: size, index: index)
    }

    /// Opens a font in memory; nil if it is damaged or of an unknown kind.
    convenience init?(bytes: [UInt8], index: Int = 0) { self.init(.memory(bytes), size: bytes.count, index: index) }

    /// Opens a face of what FreeType is to read, and takes it over; nil if it is damaged or of an unknown kind.
    init?(_ given: Content, size: Int, index: Int) {
        content = .allocate(capacity: 1)
        content.initialize(to: given)
        stream = .allocate(capacity: 1)
        stream.initialize(to: FT_StreamRec())
        stream.pointee.size = UInt(size)
        stream.pointee.descriptor.pointer = UnsafeMutableRawPointer(content)
        stream.pointee.read = { stream, offset, buffer, count in
            // Without bytes to read it is a seek, which succeeds with 0.
            guard count > 0 else { return stream.map { offset <= $0.pointee.size } ?? false ? 0 : 1 }
            guard let buffer, let content = stream?.pointee.descriptor.pointer else { return 0 }
            return UInt(
                OutlineFile.read(
                    content.assumingMemoryBound(to: Content.self), Int(clamping: offset), buffer, Int(clamping: count)))
        }
        var opened: FT_Library?
        var found: FT_Face?
        var arguments = FT_Open_Args()
        arguments.flags = UInt32(FT_OPEN_STREAM)
        arguments.stream = stream
        var code = FT_Init_FreeType(&opened)
        if code == 0 { code = FT_Open_Face(opened, &arguments, FT_Long(index), &found) }
        guard code == 0, let opened, let found else {
            if let opened { FT_Done_FreeType(opened) }
            Self.release(content, stream)
            return nil
        }
        (library, face) = (opened, found)
    }

    /// What opens the same face once more; nil if the system has no descriptor for it.
    func copy() -> (content: Content, size: Int, index: Int)? {
        let (size, index) = (Int(stream.pointee.size), Int(face.pointee.face_index))
        guard case .file(let descriptor) = content.pointee else { return (content.pointee, size, index) }
        let duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        return duplicate < 0 ? nil : (.file(descriptor: duplicate), size, index)
    }

    deinit {
        FT_Done_Face(face)
        FT_Done_FreeType(library)
        Self.release(content, stream)
    }

    private static func release(
        _ content: UnsafeMutablePointer<Content>, _ stream: UnsafeMutablePointer<FT_StreamRec>
    ) {
        if case .file(let descriptor) = content.pointee { close(descriptor) }
        content.deinitialize(count: 1).deallocate()
        stream.deallocate()
    }

    /// Reads bytes; returns how many there are, 0 where the file has become shorter or cannot be read.
    private static func read(
        _ content: UnsafeMutablePointer<Content>, _ offset: Int, _ buffer: UnsafeMutablePointer<UInt8>, _ count: Int
    ) -> Int {
        switch content.pointee {
        case .file(let descriptor):
            var done = 0
            while done < count {
                let result = pread(descriptor, buffer + done, count - done, off_t(offset + done))
                if result < 0, errno == EINTR { continue }
                guard result > 0 else { break }
                done += result
            }
            return done
        case .memory(let bytes):
            guard offset < bytes.count else { return 0 }
            return bytes.withUnsafeBufferPointer { bytes in
                guard let start = bytes.baseAddress else { return 0 }
                let available = min(count, bytes.count - offset)
                buffer.update(from: start + offset, count: available)
                return available
            }
        }
    }

    /// Whether it has outlines, which can be drawn in any size.
    var isScalable: Bool { face.pointee.face_flags & FT_FACE_FLAG_SCALABLE != 0 }

    /// The family, such as `Noto Sans`; empty if the file does not say.
    var family: String { Self.text(face.pointee.family_name) }

    /// The style of the face, such as `Bold`; empty if the file does not say.
    var style: String { Self.text(face.pointee.style_name) }

    private static func text(_ bytes: UnsafeMutablePointer<CChar>?) -> String {
        bytes.map { String(cString: $0) } ?? ""
    }

    /// The number of a glyph by the code of a character; 0 if there is none.
    func glyph(for code: UInt32) -> UInt32 { FT_Get_Char_Index(face, FT_ULong(code)) }

    /// A copy of a table of the file by its tag, four letters; nil if there is none.
    func table(_ tag: UInt32) -> [UInt8]? {
        var length: FT_ULong = 0
        guard FT_Load_Sfnt_Table(face, FT_ULong(tag), 0, nil, &length) == 0, length <= FontLimits.fileBytes else {
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: Int(length))
        return FT_Load_Sfnt_Table(face, FT_ULong(tag), 0, &bytes, &length) == 0 ? bytes : nil
    }

    /// The number of the named style, from 0; nil for the face itself.
    var namedStyle: Int? {
        let number = Int(face.pointee.face_index) >> 16
        return number > 0 ? number - 1 : nil
    }

    /// The codes of its characters in their order; O(characters).
    func codes(maximum: Int = FontLimits.glyphs) -> [UInt32] {
        var codes: [UInt32] = []
        var glyph: FT_UInt = 0
        var code = FT_Get_First_Char(face, &glyph)
        while glyph != 0, codes.count < maximum, code <= FontLimits.code {
            codes.append(UInt32(code))
            let next = FT_Get_Next_Char(face, code, &glyph)
            guard next > code else { break }
            code = next
        }
        return codes
    }
}

/// The faces and named styles of a file.
extension OutlineFile {
    /// All styles that a file has, those of its first face first.
    ///
    /// - Parameter open: opens the face of a number.
    static func styles(_ open: (Int) -> OutlineFile?) -> [Style] {
        guard let first = open(0) else { return [] }
        let count = max(1, min(Int(first.face.pointee.num_faces), faceLimit))
        return first.styles(of: 0) + (1..<count).flatMap { open($0)?.styles(of: $0) ?? [] }
    }

    /// The face itself and its named styles.
    private func styles(of number: Int) -> [Style] {
        let family = family
        func style(_ index: Int, _ name: String) -> Style { Style(index: index, family: family, name: name) }
        var variations: UnsafeMutablePointer<FT_MM_Var>?
        guard FT_Get_MM_Var(face, &variations) == 0, let variations else { return [style(number, self.style)] }
        defer { FT_Done_MM_Var(library, variations) }
        let count = min(Int(variations.pointee.num_namedstyles), Self.styleLimit)
        let named = (0..<count).compactMap { index -> Style? in
            guard let name = name(variations.pointee.namedstyle[index].strid) else { return nil }
            return style(number | (index + 1) << 16, name)
        }
        return [style(number, self.style)] + named
    }

    /// A name of the file's table of names, in English if there is one.
    private func name(_ wanted: FT_UInt) -> String? {
        var found: String?
        for index in 0..<FT_Get_Sfnt_Name_Count(face) {
            var name = FT_SfntName()
            // Platform 3 is Windows, whose names are UTF-16; 0x409 is American English.
            guard FT_Get_Sfnt_Name(face, index, &name) == 0, UInt32(name.name_id) == wanted, name.platform_id == 3,
                let bytes = name.string, found == nil || name.language_id == 0x409
            else { continue }
            let units = stride(from: 0, to: Int(name.string_len) & ~1, by: 2).map {
                UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
            }
            found = String(decoding: units, as: UTF16.self)
        }
        return found
    }
}
