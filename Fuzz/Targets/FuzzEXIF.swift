import ImageFiles

/// Inputs are the Exif data of a grey JPEG picture of 2x1 pixels, which is read whatever they are, turned or not.
let fuzzEXIF: FuzzTarget = { data, count in
    let block = input(data, min(count, 60_000))
    let length = block.count + 8
    var file: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)]
    file += Array("Exif\0\0".utf8) + block + picture
    guard let image = try? ImageLoader.decode(file) else { preconditionFailure("the picture is read") }
    let sides = [image.size.width, image.size.height]
    precondition(sides.sorted() == [1, 2], "it has its sides")
    return 0
}

/// The picture without its first marker: tables, sizes and one block.
private let picture: [UInt8] = {
    let parts: [[UInt8]] = [
        [0xFF, 0xDB, 0, 0x43, 0], [UInt8](repeating: 0xFF, count: 64),
        [0xFF, 0xC0, 0, 11, 8, 0, 1, 0, 2, 1, 1, 0x11, 0],
        [0xFF, 0xC4, 0, 20, 0, 1], [UInt8](repeating: 0, count: 15), [3],
        [0xFF, 0xC4, 0, 20, 0x10, 1], [UInt8](repeating: 0, count: 15), [0],
        [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0x3F, 0, 0x47, 0xFF, 0xD9],
    ]
    return parts.flatMap { $0 }
}()
