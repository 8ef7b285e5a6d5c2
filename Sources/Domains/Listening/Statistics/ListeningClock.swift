/// What was heard in each hour of the week.
package struct ListeningClock: Sendable, Equatable {
    /// By weekday (0 is Monday) and hour: 7 of 24.
    package private(set) var hours = [[ListeningTotal]](
        repeating: [ListeningTotal](repeating: .none, count: 24), count: 7)

    package init(_ totals: [HourTotal]) {
        for entry in totals where (0..<24).contains(entry.hour) {
            let weekday = entry.day.weekday
            hours[weekday][entry.hour] = hours[weekday][entry.hour] + entry.total
        }
    }

    /// Adds up hours of a week that somebody else has found.
    package init(slots: [(weekday: Int, hour: Int, total: ListeningTotal)]) {
        for slot in slots where (0..<7).contains(slot.weekday) && (0..<24).contains(slot.hour) {
            hours[slot.weekday][slot.hour] = hours[slot.weekday][slot.hour] + slot.total
        }
    }
}
