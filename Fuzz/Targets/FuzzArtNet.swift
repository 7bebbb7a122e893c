/// Datagrams of Art-Net: whatever comes, the receiver keeps its promises.
let fuzzArtNet: FuzzTarget = { data, count in receive(input(data, count), of: .artNet) }
