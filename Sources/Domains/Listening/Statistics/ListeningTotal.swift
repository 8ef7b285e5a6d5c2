package import Primitives

/// The number of plays and their time. A play lasts as long as its track did when it counted.
package struct ListeningTotal: Sendable, Equatable {
    package var plays: Int
    package var milliseconds: Int64

    package init(plays: Int, milliseconds: Int64) {
        self.plays = plays
        self.milliseconds = milliseconds
    }

    package static let none = ListeningTotal(plays: 0, milliseconds: 0)

    package static func + (left: Self, right: Self) -> Self {
        ListeningTotal(plays: left.plays + right.plays, milliseconds: left.milliseconds + right.milliseconds)
    }
}

/// The total of one hour of one local day.
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

/// The numbers of different items that were heard.
package struct ListeningVariety: Sendable, Equatable {
    package let tracks: Int
    package let albums: Int
    package let artists: Int
    package let genres: Int

    package init(tracks: Int, albums: Int, artists: Int, genres: Int) {
        self.tracks = tracks
        self.albums = albums
        self.artists = artists
        self.genres = genres
    }
}

/// The totals of each hour of the week.
package struct ListeningClock: Sendable, Equatable {
    /// By weekday (0 is Monday) and hour: 7 lists of 24.
    package private(set) var hours = [[ListeningTotal]](
        repeating: [ListeningTotal](repeating: .none, count: 24), count: 7)

    /// Adds up hours of the week that were computed elsewhere.
    package init(slots: [(weekday: Int, hour: Int, total: ListeningTotal)]) {
        for slot in slots where (0..<7).contains(slot.weekday) && (0..<24).contains(slot.hour) {
            hours[slot.weekday][slot.hour] = hours[slot.weekday][slot.hour] + slot.total
        }
    }
}

/// The totals of a period by interval, without gaps: hours of a day, days of a week, month or year, months of all time.
package struct ListeningChart: Sendable, Equatable {
    package enum Piece: String, Sendable, CaseIterable {
        case hour, day, month
    }

    package struct Bar: Sendable, Equatable {
        /// The day, or the first day of the month.
        package let day: LocalDay
        /// Set if the interval is an hour.
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

    /// - Parameter days: the totals of days with plays, ascending; those of months, on the first day of each.
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
