import Glibc
package import Logging
package import NIOPosix
import Primitives
package import Recognition
import Synchronization

/// The landmarks of all analyzed tracks, as segments in the files of one folder, which are mapped into memory.
///
/// A segment is written beside its final path, synced and renamed, so that it exists whole or not at all. Segments never
/// change: tracks are added in a new one, and a few small ones are merged into a larger one now and then. A search uses
/// the segments that were there when it began, even when a merge removes them meanwhile. A segment that is damaged is
/// removed; its tracks are then missing, and are added again from their stored peaks.
package final class DiskLandmarkIndex: LandmarkIndex {
    private static let suffix = ".landmarks"
    private static let draft = ".draft"
    /// Segments are numbered one by one, and never get as far.
    private static let highest: UInt64 = 1 << 48
    /// The number of segments of about the same size that are merged.
    private static let fanIn = 4
    /// A segment is rewritten when more than a fifth of its tracks are gone.
    private static let mostGone = 0.2

    private struct State {
        var segments: [MappedSegment]
        var last: UInt64
    }

    private let folder: String
    private let pool: NIOThreadPool
    private let logger: Logger
    private let state: Mutex<State>

    /// Maps the segments of the folder, which is made if it is missing. Takes the same time at every size.
    ///
    /// - Parameter isReadOnly: whether another process keeps the folder: nothing is made or removed.
    package static func open(
        folder: String, isReadOnly: Bool = false, pool: NIOThreadPool, logger: Logger
    ) async throws -> DiskLandmarkIndex {
        let (segments, last) = try await pool.runIfActive { try load(folder, isReadOnly: isReadOnly, logger) }
        return DiskLandmarkIndex(folder: folder, pool: pool, logger: logger, State(segments: segments, last: last))
    }

    private init(folder: String, pool: NIOThreadPool, logger: Logger, _ state: State) {
        self.folder = folder
        self.pool = pool
        self.logger = logger
        self.state = Mutex(state)
    }

    private static func load(
        _ folder: String, isReadOnly: Bool, _ logger: Logger
    ) throws -> ([MappedSegment], UInt64) {
        if !isReadOnly { try DiskFolder.make(folder) }
        var (segments, last) = ([MappedSegment](), UInt64(0))
        let names = isReadOnly ? (try? DiskFolder.names(in: folder)) ?? [] : try DiskFolder.names(in: folder)
        for name in names {
            let path = folder + "/" + name
            guard name.hasSuffix(suffix), let number = UInt64(name.dropLast(suffix.count), radix: 16),
                number < highest
            else {
                if name.hasSuffix(draft), !isReadOnly { unlink(path) }
                continue
            }
            last = max(last, number)
            if let segment = MappedSegment(path) {
                segments.append(segment)
            } else if !isReadOnly {
                logger.warning("A damaged part of the index of recognition is made anew", metadata: ["path": "\(path)"])
                unlink(path)
            }
        }
        return (segments, last)
    }

    package func numbers() async -> RecognizableTracks {
        RecognizableTracks(segments.flatMap(\.segment.trackNumbers))
    }

    package func add(_ tracks: [(number: UInt32, peaks: [UInt8])]) async throws {
        guard !tracks.isEmpty else { return }
        try await LowPriorityThread.run { [self] in
            var builder = LandmarkSegmentBuilder()
            for track in tracks { builder.add(track.number, peaks: track.peaks) }
            let segment = try write { try builder.write(to: $0) }
            state.withLock { $0.segments.append(segment) }
        }
    }

    package func compact(keeping live: RecognizableTracks) async throws {
        while let group = group(keeping: live) {
            try Task.checkCancellation()
            try await LowPriorityThread.run { [self] in try merge(group, keeping: live) }
        }
    }

    package func dropDamaged() async throws {
        try await LowPriorityThread.run { [self] in
            for one in segments {
                guard let region = one.segment.findDamage() else { continue }
                logger.warning(
                    "A damaged part of the index of recognition is made anew",
                    metadata: ["path": "\(one.path)", "region": "\(region)"])
                replace([one], by: nil)
            }
        }
    }

    package func match(
        _ sound: [Float], among allowed: RecognizableTracks
    ) async throws -> [RecognizedTrack] {
        let segments = segments
        return try await pool.runIfActive {
            defer { withExtendedLifetime(segments) {} }
            var recorded = RecordedSound()
            sound.withUnsafeBufferPointer { recorded.add($0) }
            return Matcher(segments: segments.map(\.segment)).match(recorded) { allowed.contains($0) }
        }
    }

    private var segments: [MappedSegment] { state.withLock { $0.segments } }

    /// Segments to be merged into one: those with many tracks that are gone, and the smallest of several of a size.
    private func group(keeping live: RecognizableTracks) -> [MappedSegment]? {
        var sizes: [Int: [MappedSegment]] = [:]
        for one in segments {
            let numbers = one.segment.trackNumbers
            let gone = numbers.count { !live.contains($0) }
            if Double(gone) > Self.mostGone * Double(numbers.count) { return [one] }
            sizes[Int.bitWidth - numbers.count.leadingZeroBitCount, default: []].append(one)
        }
        for (_, group) in sizes.sorted(by: { $0.key < $1.key }) where group.count >= Self.fanIn { return group }
        return nil
    }

    private func merge(_ group: [MappedSegment], keeping live: RecognizableTracks) throws {
        defer { withExtendedLifetime(group) {} }
        guard group.contains(where: { $0.segment.trackNumbers.contains { live.contains($0) } }) else {
            return replace(group, by: nil)
        }
        let merged = try write { sink in
            try LandmarkSegment.merge(group.map(\.segment), keeping: { live.contains($0) }, to: sink)
        }
        replace(group, by: merged)
    }

    private func replace(_ group: [MappedSegment], by merged: MappedSegment?) {
        state.withLock { state in
            state.segments.removeAll { one in group.contains { $0 === one } }
            if let merged { state.segments.append(merged) }
        }
        for one in group { unlink(one.path) }
    }

    private func write(_ fill: (@escaping SegmentSink) throws -> Void) throws -> MappedSegment {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        let path = folder + "/" + String(number, radix: 16) + Self.suffix
        let draft = path + Self.draft
        let descriptor = Glibc.open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw DiskFolder.failure(errno) }
        do {
            defer { close(descriptor) }
            try fill { try DiskFolder.write($0, to: descriptor) }
            guard fsync(descriptor) == 0 else { throw DiskFolder.failure(errno) }
        } catch {
            unlink(draft)
            throw error
        }
        guard rename(draft, path) == 0 else { throw DiskFolder.failure(errno) }
        try DiskFolder.sync(folder)
        guard let segment = MappedSegment(path) else {
            unlink(path)
            throw DomainError(.unavailable, "The index of recognition could not be written")
        }
        return segment
    }
}

/// A segment in a mapped file.
final class MappedSegment: Sendable {
    let path: String
    let segment: LandmarkSegment
    private nonisolated(unsafe) let bytes: UnsafeRawBufferPointer

    /// Nil for a file that cannot be read or is no whole segment.
    init?(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_size > 0,
            let start = mmap(nil, Int(facts.st_size), PROT_READ, MAP_SHARED, descriptor, 0), start != MAP_FAILED
        else { return nil }
        let bytes = UnsafeRawBufferPointer(start: start, count: Int(facts.st_size))
        guard let segment = LandmarkSegment(bytes) else {
            munmap(start, bytes.count)
            return nil
        }
        self.path = path
        self.segment = segment
        self.bytes = bytes
    }

    deinit {
        munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    }
}
