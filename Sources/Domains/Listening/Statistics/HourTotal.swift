package import Primitives

/// What was heard in one hour of one local day.
package struct HourTotal: Sendable, Equatable {
    package let day: LocalDay
    package let hour: Int
    package let total: ListeningTotal

    package init(day: LocalDay, hour: Int, total: ListeningTotal) {
        self.day = day
        self.hour = hour
        self.total = total
    }
}
