import Primitives
import Files
import Foundation
import Media
import Streaming
import Support
import Testing

extension TranscodingSuite {
    @Suite("The transcode scheduler", .timeLimit(.minutes(10)))
    struct TranscodeSchedulerTests {
        /// The quickest to encode.
        private static let flac = Encoding(.flac, bitrate: 0, sampleRate: 44_100, channels: 2, bitDepth: 16)

        /// Limits with one encoder per user. An encoder runs only a little ahead of its listeners, so it keeps running
        /// until somebody reads.
        private static func limits(_ encoders: Int, perUser: Int? = nil, timeout: Duration = .seconds(30))
            -> TranscodeLimits
        {
            TranscodeLimits(
                encoders: encoders, encodersPerUser: perUser ?? encoders, waiting: 3, waitingPerUser: 2,
                timeout: timeout,
                lead: 1)
        }

        /// Fifty seconds of noise, more than all buffers on the way hold. A job's offset distinguishes its process from
        /// others.
        private static func sound() async throws -> TestFolder {
            let folder = try TestFolder()
            try await TinyAudio.ffmpeg([
                "-nostdin", "-v", "error", "-f", "lavfi", "-i", "anoisesrc=d=50:a=0.3:r=44100:seed=1",
                folder.file("a.wav"),
            ])
            return folder
        }

        private static func job(
            _ folder: TestFolder, _ mark: Int64 = 0, estimate: Int64 = .max
        ) throws -> EncodeJob {
            try EncoderFixture.job(folder.file("a.wav"), flac, offset: mark, duration: 50_000, estimate: estimate)
        }

        @Test("shares one conversion among all requests, and each reader gets all of it")
        func shared() async throws {
            let folder = try await Self.sound()
            try await withScheduler(Self.limits(1)) { scheduler, cache in
                let first = try await scheduler.open(Self.job(folder), name: "aa-1", for: "ada")
                let second = try await scheduler.open(Self.job(folder), name: "aa-1", for: "bob")
                #expect(scheduler.load == (1, 0))
                async let one = first.rest()
                async let two = second.rest()
                let (whole, same) = try await (one, two)
                #expect(whole == same && whole.count > 3_500_000)
                try await waitUntil("it is kept") { try await cache.open("aa-1") != nil }
                let kept = try #require(try await cache.open("aa-1"))
                #expect(kept.size == Int64(whole.count))
                try await waitUntil("the encoder is free") { scheduler.load == (0, 0) }
                // A conversion that has ended, and is not in the cache any more, starts again.
                let third = try await scheduler.open(Self.job(folder), name: "aa-1", for: "bob")
                #expect(try await third.rest() == whole)
            }
        }

