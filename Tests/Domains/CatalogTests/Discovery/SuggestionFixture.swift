import Catalog
import Discovery
import Foundation
import GRDB
import Primitives
import Shelf
import Support
import Testing

@testable import Analysis
@testable import SQLiteStore

/// Songs of six artists in three genres. The music of Nina, Otis and Pia is "warm", the others' is "cold".
struct SuggestionFixture {
    static let warm = ["Nina", "Otis", "Pia"]
    static let cold = ["Rex", "Sam", "Tom"]
    /// Noon of 18 November 2026, UTC.
    let clock = TestClock("2026-11-18T12:00:00Z")
    let catalog: TestCatalog
    let radio: SongRadioService
    let mixes: MixService

    init(isAnalyzed: Bool = true) async throws {
        catalog = try await TestCatalog()
        for (artist, genre) in zip(Self.warm + Self.cold, ["Jazz", "Soul", "Jazz", "Rock", "Rock", "Soul"]) {
            for album in 1...2 {
                for number in 1...4 {
                    try catalog.music.write(
                        "\(artist)/\(artist) \(album)/\(number).flac", "title=\(artist) \(album)-\(number)",
                        "artist=\(artist)", "albumartist=\(artist)", "album=\(artist) \(album)", "genre=\(genre)",
                        "track=\(number)", "date=\(album == 1 ? 1994 : 2003)")
                }
            }
        }
        try await catalog.scan()
        let store = SQLiteDiscoveryStore(catalog.database)
        let sonic = catalog.sonic
        radio = SongRadioService(store: store, sonic: sonic, catalog: catalog.service, clock: clock)
        mixes = MixService(
            store: store, sonic: sonic, catalog: catalog.service, zone: .gmt, clock: clock)
        guard isAnalyzed else { return }
        try await analyze { title in Self.warm.contains { title.hasPrefix($0) } }
    }

    func analyze(isWarm: (String) -> Bool) async throws {
        let analyses = SQLiteAnalysisStore(catalog.database)
        for pending in try await analyses.pending(limit: 100) {
            let item = try #require(try await catalog.service.items(for: [pending.track], as: TestCatalog.admin).first)
            try await analyses.record(pending, Self.sound(isWarm: isWarm(item.title), item.title), at: clock.now())
        }
    }

    /// Warm songs are slow, in A minor, and quiet.
    private static func sound(isWarm: Bool, _ title: String) -> AnalyzedSound {
        let raw = (0..<FeatureScales.count).map { index in
            let (mean, deviation, _) = FeatureScales.scale(index)
            let side: Float = (index.isMultiple(of: 2) == isWarm) ? 1 : -1
            let own = Float(title.utf8.reduce(UInt32(index)) { $0 &* 31 &+ UInt32($1) } % 100) / 100 - 0.5
            return Double(mean + deviation * (side + own))
        }
        var histogram = LoudnessHistogram()
        let loudness = isWarm ? -18.0 : -8.0
        histogram.add(loudness)
        let sound = SoundAnalysis(
            sampleRate: 44_100, channels: 2, frames: 441_000, truePeak: 0.75,
            silence: EdgeSilence(start: 0, end: 0),
            waveform: Waveform(peaks: [1, 200], bodies: [1, 100], clipped: [], silent: []),
            tempo: Tempo(beatsPerMinute: isWarm ? 80 : 140, confidence: 0.9, alternatives: []),
            rhythm: Rhythm(beats: [], hardPoints: []),
            key: MusicalKey(tonic: isWarm ? 9 : 1, mode: isWarm ? .minor : .major, confidence: 0.75),
            energy: isWarm ? 0.2 : 0.8, features: SoundFeatures(raw: raw))
        return AnalyzedSound(
            sound: sound,
            loudness: Loudness(
                integrated: loudness, range: 3, samplePeak: 0.5, truePeak: 0.75, histogram: histogram),
            padding: nil, peaks: [], fingerprint: nil)
    }

    /// Adds plays, the last of them `hoursAgo` hours ago.
    func play(_ title: String, times: Int = 1, hoursAgo: Int = 48, by user: String = "bo") async throws {
        try await catalog.play(title, times: times, by: user)
        let id = try #require(try await catalog.track(title)).id.rawValue
        let last = clock.now().milliseconds - Int64(hoursAgo) * 3_600_000
        try await catalog.database.write(.listening) { db in
            for time in 0..<times {
                try db.execute(
                    sql: """
                        INSERT INTO play (id, account, track, played_at, client, play_id, day, hour, heard_ms)
                        VALUES (?, ?, ?, ?, 'test', ?, 0, 0, 1000)
                        """,
                    arguments: [
                        UUID().uuidString, user, id, last - Int64(time) * 3_600_000, UUID().uuidString,
                    ])
            }
        }
    }

    func songs(
        _ target: DiscoveryTarget, heard: [ID<Track>] = [], limit: Int = 10, seed: UInt64 = 1,
        as caller: Principal = TestCatalog.listener
    ) async throws -> [Suggestion] {
        try await radio.songs(like: target, heard: heard, limit: limit, seed: seed, as: caller)
    }

    func id(_ title: String) async throws -> ID<Track> { try #require(try await catalog.track(title)).id }
}

extension [Suggestion] {
    var titles: [String] { map(\.track.title) }

    func share(of artists: [String]) -> Double {
        Double(titles.count { title in artists.contains { title.hasPrefix($0) } }) / Double(count)
    }
}
