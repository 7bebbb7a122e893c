/// The part of a paragraph that one line shows, as indices of clusters.
struct LineSpan: Equatable {
    /// The clusters that belong to the line, the spaces at its end included.
    var clusters: Range<Int>
    /// The end of those that are drawn: white space at the end of a wrapped line is not drawn.
    var visibleEnd: Int
    /// Whether the line ends in a soft hyphen at which a word is broken.
    var isHyphenated = false
}

/// How a paragraph is cut into lines.
extension LineComposer {
    /// Returns the lines of a paragraph; an empty paragraph is one empty line.
    ///
    /// Each line takes at least one cluster, so that no width can make it endless. O(n): what lies between two places
    /// to break at is visited twice at most.
    func spans(of paragraph: ShapedParagraph) -> [LineSpan] {
        let clusters = paragraph.clusters
        guard let width, !clusters.isEmpty else {
            return [LineSpan(clusters: clusters.indices, visibleEnd: clusters.count)]
        }
        let breaks = LineBreaks.ends(of: paragraph.scalars)
        let isBidi = paragraph.bidi != nil
        var lines: [LineSpan] = []
        var start = 0
        while start < clusters.count {
            let (end, isHyphenated) = endOfLine(from: start, clusters, breaks, width: width, isBidi: isBidi)
            var visibleEnd = end
            while !isHyphenated, visibleEnd > start, clusters[visibleEnd - 1].hangs { visibleEnd -= 1 }
            lines.append(LineSpan(clusters: start..<end, visibleEnd: visibleEnd, isHyphenated: isHyphenated))
            start = end
        }
        return lines
    }

    /// How far the pen moves for a cluster that stands at `pen`, spacing not counted.
    func advance(of cluster: GlyphCluster, at pen: Int) -> Int {
        cluster.isTab ? tabStop - max(pen, 0) % tabStop : cluster.advance
    }

    /// The pixels between a cluster with that advance and the next one.
    func gap(after cluster: GlyphCluster, advance: Int) -> Int {
        cluster.isTight ? 0 : max(measures[cluster.run].letterSpacing, min(0, -advance))
    }

    /// Returns where the line that begins at `start` ends, and whether a hyphen has to be shown there.
    private func endOfLine(
        from start: Int, _ clusters: [GlyphCluster], _ breaks: [Bool], width: Int, isBidi: Bool
    ) -> (end: Int, isHyphenated: Bool) {
        var pen = 0
        var room = LineRoom(isReordered: isBidi)
        var lastBreak: (end: Int, isHyphenated: Bool)?
        for index in start..<clusters.count {
            let cluster = clusters[index]
            let needed = room.adding(cluster.ink, advance: cluster.advance, at: pen)
            if index > start, !cluster.hangs, needed.width > width { return lastBreak ?? (index, false) }
            room = cluster.hangs && index > start ? room : needed
            if breaks[cluster.scalars.upperBound - 1] {
                let needsHyphen = cluster.isSoftHyphen
                let hyphen = measures[cluster.run].hyphen
                let hyphenated = room.adding(hyphen?.placedInk, advance: hyphen?.advance ?? 0, at: pen)
                if !needsHyphen || hyphenated.width <= width { lastBreak = (index + 1, needsHyphen) }
            }
            let advance = advance(of: cluster, at: pen)
            pen += advance + gap(after: cluster, advance: advance)
        }
        return (clusters.count, false)
    }
}

/// The columns that the clusters of a line need, as far as they are known.
private struct LineRoom {
    /// Whether letters may be seen in another order than they are read in, so that any of them may end the line.
    let isReordered: Bool
    var columns: Range<Int>?
    /// How far any letter reaches out on the left of its pen, and beyond its advance.
    var overhang = (left: 0, right: 0)

    /// The columns from the first one with ink to the last one; of reordered text an upper bound.
    var width: Int { (columns?.count ?? 0) + overhang.left + overhang.right }

    /// Returns the room with another cluster; one without ink takes its advance.
    func adding(_ ink: Range<Int>?, advance: Int, at pen: Int) -> LineRoom {
        var room = self
        let whole = 0..<max(0, advance)
        let needed = isReordered ? whole : ink ?? whole
        room.columns = needed.shifted(by: pen).union(columns)
        if isReordered, let ink {
            room.overhang.left = max(overhang.left, 0 - ink.lowerBound)
            room.overhang.right = max(overhang.right, ink.upperBound - advance)
        }
        return room
    }
}
