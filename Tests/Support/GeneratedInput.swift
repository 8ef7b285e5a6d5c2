import Foundation
import Glibc
import Testing

/// Feeds generated input to a parser: valid inputs, each of their prefixes, and damaged ones. They are the same for the
/// same seed.
///
/// A test run uses a few thousand of each, a long run as many as fit into `RONDO_FUZZ_SECONDS` (see `Tests/fuzz`). If
/// `RONDO_FUZZ_FOLDER` names a folder, the current input is in a file there, in case the parser ends the process.
package struct GeneratedInput {
    private let name: String
    private let corpus: [[UInt8]]
    private let tokens: [[UInt8]]
    private let longest: Int
    private let count: Int

    /// - Parameters:
    ///   - tokens: elements of the format, to be inserted.
    ///   - longest: the maximum length of damaged inputs.
    ///   - count: the number of damaged inputs in a test run.
    package init(
        _ name: String, corpus: [String], tokens: [String] = [], longest: Int = 16 << 10, count: Int = 2000
    ) {
        self.init(name, corpus: corpus.map { Array($0.utf8) }, tokens: tokens, longest: longest, count: count)
    }

    package init(
        _ name: String, corpus: [[UInt8]], tokens: [String] = [], longest: Int = 16 << 10, count: Int = 2000
    ) {
        self.name = name
        self.corpus = corpus
        self.tokens = tokens.map { Array($0.utf8) } + Self.extremes
        self.longest = longest
        self.count = count
    }

    /// Calls `body` with one input after the other. Each may take at most `limit` of processor time.
    package func each(limit: Duration = .seconds(2), _ body: ([UInt8]) throws -> Void) throws {
        let record = try Record(name)
        func take(_ input: [UInt8], _ what: @autoclosure () -> String) throws {
            record?.write(input)
            let before = Self.processorTime()
            do {
                try body(input)
            } catch {
                Issue.record(error, "\(name), \(what()): \(Data(input).base64EncodedString())")
                throw error
            }
            guard Self.processorTime() - before > limit else { return }
            Issue.record("\(name), \(what()) takes too long: \(Data(input.prefix(4096)).base64EncodedString())")
        }
        for (index, good) in corpus.enumerated() {
            let step = max(1, good.count / 512)
            for length in stride(from: good.count, through: 0, by: -step) {
                try take(Array(good.prefix(length)), "the first \(length) bytes of sample \(index)")
            }
        }
        let end = Self.seconds.map { ContinuousClock.now + .seconds($0) }
        var seed: UInt64 = 0
        while end.map({ ContinuousClock.now < $0 }) ?? (seed < UInt64(count)) {
            seed += 1
            try take(damaged(seed), "seed \(seed)")
        }
        if Self.seconds != nil { print("\(name): \(seed) generated inputs") }
    }

    private func damaged(_ seed: UInt64) -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        var bytes = corpus.randomElement(using: &random) ?? []
        for _ in 0..<Int.random(in: 1...8, using: &random) { damage(&bytes, &random) }
        return Array(bytes.prefix(longest))
    }

    private func damage(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        func place() -> Int { Int.random(in: 0...bytes.count, using: &random) }
        func range() -> Range<Int> {
            let (one, other) = (place(), place())
            return min(one, other)..<min(max(one, other), min(one, other) + 256)
        }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: if let at = bytes.indices.randomElement(using: &random) { bytes[at] ^= 1 << UInt8(seedBit(&random)) }
        case 1:
            if let at = bytes.indices.randomElement(using: &random) { bytes[at] = .random(in: 0...255, using: &random) }
        case 2: bytes.removeSubrange(range())
        case 3: bytes.insert(contentsOf: tokens.randomElement(using: &random) ?? [], at: place())
        case 4:
            // Repeats the same part.
            let part = Array(bytes[range()])
            let times = part.isEmpty ? 0 : min(Int.random(in: 1...64, using: &random), longest / part.count)
            bytes.insert(contentsOf: repeatElement(part, count: times).joined(), at: place())
        case 5:
            let other = corpus.randomElement(using: &random) ?? []
            let start = Int.random(in: 0...other.count, using: &random)
            bytes.replaceSubrange(place()..., with: other[start...])
        case 6: bytes.removeSubrange(place()...)
        default:
            let token = tokens.randomElement(using: &random) ?? []
            let start = place()
            bytes.replaceSubrange(start..<min(bytes.count, start + token.count), with: token)
        }
    }

    private func seedBit(_ random: inout SeededGenerator) -> Int { Int.random(in: 0..<8, using: &random) }

    /// Numbers at the limits, line ends, invalid UTF-8, and characters that expand.
    private static let extremes: [[UInt8]] =
        [
            "0", "-1", "+1", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
            "18446744073709551616",
            "4294967296", "2147483648", "1e308", "1e999", "0x10", "nan", "inf", "", " ", "\t", "\n", "\r\n", "\u{0}",
            "\u{2028}", "\u{301}", "\u{202E}", "é", "\u{FEFF}", "👩‍👩‍👧", "%00", "%", "%zz", "..", "/", "\\", "\"", "'", "=",
            ",", ";", ":", "-",
        ].map { Array($0.utf8) } + [
            [0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF, 0xFE], [0x80],
        ]

    private static let seconds = ProcessInfo.processInfo.environment["RONDO_FUZZ_SECONDS"].flatMap(Int.init)

    /// The processor time of this thread, because other tests run at the same time.
    private static func processorTime() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// The file that contains the current input.
    private final class Record {
        private let descriptor: CInt

        init?(_ name: String) throws {
            guard let folder = ProcessInfo.processInfo.environment["RONDO_FUZZ_FOLDER"] else { return nil }
            descriptor = open("\(folder)/\(name.replacing(" ", with: "-"))", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw NeverHappened(what: "\(folder) could be written") }
        }

        deinit {
            close(descriptor)
        }

        func write(_ input: [UInt8]) {
            _ = ftruncate(descriptor, 0)
            _ = input.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        }
    }
}
