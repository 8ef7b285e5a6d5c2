import Board
import Catalog
import Journal
import Primitives
import Testing

@Suite("The effect of new tracks on waiting posts") struct BoardArrivalsTests {
    private static let instant = Timestamp(milliseconds: 1_795_000_000_000)

    private func track(_ id: String, album: String, isExplicit: Bool = false) -> ArrivedSong {
        ArrivedSong(
            track: ArrivedTrack(id: ID(id), artists: ["Low"], part: "l0", isExplicit: isExplicit),
            facts: MatchFacts(
                title: "Days", artists: ["Low"], album: album, durationMilliseconds: 200_000, recording: nil, isrc: nil)
        )
    }

    private func post(_ id: String, hearsExplicit: Bool = true, length: Int64 = 201_000) -> AwaitedPost {
        AwaitedPost(
            id: ID(id), day: LocalDay(number: 20_000),
            named: NamedTrack(title: "Days", artist: "Low", album: "Hey What", durationMilliseconds: length),
            hearsExplicit: hearsExplicit)
    }

    private func writes(_ arrivals: [(ArrivedSong, [AwaitedPost])]) -> [BoardWrite] {
        BoardArrivals.notice(arrivals, at: Self.instant).writes
    }

    @Test("each post takes the most certain of the tracks that arrive together") func best() {
        let posts = [post("b"), post("a")]
        let changes = BoardArrivals.notice(
            [
                (track("single", album: "Days"), posts), (track("album", album: "Hey What"), posts),
                (track("live", album: "Elsewhere"), posts),
            ], at: Self.instant)
        #expect(changes.writes == [.becomeTrack(ID("a"), ID("album")), .becomeTrack(ID("b"), ID("album"))])
        #expect(changes.events.map(\.data["post"]) == [.text("a"), .text("b")])
        #expect(changes.journal.isEmpty && changes.notifications.isEmpty)
    }

    @Test("a track of another length or title does not match") func other() {
        #expect(writes([(track("t", album: "Hey What"), [post("a", length: 300_000)])]).isEmpty)
    }

    @Test("an explicit track does not match for an author who may not hear it") func explicit() {
        let posts = [post("a", hearsExplicit: false), post("b")]
        let explicit = track("t", album: "Hey What", isExplicit: true)
        #expect(writes([(explicit, posts)]) == [.becomeTrack(ID("b"), ID("t"))])
        #expect(
            writes([(explicit, posts), (track("clean", album: "Days"), posts)])
                == [.becomeTrack(ID("a"), ID("clean")), .becomeTrack(ID("b"), ID("t"))])
    }
}
