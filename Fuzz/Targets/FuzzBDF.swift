/// Every input is read as a BDF font.
let fuzzBDF: FuzzTarget = { data, count in readFont(input(data, count), magic: Array("STARTFONT".utf8)) }
