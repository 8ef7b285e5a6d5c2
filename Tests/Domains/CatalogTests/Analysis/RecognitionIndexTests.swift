import Files
import GRDB
import Logging
import NIOPosix
import Primitives
import Support
import Testing

@testable import Analysis
@testable import Recognition
@testable import SQLiteStore

@Suite("The recognition index follows the catalog", .timeLimit(.minutes(5))) struct RecognitionIndexTests {
    private static let silent = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })

    private static func sound(_ seed: UInt64) -> AnalyzedSound {
        var random = SeededGenerator(seed: seed)
        let peaks = (0..<UInt32(300)).map {
            SpectralPeak(frame: $0, bin: UInt16.random(in: 0..<400, using: &random))
        }
        let sound = SoundAnalysis(
            sampleRate: 8000, channels: 1, frames: 80_000, truePeak: 0.5, silence: EdgeSilence(start: 0, end: 0),
            waveform: Waveform(peaks: [], bodies: [], clipped: [], silent: []), tempo: nil,
            rhythm: Rhythm(beats: [], hardPoints: []), key: nil, energy: 0, features: .none)
        return AnalyzedSound(
            sound: sound, loudness: nil, padding: nil,
            peaks: PeakCodec.encode(TrackPeaks(frameCount: 310, peaks: peaks)), fingerprint: nil)
    }

    @Test("it adds analyzed tracks, drops missing ones, and is rebuilt after a restored backup")
    func follows() async throws {
        let catalog = try await TestCatalog()
        for name in ["a", "b", "c"] { try catalog.music.write("\(name).flac", "title=\(name)") }
        try await catalog.scan()
        let folder = try TemporaryFolder()
        let (analyses, store) = (SQLiteAnalysisStore(catalog.database), SQLiteRecognitionStore(catalog.database))
        for (number, pending) in try await analyses.pending(limit: 10).enumerated() {
            try await analyses.record(pending, Self.sound(UInt64(number)), at: catalog.clock.now())
        }
        let index = try await DiskLandmarkIndex.open(
            folder: folder.path + "/index", pool: .singleton, logger: Self.silent)
        let updater = IndexUpdater(store: store, index: index, logger: Self.silent)
        try await updater.start()
        #expect(await index.numbers().numbers == [1, 2, 3])
        #expect(try await store.tracks(of: [2, 9], in: .everything).count == 1)
        #expect(try await store.tracks(of: [2], in: .only(["another"])).isEmpty)

        try await catalog.database.write(.catalogue) { try $0.execute(sql: "DELETE FROM track WHERE title = 'a'") }
        try await updater.update()
        #expect(await index.numbers().count == 2)

        try await catalog.database.write(.analysis) { try $0.execute(sql: "UPDATE analysis_sequence SET value = 1") }
        try await updater.start()
        // The index was dropped, and it contains the stored fingerprints again.
        #expect(await index.numbers().count == 2)
    }
}
