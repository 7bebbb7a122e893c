/// Inputs are read as images of any format; the seeds are files of those that have no check sums.
let fuzzImages: FuzzTarget = { data, count in
    _ = readImage(input(data, count))
    return 0
}
