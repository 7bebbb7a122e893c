/// Inputs are read as fonts of any format, compressed or not; the seeds are PSF 1, PSF 2 and gzip.
let fuzzPSF: FuzzTarget = { data, count in readFont(input(data, count), magic: []) }
