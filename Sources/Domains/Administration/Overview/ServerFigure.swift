package import Primitives
package import Streaming

/// A number of the server that is followed by the hour.
package enum ServerFigure: String, Sendable, CaseIterable {
    /// Streams that were being sent at once.
    case streams
    /// Users and visitors who were being sent a stream at once.
    case listeners
    /// Plays that count, by the time at which they were heard.
    case plays
    /// Bytes of audio that were sent.
    case sent
    /// Requests that were answered.
    case requests
    /// Requests that were answered with a status from 500 on.
    case errors
    /// Submissions that were handed in to moderators.
    case submissions
    /// Bytes that the server's data takes on the disk.
    case data
    /// Free bytes on the disk of the server's data.
    case free

    /// How the values of one hour become one.
    package enum Rule: String, Sendable, CaseIterable {
        case sum, greatest, last

        package func combine(_ earlier: Int64, _ later: Int64) -> Int64 {
            switch self {
            case .sum: earlier + later
            case .greatest: max(earlier, later)
            case .last: later
            }
        }
    }

    package var rule: Rule {
        switch self {
        case .streams, .listeners: .greatest
        case .plays, .sent, .requests, .errors, .submissions: .sum
        case .data, .free: .last
        }
    }
}

/// The value of a figure in one hour.
package struct HourlyFigure: Sendable, Hashable {
    package let figure: ServerFigure
    /// Hours since 1970-01-01T00:00:00Z.
    package let hour: Int64
    package let value: Int64

    package init(_ figure: ServerFigure, hour: Int64, value: Int64) {
        self.figure = figure
        self.hour = hour
        self.value = value
    }

    package static func hour(of instant: Timestamp) -> Int64 {
        let milliseconds: Int64 = 3_600_000
        let whole = instant.milliseconds / milliseconds
        return instant.milliseconds < whole * milliseconds ? whole - 1 : whole
    }
}

/// The counts of the server since its start.
package struct ServerCounts: Sendable, Equatable {
    package var sent: Int64
    package var requests: Int64
    package var errors: Int64

    package init(sent: Int64 = 0, requests: Int64 = 0, errors: Int64 = 0) {
        self.sent = sent
        self.requests = requests
        self.errors = errors
    }
}

/// The source of the counts.
package protocol ServerCounters: Sendable {
    func counts() -> ServerCounts
}

/// Readings of the figures, put together by the hour. They are in memory until they are taken to be stored.
package struct FigureTally: Sendable {
    private struct Place: Hashable {
        let figure: ServerFigure
        let hour: Int64
    }

    private var values: [Place: Int64] = [:]
    /// The counts at the last reading; a server that has just started has counted nothing.
    private var counts = ServerCounts()

    /// The hours that are not stored yet.
    package var pending: [HourlyFigure] {
        values.map { HourlyFigure($0.key.figure, hour: $0.key.hour, value: $0.value) }
    }

    package mutating func note(_ figure: ServerFigure, _ value: Int64, at instant: Timestamp) {
        add(HourlyFigure(figure, hour: HourlyFigure.hour(of: instant), value: value))
    }

    /// Notes what was counted since the last reading.
    package mutating func note(_ now: ServerCounts, at instant: Timestamp) {
        note(.sent, now.sent - counts.sent, at: instant)
        note(.requests, now.requests - counts.requests, at: instant)
        note(.errors, now.errors - counts.errors, at: instant)
        counts = now
    }

    package mutating func takeAll() -> [HourlyFigure] {
        defer { values = [:] }
        return pending
    }

    /// Takes values back that could not be stored. They are older than those that are here.
    package mutating func giveBack(_ earlier: [HourlyFigure]) {
        for one in earlier {
            let place = Place(figure: one.figure, hour: one.hour)
            values[place] = values[place].map { one.figure.rule.combine(one.value, $0) } ?? one.value
        }
    }

    private mutating func add(_ new: HourlyFigure) {
        let place = Place(figure: new.figure, hour: new.hour)
        values[place] = values[place].map { new.figure.rule.combine($0, new.value) } ?? new.value
    }
}

extension [OpenStreamInfo] {
    /// The number of users and visitors who are being sent these streams. Visitors are counted by their addresses.
    package var listenerCount: Int {
        Set(map { $0.listener.isVisitor ? $0.listener.address : $0.listener.account }).count
    }
}
