package import Primitives

/// What was heard, piece by piece of a period, without gaps: hours of a day, days of a week, month or year, months of all time.
package struct ListeningChart: Sendable, Equatable {
    package enum Piece: String, Sendable, CaseIterable {
        case hour, day, month
    }

    package struct Bar: Sendable, Equatable {
        /// The day, or the first one of the month.
        package let day: LocalDay
        /// Of pieces that are hours.
        package let hour: Int?
        package let total: ListeningTotal
    }

    package let piece: Piece
    package let bars: [Bar]

    package static func piece(of period: StatisticsPeriod) -> Piece {
        switch period.unit {
        case .day: .hour
        case .week, .month, .year: .day
        case .all: .month
        }
    }

    /// - Parameter days: what was heard on days that have anything, ascending; of months, on each one's first day.
    package init(of period: StatisticsPeriod, days: [(day: LocalDay, total: ListeningTotal)]) {
        piece = Self.piece(of: period)
        let totals = Dictionary(days.map { ($0.day, $0.total) }, uniquingKeysWith: +)
        var bars: [Bar] = []
        switch piece {
        case .hour: break
        case .day:
            for number in period.first.number...period.last.number {
                let day = LocalDay(number: number)
                bars.append(Bar(day: day, hour: nil, total: totals[day] ?? .none))
            }
        case .month:
            guard let first = days.first?.day, let last = days.last?.day else { break }
            var month = StatisticsPeriod(.month, around: first)
            while month.first <= last {
                bars.append(Bar(day: month.first, hour: nil, total: totals[month.first] ?? .none))
                guard let next = month.next else { break }
                month = next
            }
        }
        self.bars = bars
    }

    package init(of day: LocalDay, hours: [HourTotal]) {
        piece = .hour
        let totals = Dictionary(hours.map { ($0.hour, $0.total) }, uniquingKeysWith: +)
        bars = (0..<24).map { Bar(day: day, hour: $0, total: totals[$0] ?? .none) }
    }
}
