import Marquee
import SignFiles
import Timelines

/// Parts of a list that begin each cycle together.
extension ListContent {
    /// Brings what scrolls into step, on each page by itself.
    func keepInStep(_ pages: [Range<Int>], turnsPages: Bool, at instant: Instant) {
        var next: [String: MarqueeStep] = [:]
        // A list around it brings all of it into step, but not its pages: their time begins whenever they come.
        guard turnsPages || !isWithinStep && scope.mappings.isEmpty else { return }
        guard hasSteps else {
            steps = next
            return
        }
        for page in pages {
            for (group, marquees) in marquees(in: page) {
                var step = turnsPages ? nil : steps[group]
                step = step ?? MarqueeStep(start: turnsPages ? .zero : scope.start)
                step?.keep(marquees, at: turnsPages ? .zero : instant)
                next[group] = turnsPages ? nil : step
            }
        }
        steps = next
    }

    /// Whether anything may be in step.
    var hasSteps: Bool { part.box.isInStep || isWithinStep || nodes.contains(where: \.part.box.isInStep) }

    /// What scrolls among some nodes and is in step, by what it is in step with.
    private func marquees(in numbers: Range<Int>) -> [String: [Marquee]] {
        var found: [String: [Marquee]] = [:]
        for number in numbers {
            guard let group = stepGroup(of: number) else { continue }
            found[group, default: []] += marquees(of: number)
        }
        return found
    }

    private func marquees(of number: Int) -> [Marquee] {
        let node = nodes[number]
        if let list = node.list {
            if let marquee = list.current as? Marquee { return [marquee] }
            return list.turnsPages ? [] : list.nodes.indices.flatMap(list.marquees)
        }
        return [node.shown?.moving?.marquee].compactMap { $0 }
    }

    /// What a node is in step with: the outermost list around it that is; nil for nothing.
    func stepGroup(of number: Int) -> String? {
        if part.box.isInStep || isWithinStep { return "" }
        var (number, group) = (number, String?.none)
        while number > 0 {
            let node = nodes[number]
            let parent = node.parent.number
            // All elements of a list are in step together.
            let isElement = node.isRepeated && !nodes[parent].isRepeated
            if node.part.box.isInStep { group = nodes[isElement ? parent : number].identity }
            number = parent
        }
        return group
    }
}
