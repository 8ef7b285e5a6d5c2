import Foundation
import Logging
import NIOPosix
import Support
import Testing

@testable import Files
@testable import Recognition

@Suite("The recognition index on disk", .timeLimit(.minutes(5))) struct LandmarkIndexTests {
    /// The peaks of an artificial track, the same for equal numbers.
    private static func peaks(_ number: UInt32) -> [UInt8] {
        var random = SeededGenerator(seed: UInt64(number))
        var peaks: [SpectralPeak] = []
        for frame in 0..<UInt32(310) {
            peaks.append(SpectralPeak(frame: frame, bin: UInt16.random(in: 0..<400, using: &random)))
        }
        return PeakCodec.encode(TrackPeaks(frameCount: 310, peaks: peaks))
    }

    private static func open(_ folder: TemporaryFolder) async throws -> DiskLandmarkIndex {
        try await DiskLandmarkIndex.open(
            folder: folder.path + "/index", pool: .singleton,
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
    }

    private static func files(_ folder: TemporaryFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path + "/index").sorted()
    }

    @Test("stores added tracks, also across a restart") func reopened() async throws {
        let folder = try TemporaryFolder()
        let index = try await Self.open(folder)
        for number in 1...3 as ClosedRange<UInt32> { try await index.add([(number, Self.peaks(number))]) }
        #expect(await index.numbers().numbers == [1, 2, 3])
        #expect(try await Self.open(folder).numbers().numbers == [1, 2, 3])
    }

    @Test("merges its files and drops removed tracks") func compacted() async throws {
        let folder = try TemporaryFolder()
        let index = try await Self.open(folder)
        for number in 1...8 as ClosedRange<UInt32> { try await index.add([(number, Self.peaks(number))]) }
        #expect(try Self.files(folder).count == 8)
        try await index.compact(keeping: RecognizableTracks([1, 2, 3, 5, 8]))
        #expect(await index.numbers().numbers == [1, 2, 3, 5, 8])
        #expect(try Self.files(folder).count <= 2)
        try await index.compact(keeping: RecognizableTracks())
        #expect(await index.numbers().count == 0)
        #expect(try Self.files(folder).isEmpty)
    }

    @Test("drops a file damaged at its start or middle, and a draft left by a killed process")
    func damaged() async throws {
        let folder = try TemporaryFolder()
        do {
            let index = try await Self.open(folder)
            for number in 1...3 as ClosedRange<UInt32> { try await index.add([(number, Self.peaks(number))]) }
        }
        let files = try Self.files(folder).map { folder.path + "/index/" + $0 }
        var bytes = try Data(contentsOf: URL(fileURLWithPath: files[0]))
        try bytes.prefix(bytes.count - 100).write(to: URL(fileURLWithPath: files[0]))
        bytes = try Data(contentsOf: URL(fileURLWithPath: files[1]))
        bytes[bytes.count / 2] ^= 0x55
        try bytes.write(to: URL(fileURLWithPath: files[1]))
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: folder.path + "/index/9.landmarks.draft"))
        let index = try await Self.open(folder)
        #expect(await index.numbers().count == 2)
        try await index.dropDamaged()
        #expect(await index.numbers().count == 1)
        #expect(try Self.files(folder).count == 1)
    }

    @Test("continues beside a file with the largest possible number as its name") func lastNumber() async throws {
        let folder = try TemporaryFolder()
        do {
            let index = try await Self.open(folder)
            try await index.add([(1, Self.peaks(1))])
        }
        let name = try #require(try Self.files(folder).first)
        try FileManager.default.copyItem(
            atPath: folder.path + "/index/" + name, toPath: folder.path + "/index/ffffffffffffffff.landmarks")
        let index = try await Self.open(folder)
        try await index.add([(2, Self.peaks(2))])
        #expect(await index.numbers().numbers == [1, 2])
        #expect(try await Self.open(folder).numbers().numbers == [1, 2])
    }
}
