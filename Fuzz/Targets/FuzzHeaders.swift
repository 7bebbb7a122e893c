import LiveValues
import Timelines

/// The headers of a server's answers: what a Tronbyt server says is within its bounds, and each header that is ignored has one name.
let fuzzHeaders: FuzzTarget = { data, count in
    let answer = CurlAnswer(header: input(data, count)).tronbyt
    if let dwell = answer.dwell {
        precondition((Nanoseconds.zero ... .seconds(299)).contains(dwell), "a dwell has up to 299 s")
    }
    if let brightness = answer.brightness {
        precondition((0...100).contains(brightness), "a brightness has up to 100 percent")
    }
    precondition(answer.ignored.count <= 3 && Set(answer.ignored).count == answer.ignored.count, "each has one name")
    return 0
}
