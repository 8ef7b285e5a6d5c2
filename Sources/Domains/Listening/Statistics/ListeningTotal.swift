/// How much was heard. A play lasts as long as its track did when it counted.
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
