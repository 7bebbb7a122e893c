/// Every input is read as a PCF font.
let fuzzPCF: FuzzTarget = { data, count in readFont(input(data, count), magic: [0x01, 0x66, 0x63, 0x70]) }
