/// Datagrams of Flaschen Taschen: whatever comes, the receiver keeps its promises.
let fuzzFlaschen: FuzzTarget = { data, count in receive(input(data, count), of: .flaschenTaschen) }
