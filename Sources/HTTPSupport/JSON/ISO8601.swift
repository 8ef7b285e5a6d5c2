import FoundationEssentials
package import Primitives

/// Times as the APIs show them: `2026-11-21T07:00:00.000Z`.
package enum ISO8601 {
    private static let style = Date.ISO8601FormatStyle()

    package static func text(of instant: Timestamp) -> String {
        // Milliseconds are appended as digits: as a fraction of a Date's Double they would be rounded.
        let milliseconds = ((instant.milliseconds % 1000) + 1000) % 1000
        let seconds = (instant.milliseconds - milliseconds) / 1000
        let whole = Date(timeIntervalSince1970: Double(seconds)).formatted(style)
        let digits = String(milliseconds)
        return whole.dropLast() + "." + String(repeating: "0", count: 3 - digits.count) + digits + "Z"
    }
}
