package import Primitives

/// The recent answers and songs of the outside catalog, and its last failure.
package final class OutsideMemory: Sendable {
    struct Question: Hashable {
        let server: OutsideServer
        let text: String
    }

    struct Numbered: Hashable {
        let server: OutsideServer
        let song: Int64
    }

    private static let lifetime = Duration.seconds(86_400)

    let answers = RecentAnswers<Question, [OutsideSong]>(capacity: 500, lifetime: OutsideMemory.lifetime)
    let songs = RecentAnswers<Numbered, OutsideSong>(capacity: 10_000, lifetime: OutsideMemory.lifetime)
    let questions = KeyedTurns<Question>()
    let lookups = KeyedTurns<Numbered>()
    let files = KeyedTurns<String>()
    let health = ServiceHealth<OutsideServer>()

    package init() {}
}