        @Test("refuses with a time to retry when no encoder becomes free in time, and resumes when one does")
        func busy() async throws {
            let folder = try await Self.sound()
            try await withScheduler(Self.limits(1, timeout: .milliseconds(50))) { scheduler, _ in
                let first = try await scheduler.open(Self.job(folder, 1111), name: "aa-1", for: "ada")
                let refusal = await #expect(throws: DomainError.self) {
                    try await scheduler.open(Self.job(folder, 1112), name: "aa-2", for: "bob")
                }
                #expect(
                    refusal?.code == .rateLimited && refusal?.retryAfter != nil && refusal?.reason == "transcoding_busy"
                )
                #expect(scheduler.load == (1, 0))
                first.leave()
                try await waitUntil("the encoder is free") { scheduler.load == (0, 0) }
                _ = try await scheduler.open(Self.job(folder, 1112), name: "aa-2", for: "bob")
            }
        }

        @Test("limits a user's half-read conversions, even if no encoder is running for them")
        func listening() async throws {
            let folder = try await Self.sound()
            let limits = TranscodeLimits(encoders: 2, encodersPerUser: 2, openPerUser: 2)
            try await withScheduler(limits) { scheduler, _ in
                let first = try await scheduler.open(Self.job(folder, 2111), name: "aa-1", for: "ada")
                var second: TranscodeReader? = try await scheduler.open(
                    Self.job(folder, 2112), name: "aa-2", for: "ada")
                try await waitUntil("the encoders are done") { scheduler.load == (0, 0) }
                let refusal = await #expect(throws: DomainError.self) {
                    try await scheduler.open(Self.job(folder, 2113), name: "aa-3", for: "ada")
                }
                #expect(refusal?.reason == "transcoding_busy" && scheduler.load == (0, 0))
                _ = try await scheduler.open(Self.job(folder, 2113), name: "aa-4", for: "bob")
                withExtendedLifetime(second) {}
                second = nil
                try await waitUntil("there is room again") {
                    (try? await scheduler.open(Self.job(folder, 2114), name: "aa-5", for: "ada")) != nil
                }
                withExtendedLifetime(first) {}
            }
        }

        @Test("admits waiting requests in order, and refuses those beyond the queue's limit")
        func line() async throws {
            let folder = try await Self.sound()
            try await withScheduler(Self.limits(1)) { scheduler, _ in
                let first = try await scheduler.open(Self.job(folder, 1), name: "aa-1", for: "ada")
                async let second = scheduler.open(Self.job(folder, 2), name: "aa-2", for: "ada")
                try await waitUntil("one waits") { scheduler.load == (1, 1) }
                async let third = scheduler.open(Self.job(folder, 3), name: "aa-3", for: "ada")
                try await waitUntil("two wait") { scheduler.load == (1, 2) }
                let refusal = await #expect(throws: DomainError.self) {
                    try await scheduler.open(Self.job(folder, 4), name: "aa-4", for: "ada")
                }
                #expect(refusal?.code == .rateLimited)
                first.leave()
                try await second.leave()
                try await third.leave()
                try await waitUntil("all is done") { scheduler.load == (0, 0) }
            }
        }

        @Test("gives no user more than their share while others wait")
        func shares() async throws {
            let folder = try await Self.sound()
            try await withScheduler(Self.limits(2, perUser: 1)) { scheduler, _ in
                let first = try await scheduler.open(Self.job(folder, 1), name: "aa-1", for: "ada")
                async let second = scheduler.open(Self.job(folder, 2), name: "aa-2", for: "ada")
                try await waitUntil("one waits") { scheduler.load == (1, 1) }
                let other = try await scheduler.open(Self.job(folder, 3), name: "aa-3", for: "bob")
                #expect(scheduler.load == (2, 1))
                other.leave()
                try await waitUntil("an encoder is free, which is not for ada") { scheduler.load == (1, 1) }
                first.leave()
                _ = try await second
            }
        }

        @Test("ends the encoder when the last listener leaves")
        func abandoned() async throws {
            let folder = try await Self.sound()
            try await withScheduler(Self.limits(2)) { scheduler, cache in
                var reader: TranscodeReader? = try await scheduler.open(
                    Self.job(folder, 1234), name: "aa-1", for: "ada")
                let second = try await scheduler.open(Self.job(folder, 1234), name: "aa-1", for: "bob")
                #expect(EncoderFixture.isRunning("1.234"))
                second.leave()
                #expect(scheduler.load == (1, 0) && reader != nil)
                reader = nil
                try await waitUntil("the process is gone") { !EncoderFixture.isRunning("1.234") }
                #expect(try await cache.open("aa-1") == nil)
            }
        }

        @Test("finishes a partly read conversion for the cache")
        func halfDone() async throws {
            let folder = try await Self.sound()
            try await withScheduler(Self.limits(1)) { scheduler, cache in
                let reader = try await scheduler.open(Self.job(folder, estimate: 10), name: "aa-1", for: "ada")
                reader.leave()
                try await waitUntil("it is kept") { try await cache.open("aa-1") != nil }
                #expect(try #require(try await cache.open("aa-1")).size > 3_500_000)
            }
        }

        @Test("caches nothing where there is no cache, even what was read to the end")
        func uncached() async throws {
            let folder = try await Self.sound()
            try await withScheduler(Self.limits(1), cacheSize: 0) { scheduler, cache in
                let reader = try await scheduler.open(Self.job(folder, estimate: 10), name: "aa-1", for: "ada")
                #expect(try await reader.rest().count > 3_500_000)
                try await waitUntil("the encoder is free") { scheduler.load == (0, 0) }
                #expect(try await cache.open("aa-1") == nil && cache.bytes == 0)
            }
        }

        @Test("reports a broken file at once, and fails readers when the encoder fails later")
        func failing() async throws {
            let folder = try await Self.sound()
            try folder.write(Array("no sound at all".utf8), to: "b.wav")
            try await withScheduler(Self.limits(1)) { scheduler, cache in
                await #expect(throws: TranscodeFailure.broken) {
                    try await scheduler.open(
                        EncoderFixture.job(folder.file("b.wav"), Self.flac), name: "aa-1", for: "ada")
                }
                let reader = try await scheduler.open(Self.job(folder, 4321), name: "aa-2", for: "ada")
                try await waitUntil("it runs") { EncoderFixture.isRunning("4.321") }
                EncoderFixture.kill("4.321")
                await #expect(throws: TranscodeFailure.broken) { try await reader.rest() }
                try await waitUntil("the encoder is free") { scheduler.load == (0, 0) }
                #expect(try await cache.open("aa-2") == nil)
            }
        }

        @Test("ends all conversions when it is stopped")
        func stopped() async throws {
            let folder = try await Self.sound()
            let reader = try await withScheduler(Self.limits(1)) { scheduler, _ in
                let reader = try await scheduler.open(Self.job(folder, 5678), name: "aa-1", for: "ada")
                #expect(EncoderFixture.isRunning("5.678"))
                return reader
            }
            #expect(!EncoderFixture.isRunning("5.678"))
            await #expect(throws: (any Error).self) { try await reader.rest() }
        }

        @Test("keeps twenty readers of one slow conversion independent, whenever they come and go")
        func comingAndGoing() async throws {
            let folder = try await Self.sound()
            try await withScheduler(Self.limits(1)) { scheduler, _ in
                let first = try await scheduler.open(Self.job(folder), name: "aa-1", for: "ada")
                let lengths = try await withThrowingTaskGroup(of: Int.self) { group in
                    for number in 0..<20 {
                        group.addTask {
                            let reader = try await scheduler.open(
                                Self.job(folder), name: "aa-1", for: "user-\(number)")
                            guard number % 3 > 0 else { return 0 }
                            return try await reader.rest().count
                        }
                    }
                    return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
                }
                #expect(lengths.subtracting([0]).count == 1)
                #expect(try await lengths.contains(first.rest().count))
            }
        }
    }
}
