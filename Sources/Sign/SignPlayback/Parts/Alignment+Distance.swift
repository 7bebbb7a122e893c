import Marquee
import SignFiles

extension HorizontalAlignment {
    func distance(free: Int) -> Int {
        switch self {
        case .left: 0
        case .center: free >> 1
        case .right: free
        }
    }
}

extension VerticalAlignment {
    func distance(free: Int) -> Int {
        switch self {
        case .top: 0
        case .middle: free >> 1
        case .bottom: free
        }
    }
}
