/// Inputs are read as images of either format; the seeds are GIF files.
let fuzzGIF: FuzzTarget = { data, count in
    _ = readImage(input(data, count))
    return 0
}
