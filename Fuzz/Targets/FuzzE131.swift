/// Datagrams of E1.31: whatever comes, the receiver keeps its promises.
let fuzzE131: FuzzTarget = { data, count in receive(input(data, count), of: .e131) }
