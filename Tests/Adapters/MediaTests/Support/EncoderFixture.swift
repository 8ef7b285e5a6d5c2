import Primitives
import Files
import Foundation
import Glibc
import Logging
import Media
import NIOPosix
import Synchronization

@testable import Streaming

/// ffmpeg as the server runs it, started through a small program that only confines it.
enum EncoderFixture {
    static let silent = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })

    static func encoder(program: String? = "/usr/bin/ffmpeg", timeout: Duration = .seconds(30)) throws -> FFmpegEncoder
    {
        FFmpegEncoder(launcher: try WorkerFixture.executable, program: program, timeout: timeout, logger: silent)
    }

    static func file(_ path: String) throws -> DescriptorFile {
        guard let file = DescriptorFile(taking: open(path, O_RDONLY | O_CLOEXEC)) else {
            throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: path])
        }
        return file
    }

    static func job(
        _ path: String, _ encoding: Encoding, _ input: EncodeJob.Input = .original, offset: Int64 = 0,
        duration: Int64 = 3000, estimate: Int64 = .max
    ) throws -> EncodeJob {
        EncodeJob(
            file: try file(path), input: input, encoding: encoding, offset: offset, duration: duration,
            estimatedBytes: estimate, isCacheable: true)
    }

    /// The encoder's whole output.
    static func output(_ job: EncodeJob, of encoder: FFmpegEncoder? = nil) async throws -> [UInt8] {
        let bytes = Mutex<[UInt8]>([])
        try await (encoder ?? Self.encoder()).encode(job) { piece in bytes.withLock { $0 += piece } }
        return bytes.withLock { $0 }
    }

    /// Whether a process with `word` in its arguments is running.
    static func isRunning(_ word: String) -> Bool { !processes(word).isEmpty }

    static func kill(_ word: String) {
        for process in processes(word) { Glibc.kill(process, SIGKILL) }
    }

    private static func processes(_ word: String) -> [pid_t] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.filter { process in
            guard let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") else { return false }
            return line.split(separator: 0).contains { String(decoding: $0, as: UTF8.self) == word }
        }
    }
}

/// Runs `body` with a scheduler that has its own cache.
func withScheduler<Result: Sendable>(
    _ limits: TranscodeLimits, cacheSize: Int = 1 << 28, encoder: FFmpegEncoder? = nil,
    _ body: @escaping @Sendable (TranscodeScheduler, DiskCache) async throws -> Result
) async throws -> Result {
    let folder = try TestFolder()
    defer { withExtendedLifetime(folder) {} }
    let cache = try await DiskCache.open(folder: folder.file("cache"), limit: cacheSize, pool: .singleton)
    let scheduler = TranscodeScheduler(
        encoder: try encoder ?? EncoderFixture.encoder(), cache: cache, limits: limits, logger: EncoderFixture.silent)
    return try await withThrowingTaskGroup { group in
        group.addTask { await scheduler.run() }
        defer { group.cancelAll() }
        return try await body(scheduler, cache)
    }
}

extension TranscodeReader {
    /// Reads everything to the end.
    func rest(from start: Int64 = 0) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let end = try await available(beyond: start + Int64(bytes.count)) {
            bytes += try read(start + Int64(bytes.count)..<end)
        }
        return bytes
    }

    private func read(_ range: Range<Int64>) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: range.count)
        var done = 0
        while done < bytes.count {
            let count = try bytes.withUnsafeMutableBytes { buffer in
                try file.read(
                    into: UnsafeMutableRawBufferPointer(rebasing: buffer[done...]), at: range.lowerBound + Int64(done))
            }
            guard count > 0 else { throw CocoaError(.fileReadUnknown) }
            done += count
        }
        return bytes
    }
}
