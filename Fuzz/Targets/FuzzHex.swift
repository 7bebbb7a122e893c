/// Inputs are read as fonts of any format; the seeds are Unifont .hex.
let fuzzHex: FuzzTarget = { data, count in readFont(input(data, count), magic: []) }
