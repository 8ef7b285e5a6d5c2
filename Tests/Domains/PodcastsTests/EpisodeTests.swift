import Primitives
import Testing

@testable import Podcasts

@Suite("Podcast episodes") struct EpisodeTests {
    private static let now = Timestamp(milliseconds: 1000)
    private static let hour = Duration.seconds(3600)

    private static func after(
        _ before: EpisodeState? = nil, at position: Duration? = nil, played: Bool? = nil, of length: Duration? = hour
    ) -> EpisodeState {
        EpisodeState.after(before, position: position, isPlayed: played, of: length, at: now)
    }

    @Test("an episode heard to its end is played, and starts over") func end() {
        #expect(
            Self.after(at: .seconds(60)) == EpisodeState(position: .seconds(60), isPlayed: false, changedAt: Self.now))
        let ended = Self.after(at: .seconds(3580))
        #expect(ended.isPlayed && ended.position == .zero)
        // Without a known length only the player can tell the end.
        #expect(!Self.after(at: .seconds(3580), of: nil).isPlayed)
    }

    @Test("marking as played resets the position, and seeking back keeps it played") func marked() {
        let begun = Self.after(at: .seconds(60))
        let played = Self.after(begun, played: true)
        #expect(played.isPlayed && played.position == .zero)
        let again = Self.after(played, at: .seconds(90))
        #expect(again.isPlayed && again.position == .seconds(90))
        #expect(!Self.after(again, played: false).isPlayed)
    }

    @Test("chapters are the listed ones, in order") func chapters() {
        let file = """
            {"version":"1.2.0","chapters":[{"startTime":61.5,"title":"Two"},{"startTime":0,"title":"One","img":"x"},
            {"startTime":30,"title":"Hidden","toc":false},{"startTime":-4,"title":"Wrong"}]}
            """
        #expect(
            ChapterFile.chapters(Array(file.utf8)) == [
                Chapter(start: .zero, title: "One"), Chapter(start: .milliseconds(61_500), title: "Two"),
            ])
        for text in ["", "[]", "{\"chapters\":[{\"startTime\":\"x\"}]}", String(repeating: "[", count: 100_000)] {
            #expect(ChapterFile.chapters(Array(text.utf8)).isEmpty)
        }
    }

    @Test("transcripts of three formats become timed lines") func transcripts() {
        let vtt = "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Jo>Hello <b>there</b>\n\n00:03.000 --> 00:04.000\nBye\n"
        let lines = TranscriptFile.lines(Array(vtt.utf8), .vtt)
        #expect(lines.map(\.text) == ["Hello there", "Bye"] && lines.map(\.start) == [.seconds(1), .seconds(3)])
        #expect(lines[0].speaker == "Jo")
        let srt = "1\n00:00:01,000 --> 00:00:02,000\nHello\n"
        #expect(
            TranscriptFile.lines(Array(srt.utf8), .srt) == [
                TranscriptLine(start: .seconds(1), text: "Hello", speaker: nil)
            ])
        let json = """
            {"version":"1.0.0","segments":[{"speaker":"Jo","startTime":0.5,"endTime":1,"body":"Hello"},
            {"speaker":"Jo","startTime":1,"body":"there"},{"speaker":"Al","startTime":2,"body":"Hi"},
            {"speaker":"Al","startTime":40,"body":"Later"}]}
            """
        #expect(
            TranscriptFile.lines(Array(json.utf8), .json) == [
                TranscriptLine(start: .milliseconds(500), text: "Hello there", speaker: "Jo"),
                TranscriptLine(start: .seconds(2), text: "Hi", speaker: "Al"),
                TranscriptLine(start: .seconds(40), text: "Later", speaker: "Al"),
            ])
        #expect(TranscriptFile.lines(Array("<html>".utf8), .json).isEmpty)
    }

    @Test("many combining marks and empty words make no line or title too long") func marks() throws {
        let letter = "a" + String(repeating: "\u{301}", count: 3000)
        let segments = (0..<4).map { "{\"startTime\":\($0),\"body\":\"\($0 == 1 ? " " : letter)\"}" }
        let json = "{\"segments\":[\(segments.joined(separator: ","))]}"
        let lines = TranscriptFile.lines(Array(json.utf8), .json)
        #expect(lines.map(\.start) == [.zero, .seconds(2), .seconds(3)])
        #expect(lines.allSatisfy { (3000...4000).contains($0.text.utf8.count) })
        let chapters = ChapterFile.chapters(
            Array("{\"chapters\":[{\"startTime\":0,\"title\":\"\(letter)\"}]}".utf8))
        #expect((1...600).contains(try #require(chapters.first).title.utf8.count))
    }

    @Test("a truncated long feed drops episodes that it no longer lists") func dropped() throws {
        let podcast = ID<Podcast>("p")
        let items = (0...FeedReader.mostItems).map { number in
            var item = FeedItem()
            (item.guid, item.audio) = ("\(number)", "https://a.example/\(number)")
            return item
        }
        let known = items.map { Episode(id: ID("e" + $0.guid), podcast: podcast, item: $0, publishedAt: Self.now) }
        var feed = Feed()
        feed.items = Array(items.dropLast())
        let update = FeedUpdate(
            feed, of: podcast, known: Dictionary(uniqueKeysWithValues: known.map { ($0.item.guid, $0) }), at: Self.now)
        #expect(update.writes.count == 1)
        guard case .drop(let dropped)? = update.writes.first else {
            Issue.record("nothing is dropped")
            return
        }
        #expect(dropped == [ID("e\(FeedReader.mostItems)")])
    }
}
