import Catalog
import Fingerprints
import Foundation
import Files
import GRDB
import Logging
import Primitives
import Support
import Synchronization
import Testing

@testable import Analysis
@testable import SQLiteStore

@Suite("The analysis of the catalog's tracks", .timeLimit(.minutes(10))) struct AnalysisQueueTests {
    /// An analyzer that reads its results from the file: `sound=` is the fingerprint, `loudness=` the loudness.
    /// `broken` means that the file cannot be decoded.
    private final class Listener: AudioAnalyzer {
        let heard = Mutex<[String]>([])

        func analyze(
            _ file: any ReadableFile, _ audio: AudioProperties, background: Bool
        ) async throws(AnalysisFailure) -> AnalyzedSound {
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = (try? bytes.withUnsafeMutableBytes { try file.read(into: $0, at: 0) }) ?? 0
            let lines = String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: "\n")
            func value(_ name: String) -> Substring? {
                lines.first { $0.hasPrefix(name + "=") }?.dropFirst(name.count + 1)
            }
            heard.withLock { $0.append(String(value("title") ?? "")) }
            if lines.contains("note=broken") { throw .broken(.corrupt) }
            let fingerprint = value("sound")?.utf8.last.flatMap { AnalysisQueueTests.fingerprint(UInt64($0)) }
            return AnalysisQueueTests.sound(fingerprint, loudness: value("loudness").flatMap { Double($0) })
        }
    }

    private static func fingerprint(_ seed: UInt64, flipped: Double = 0) -> Fingerprint? {
        var random = SeededGenerator(seed: seed)
        let values = (0..<240).map { _ in UInt32.random(in: 0...UInt32.max, using: &random) }
        return Fingerprint(
            values.map { value in
                (0..<32).reduce(value) { value, bit in
                    Double.random(in: 0..<1, using: &random) < flipped ? value ^ (1 << bit) : value
                }
            })
    }

    private static func sound(_ fingerprint: Fingerprint?, loudness: Double?) -> AnalyzedSound {
        let measured = loudness.map { loudness in
            var histogram = LoudnessHistogram()
            for _ in 0..<100 { histogram.add(loudness) }
            return Loudness(integrated: loudness, range: 3, samplePeak: 0.5, truePeak: 0.75, histogram: histogram)
        }
        let sound = SoundAnalysis(
            sampleRate: 44_100, channels: 2, frames: 441_000, truePeak: 0.75,
            silence: EdgeSilence(start: 100, end: 200),
            waveform: Waveform(peaks: [1, 200], bodies: [1, 100], clipped: [], silent: []),
            tempo: Tempo(beatsPerMinute: 120, confidence: 0.875, alternatives: []),
            rhythm: Rhythm(beats: [500, 1000], hardPoints: []),
            key: MusicalKey(tonic: 9, mode: .minor, confidence: 0.75), energy: 0.5, features: .none)
        return AnalyzedSound(
            sound: sound, loudness: measured, padding: EncoderPadding(start: 576, end: 1000), peaks: [1, 2, 3],
            fingerprint: fingerprint)
    }

    private struct Fixture {
        let catalog: TestCatalog
        let listener = Listener()
        let requested = RequestedTracks()
        let store: SQLiteAnalysisStore
        let queue: AnalysisQueue

        init() async throws {
            catalog = try await TestCatalog()
            for (name, sound, loudness) in [("a", "1", "-10"), ("b", "1", "-20"), ("c", "2", "-14")] {
                try catalog.music.write(
                    "\(name).flac", "title=\(name)", "album=\(name == "c" ? "Two" : "One")", "sound=\(sound)",
                    "loudness=\(loudness)")
            }
            try catalog.music.write("d.flac", "title=d", "note=broken")
            try await catalog.scan()
            store = SQLiteAnalysisStore(catalog.database)
            queue = AnalysisQueue(
                store: store, sources: catalog.store, files: LibraryFileOpener(), analyzer: listener,
                requested: requested, clock: catalog.clock, settings: AnalysisSettings(rest: .seconds(1), workers: 1),
                logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
        }

        func titles(
            like fingerprint: Fingerprint?, in scope: LibraryScope = .everything
        ) async throws -> [String] {
            let duration = try #require(try await catalog.track("a")?.durationMilliseconds)
            let found = try await SQLiteFingerprintStore(catalog.database).tracks(
                like: try #require(fingerprint), duration: duration, in: scope, limit: 10)
            return try await catalog.store.items(for: found.map(\.subject), in: .everything).map(\.title)
        }
    }

    @Test("happens once for each track, whatever the result") func once() async throws {
        let fixture = try await Fixture()
        #expect(try await fixture.store.progress() == AnalysisProgress(done: 0, remaining: 4, failed: 0))
        try await fixture.queue.work()
        try await fixture.queue.work()
        #expect(try await fixture.store.progress() == AnalysisProgress(done: 4, remaining: 0, failed: 1))
        #expect(fixture.listener.heard.withLock { $0.sorted() } == ["a", "b", "c", "d"])
        let problems = try await fixture.store.problems(in: .everything, .first(10)).items
        #expect(problems.map(\.title) == ["d"] && problems.map(\.problem) == [.corrupt])
    }

    @Test("is stored completely, for users who may see the track") func stored() async throws {
        let fixture = try await Fixture()
        try await fixture.queue.work()
        let track = try #require(try await fixture.catalog.track("a")).id
        let found = try #require(try await fixture.store.sound(of: track, in: .everything))
        #expect(found.sound == Self.sound(Self.fingerprint(UInt64(UInt8(ascii: "1"))), loudness: -10))
        #expect(try await fixture.store.sound(of: track, in: .only(["another"])) == nil)
        let details = try #require(try await fixture.catalog.store.track(track, in: .everything))
        #expect(details.replayGain.trackGain == -8 && details.replayGain.trackPeak == 0.75)
        #expect(details.item.beatsPerMinute == 120)
    }

    @Test("starts with tracks that users open or play") func requested() async throws {
        let fixture = try await Fixture()
        let track = try #require(try await fixture.catalog.track("c")).id
        fixture.requested.request(track)
        try await fixture.queue.work()
        #expect(fixture.listener.heard.withLock { $0.first } == "c")
    }

    @Test("finds tracks by fingerprint, the most similar first, in the caller's libraries")
    func found() async throws {
        let fixture = try await Fixture()
        try await fixture.queue.work()
        let one = UInt64(UInt8(ascii: "1"))
        #expect(Set(try await fixture.titles(like: Self.fingerprint(one, flipped: 0.1))) == ["a", "b"])
        #expect(try await fixture.titles(like: Self.fingerprint(7)) == [])
        #expect(try await fixture.titles(like: Self.fingerprint(one), in: .only(["another"])) == [])
    }

    @Test("is repeated when the file changes, but not when it moves or returns")
    func changes() async throws {
        let fixture = try await Fixture()
        let catalog = fixture.catalog
        try await fixture.queue.work()
        try catalog.music.write("c.flac", "title=c", "sound=3")
        try catalog.music.move("a.flac", "moved/a.flac")
        try catalog.music.move("b.flac", "../b.flac")
        try await catalog.scan()
        #expect(try await fixture.store.progress().remaining == 1)
        try await fixture.queue.work()
        #expect(try await fixture.titles(like: Self.fingerprint(UInt64(UInt8(ascii: "3")))) == ["c"])
        try catalog.music.move("../b.flac", "b.flac")
        try await catalog.scan()
        #expect(try await fixture.store.progress().remaining == 0)
    }

    @Test("is reused for the same file, and repeated for another analyzer version")
    func reused() async throws {
        let fixture = try await Fixture()
        let catalog = fixture.catalog
        try await fixture.queue.work()
        try catalog.music.copy("a.flac", "e.flac")
        try await catalog.scan()
        try await fixture.queue.work()
        #expect(fixture.listener.heard.withLock { $0.count } == 4)
        #expect(try await fixture.store.progress().remaining == 0)
        try await fixture.store.renew(version: AnalyzedSound.version)
        #expect(try await fixture.store.progress().remaining == 0)
        try await fixture.store.renew(version: AnalyzedSound.version + 1)
        #expect(try await fixture.store.progress().remaining == 5)
    }

    @Test("is made up for when a missing file is back") func away() async throws {
        let fixture = try await Fixture()
        let catalog = fixture.catalog
        try catalog.music.move("c.flac", "../c.flac")
        try await fixture.queue.work()
        #expect(try await fixture.store.progress() == AnalysisProgress(done: 3, remaining: 0, failed: 1))
        try await catalog.scan()
        try catalog.music.move("../c.flac", "c.flac")
        try await catalog.scan()
        try await fixture.queue.work()
        #expect(try await fixture.store.progress() == AnalysisProgress(done: 4, remaining: 0, failed: 1))
    }

    @Test("gives an album the loudness of its tracks as one recording, once all are analyzed")
    func albums() async throws {
        let fixture = try await Fixture()
        try await fixture.queue.work()
        let found = try await fixture.catalog.database.read { db in
            try Double?.fetchAll(
                db,
                sql: """
                    SELECT m.loudness FROM album_analysis m JOIN album al ON al.seq = m.album WHERE al.name = 'One'
                    """)
        }
        // Half of the energy gives -13 LUFS. The blocks at -20 are within the gate of 10 LU.
        let loudness = try #require(found.first ?? nil)
        #expect(abs(loudness - -12.6) < 0.1)
    }

    @Test("is removed with its track") func gone() async throws {
        let fixture = try await Fixture()
        try await fixture.queue.work()
        try await fixture.catalog.database.write(.catalogue) { db in
            try db.execute(sql: "DELETE FROM track WHERE title = 'a'")
        }
        let left = try await fixture.catalog.database.read { db in
            try Int.fetchAll(
                db,
                sql: "SELECT count(*) FROM track_analysis UNION ALL SELECT count(*) FROM track_sound")
        }
        #expect(left == [3, 2])
    }
}
