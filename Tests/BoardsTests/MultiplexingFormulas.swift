import PixelGraphics

/// The multiplexing of the panels that are known by number, written down as formulas: what the tables are checked against.
///
/// x and y are the pixel, w and h the extent of the panel; the result is the column and row of the matrix.
struct MultiplexingFormula: Sendable {
    let number: Int
    /// How many times as wide, and as flat, the matrix is.
    let stretch: Int
    let place: @Sendable (_ x: Int, _ y: Int, _ w: Int, _ h: Int) -> (Int, Int)

    private static func base(_ y: Int, _ h: Int) -> Int { (y / (h / 2)) * (h / 4) + y % (h / 4) }
    private static func top(_ y: Int, _ h: Int) -> Bool { y % (h / 2) < h / 4 }

    /// The family of Z stripes: what is added in the even and in the odd groups of four rows.
    private static func zStripe(_ number: Int, even: Int, odd: Int) -> MultiplexingFormula {
        MultiplexingFormula(number: number, stretch: 2) { x, y, _, _ in
            let isOdd = (y / 4) % 2
            let shift = ((x + (1 - isOdd) * even) / 8) * 8
            return (x + shift + isOdd * odd, y % 4 + 4 * (y / 8))
        }
    }

    static let all: [MultiplexingFormula] = firstHalf + secondHalf

    private static let firstHalf: [MultiplexingFormula] = [
        MultiplexingFormula(number: 1, stretch: 2) { x, y, w, h in (top(y, h) ? x + w : x, base(y, h)) },
        MultiplexingFormula(number: 2, stretch: 2) { x, y, w, h in
            switch (top(y, h), x < w / 2) {
            case (true, true): (x + w / 2, base(y, h))
            case (true, false): (x + w, base(y, h))
            case (false, true): (x, base(y, h))
            case (false, false): (x + w / 2, base(y, h))
            }
        },
        MultiplexingFormula(number: 3, stretch: 2) { x, y, w, h in
            let q = w / 4
            let (k, o) = (x / q, x % q)
            return (2 * k * q + (top(y, h) ? q - 1 - o : q + o), base(y, h))
        },
        zStripe(4, even: 0, odd: 8),
        zStripe(5, even: 4, odd: 4),
        MultiplexingFormula(number: 6, stretch: 2) { x, y, w, h in
            if y <= 7 || (16 <= y && y <= 23) { return ((x / (w / 2)) * w + x % (w / 2), base(y, h)) }
            return (x < w / 2 ? x + w / 2 : x + w, base(y, h))
        },
        MultiplexingFormula(number: 7, stretch: 4) { x, y, _, _ in
            let up = (y % 4) / 2 == 0
            let (sign, start) = up ? (-1, 7) : (1, 8)
            let block = (y % 8) / 4 == 0 ? 64 : 0
            let column = block + 16 * (x / 8) + start + sign * (x % 8)
            return (column, y % 2 + 2 * (y / 8))
        },
        zStripe(8, even: 8, odd: 0),
        MultiplexingFormula(number: 9, stretch: 4) { x, y, _, _ in
            let c = [127, 127, 112, 112, 111, 111, 96, 96][y % 8]
            let column = y % 4 < 2 ? c - x - 24 * (x / 8) : c + x - 40 * (x / 8)
            let row = y < 8 ? (y % 2 == 0 ? 3 : 2) : (y % 2 == 0 ? 1 : 0)
            return (column, row)
        },
        MultiplexingFormula(number: 10, stretch: 2) { x, y, _, _ in
            let isFirst = (5...9).contains(y) || (15...19).contains(y)
            return (x + 4 * (x / 4) + (isFirst ? 0 : 4), y % 5 + 5 * (y / 10))
        },
        MultiplexingFormula(number: 11, stretch: 2) { x, y, _, _ in
            let odd = (y / 4) % 2 == 1
            let column = odd ? x + 8 * (x / 8) : x + 8 * (x / 8) + 8 + (7 - 2 * (x % 8))
            return (column, y % 4 + 4 * (y / 8))
        },
    ]

    private static let secondHalf: [MultiplexingFormula] = [
        MultiplexingFormula(number: 12, stretch: 2) { x, y, _, _ in
            let even = 1 - (y / 4) % 2
            return (8 * (1 + even + 2 * (x / 8)) - x % 8 - 1, y % 4 + 4 * (y / 8))
        },
        MultiplexingFormula(number: 13, stretch: 2) { x, y, _, _ in
            let odd = (y / 4) % 2 == 1
            let column = odd ? x + 8 * (x / 8) + 8 : 8 * (1 + 2 * (x / 8)) - x % 8 - 1
            return (column, y % 4 + 4 * (y / 8))
        },
        MultiplexingFormula(number: 14, stretch: 2) { x, y, _, _ in
            let odd = (y / 4) % 2 == 1
            let column = odd ? 8 * (2 + 2 * (x / 8)) - x % 8 - 1 : x + 8 * (x / 8)
            return (column, y % 4 + 4 * (y / 8))
        },
        MultiplexingFormula(number: 15, stretch: 4) { x, y, _, _ in
            var m = (y >> 2) % 2 == 1 ? 0 : 8
            m += (y >> 1) % 2 == 1 ? 0 : 1
            m += x / 4 - (x / 4) % 2
            return (8 * m + x % 8, y % 2 + y / 4 - (y / 4) % 2)
        },
        MultiplexingFormula(number: 16, stretch: 2) { x, y, _, _ in
            let even = 1 - (y / 5) % 2
            let b = 8 * (9 - 2 * (x / 8))
            return (even == 1 ? b + 7 - x % 8 : b - 8 + x % 8, 4 - y % 5 + 5 * (1 - y / 10))
        },
        MultiplexingFormula(number: 17, stretch: 2) { x, y, w, h in (top(y, h) ? x : x + w, base(y, h)) },
        MultiplexingFormula(number: 18, stretch: 4) { x, y, _, _ in
            let o = 8 * (3 - (y % 8) / 2)
            let d = x % 8
            let column = 32 * (x / 8) + o + ((y % 4) / 2 == 0 ? 7 - d : d)
            return (column, (y < 8 ? 0 : 2) + y % 2)
        },
        MultiplexingFormula(number: 19, stretch: 4) { x, y, _, _ in (32 * (x / 8) + x % 8 + 8 * (3 - y / 4), y % 4) },
        MultiplexingFormula(number: 20, stretch: 2) { x, y, _, h in (2 * x + (top(y, h) ? 1 : 0), base(y, h)) },
        MultiplexingFormula(number: 21, stretch: 2) { x, y, w, h in
            let (qr, qc) = (h / 4, w / 4)
            let (yq, xq) = (y / qr, x / qc)
            var o = x % qc
            if yq == 1 || yq == 3 { o = qc - 1 - o }
            let column = 2 * xq * qc + (yq % 2 == 1 ? qc - 1 - o : qc + o)
            return (column, (yq / 2) * qr + y % qr)
        },
        MultiplexingFormula(number: 22, stretch: 2) { x, y, _, _ in
            let odd = (y / 10) % 2 == 1
            let hb = x / 8
            let column = odd ? x % 8 + 16 * hb + 8 : 7 - x % 8 + 16 * hb
            return (column, y % 10 + 10 * (y / 20))
        },
    ]
}
