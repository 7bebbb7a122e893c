/// Inputs are read as images of any format; the seeds are JPEG files.
let fuzzJPEG: FuzzTarget = { data, count in readImage(input(data, count)) }
