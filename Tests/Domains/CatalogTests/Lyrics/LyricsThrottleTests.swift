import Catalog
import Journal
import Lyrics
import Primitives
import SQLiteStore
import Support
import Testing

@Suite("The rate at which a user writes lyrics") struct LyricsThrottleTests {
    @Test("is limited, even if each proposal replaces the last") func proposals() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("a/0.flac", "title=Song", "artist=Nina")
        try await catalog.scan()
        try await catalog.play("Song", times: 1)
        let track = try #require(try await catalog.track("Song")).id
        let author = Principal(user: TestCatalog.listener.user, role: .contributor)
        let reading = LyricsService(store: SQLiteLyricsStore(catalog.database), clock: catalog.clock)
        let writing = LyricsWritingService(
            store: SQLiteLyricsWritingStore(catalog.database), reading: reading, clock: catalog.clock,
            throttle: LyricsThrottle(burst: 3, clock: catalog.clock))
        func propose(_ text: String) async throws -> LyricsVersion {
            let lyrics = SongLyrics(source: .written, isSynced: false, lines: [LyricsLine(text: text)])
            let draft = try LyricsVersionDraft(content: WrittenLyrics([lyrics]), note: "", basis: nil)
            return try await writing.write(draft, of: track, as: author, by: .gateway)
        }
        for number in 1...3 {
            catalog.clock.advance(by: .milliseconds(1))
            #expect(try await propose("Line \(number)").state == .proposed)
        }
        await #expect {
            try await propose("Line 4")
        } throws: { error in
            let error = error as? DomainError
            return error?.code == .rateLimited && error?.reason == "too_many_versions" && error?.retryAfter != nil
        }
        let all = try await writing.versions(of: track, .first(10), as: author)
        #expect(all.items.count == 1 && all.items.first?.state == .proposed)
        catalog.clock.advance(by: .seconds(288))
        #expect(try await propose("Line 4").state == .proposed)
    }
}
