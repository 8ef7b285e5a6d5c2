/// What somebody makes of a piece of music: 1 to 5 in half steps.
package struct Rating: Hashable, Comparable, Sendable {
    /// Two for each star, so 2 to 10: the form in which it is stored and summed.
    package let halves: Int

    package init?(halves: Int) {
        guard (2...10).contains(halves) else { return nil }
        self.halves = halves
    }

    /// Nil for what is not a half step.
    package init?(stars: Double) {
        guard (1...5).contains(stars), let halves = Int(exactly: stars * 2) else { return nil }
        self.halves = halves
    }

    package var stars: Double { Double(halves) / 2 }

    package static func < (left: Self, right: Self) -> Bool { left.halves < right.halves }
}
