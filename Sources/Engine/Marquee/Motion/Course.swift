/// Which way content goes: what goes another way cannot follow it in at a seam.
package struct Course: Hashable, Sendable {
    /// Whether it moves, or would move, along its lines.
    let isHorizontal: Bool
    /// Whether it moves as it is read from right to left.
    let isMirrored: Bool
    /// Whether it moves at all.
    let isMoving: Bool

    /// Whether content on this course follows in what goes another one; what stands is read either way.
    package func follows(_ other: Course) -> Bool {
        isHorizontal == other.isHorizontal && (!isMoving || isMirrored == other.isMirrored)
    }
}

extension Marquee {
    /// Which way it goes.
    package var course: Course {
        Course(isHorizontal: style.direction.isHorizontal, isMirrored: isMirrored, isMoving: isMoving)
    }
}
