/// Inputs are read as images of any format; the seeds are WebP files, still and animated.
let fuzzWebP: FuzzTarget = { data, count in readImage(input(data, count)) }
