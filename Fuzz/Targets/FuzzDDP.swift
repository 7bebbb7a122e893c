/// Datagrams of DDP: whatever comes, the receiver keeps its promises.
let fuzzDDP: FuzzTarget = { data, count in receive(input(data, count), of: .ddp) }
