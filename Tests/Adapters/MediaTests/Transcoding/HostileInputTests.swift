import Foundation
import Media
import NIOCore
import NIOPosix
import Streaming
import Support
import Synchronization
import Testing

extension TranscodingSuite {
    @Suite("A hostile file cannot abuse the encoder", .timeLimit(.minutes(10)))
    struct HostileInputTests {
        private static let encoding = Encoding(.mp3, bitrate: 64, sampleRate: 44_100, channels: 2)

        @Test("files that refer to other files or the network are refused, and nothing is requested")
        func references() async throws {
            let folder = try TestFolder()
            try await Sound.make(folder.file("secret.mp3"), ["-b:a", "64k"])
            let calls = Atomic(0)
            let canary = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .childChannelInitializer { channel in
                    calls.add(1, ordering: .relaxed)
                    return channel.close()
                }
                .bind(host: "127.0.0.1", port: 0).get()
            let port = try #require(canary.localAddress?.port)
            let addresses =
                ["file://" + folder.file("secret.mp3"), folder.file("secret.mp3"), "secret.mp3"]
                + ["http://127.0.0.1:\(port)/a.mp3", "tcp://127.0.0.1:\(port)", "concat:secret.mp3|secret.mp3"]
            let (first, second) = (addresses[0], addresses[3])
            let segments = addresses.map { "#EXTINF:3,\n\($0)\n" }.joined()
            let texts = [
                "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:3\n" + segments + "#EXT-X-ENDLIST\n",
                "#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXT-X-KEY:METHOD=AES-128,URI=\"\(second)\"\n" + segments,
                "ffconcat version 1.0\n" + addresses.map { "file '\($0)'\n" }.joined(),
                "<?xml version=\"1.0\"?><MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\"><Period><BaseURL>\(second)</BaseURL></Period></MPD>",
                "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio \(port) RTP/AVP 14\n",
                "[playlist]\nFile1=\(first)\nFile2=\(second)\nNumberOfEntries=2\n",
                addresses.joined(separator: "\n"),
            ]
            for text in texts {
                try folder.write(Array(text.utf8), to: "a.mp3")
                await #expect(throws: TranscodeFailure.broken, "\(text)") {
                    try await EncoderFixture.output(EncoderFixture.job(folder.file("a.mp3"), Self.encoding))
                }
            }
            #expect(calls.load(ordering: .relaxed) == 0)
            try await canary.close()
        }

        @Test(
            "two hundred files with flipped bytes are converted or refused",
            arguments: ["a.mp3", "a.flac", "a.opus", "aac.m4a"])
        func mutations(name: String) async throws {
            let folder = try TestFolder()
            try await TinyAudio.make(folder.file(name), options: TinyAudio.options(for: name), seconds: 0.3)
            let whole = try folder.bytes(of: name)
            var random = SeededGenerator(seed: 7)
            for number in 0..<50 {
                var bytes = whole
                for _ in 0..<Int.random(in: 1...12, using: &random) {
                    let head = Bool.random(using: &random) ? min(400, bytes.count) : bytes.count
                    bytes[Int.random(in: 0..<head, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                try folder.write(bytes, to: "mutant")
                do {
                    let output = try await EncoderFixture.output(
                        EncoderFixture.job(folder.file("mutant"), Self.encoding))
                    #expect(output.count < 1 << 20)
                } catch {
                    #expect(error as? TranscodeFailure == .broken, "mutant \(number): \(error)")
                }
            }
        }

        @Test("the process can read its input and the system's programs, and nothing else")
        func confined() async throws {
            let folder = try TestFolder()
            try folder.write([1, 2, 3], to: "input")
            // It may not write to a file, even as its standard output.
            let result = try await Program.run(
                "/bin/sh",
                [
                    "-c", "\"$0\" encoder-escape \"$1\" < \"$1\" | cat", try WorkerFixture.executable,
                    folder.file("input"),
                ])
            #expect(
                result.output.split(separator: "\n") == ["read input", "read program", "the program"], "\(result.error)"
            )
        }

        @Test("an encoder without output is ended")
        func hanging() async throws {
            let folder = try TestFolder()
            try await Sound.make(folder.file("a.mp3"), ["-b:a", "64k"])
            try folder.write(Array("#!/bin/sh\nwhile :; do :; done\n".utf8), to: "ffmpeg")
            chmod(folder.file("ffmpeg"), 0o700)
            let encoder = try EncoderFixture.encoder(program: folder.file("ffmpeg"), timeout: .milliseconds(300))
            await #expect(throws: TranscodeFailure.tooLong) {
                try await EncoderFixture.output(EncoderFixture.job(folder.file("a.mp3"), Self.encoding), of: encoder)
            }
            #expect(!EncoderFixture.isRunning(folder.file("ffmpeg")))
        }

        @Test("without ffmpeg every call reports it as unavailable")
        func missing() async throws {
            let folder = try TestFolder()
            try await Sound.make(folder.file("a.mp3"), ["-b:a", "64k"])
            for program in [nil, folder.file("nowhere")] {
                await #expect(throws: TranscodeFailure.unavailable) {
                    try await EncoderFixture.output(
                        EncoderFixture.job(folder.file("a.mp3"), Self.encoding),
                        of: EncoderFixture.encoder(program: program))
                }
            }
        }
    }
}
