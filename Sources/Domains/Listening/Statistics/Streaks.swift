package import Primitives

/// Runs of local days in a row with at least one counted play each.
package struct Streaks: Sendable, Equatable {
    package struct Run: Sendable, Equatable {
        package let first: LocalDay
        package let last: LocalDay
        package var days: Int { last.number - first.number + 1 }

        package init(first: LocalDay, last: LocalDay) {
            self.first = first
            self.last = last
        }
    }

    /// The one that reaches today, or yesterday: today is not over.
    package let current: Run?
    /// Of equals, the latest.
    package let longest: Run?

    /// - Parameter days: ascending, each once.
    package init(days: [LocalDay], today: LocalDay) {
        var run: Run?
        var longest: Run?
        for day in days {
            run =
                run.flatMap { $0.last.next == day ? Run(first: $0.first, last: day) : nil }
                ?? Run(first: day, last: day)
            if let run, run.days >= longest?.days ?? 0 { longest = run }
        }
        self.longest = longest
        current = run.flatMap { $0.last.number >= today.number - 1 ? $0 : nil }
    }
}
