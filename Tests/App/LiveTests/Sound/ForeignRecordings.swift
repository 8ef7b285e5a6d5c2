import Foundation
import Support

extension HostileRecordings {
    /// Files of other formats, and audio with unusual properties.
    ///
    /// - Parameter port: a server on this machine, to which the playlists refer.
    static func foreign(linkingTo port: Int) async throws -> [Recording] {
        var random = SeededGenerator(seed: 18)
        let noise = (0..<1 << 20).map { _ in UInt8.random(in: 0...255, using: &random) }
        var files: [(name: String, bytes: [UInt8])] = [
            ("empty", []), ("one byte", [0x1A]), ("zeros", [UInt8](repeating: 0, count: 1 << 20)),
            ("ones", [UInt8](repeating: 255, count: 1 << 20)), ("random bytes", noise),
            ("picture", FaultTests.picture(bytes: 40_000, seed: 4)),
        ]
        let texts: [(name: String, text: String)] = [
            ("text", "\(mark) is no recording. "), ("much text", String(repeating: "\(mark) ", count: 20_000)),
            ("web page", "<!doctype html><title>\(mark)</title><audio src=http://localhost:\(port)/a>"),
            ("document", "%PDF-1.7\n1 0 obj << /Title (\(mark)) >>"),
        ]
        for one in texts { files.append((one.name, Array(one.text.utf8))) }
        let heads: [(name: String, head: [UInt8])] = [
            ("zip", [0x50, 0x4B, 3, 4, 20, 0, 0, 0, 8, 0]), ("gzip", [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]),
            ("tag of 256 MiB", [0x49, 0x44, 0x33, 4, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F]),
            ("block of 16 MiB", [0x66, 0x4C, 0x61, 0x43, 4, 255, 255, 255]),
            ("box of 8 EiB", [0, 0, 0, 1, 0x6D, 0x6F, 0x6F, 0x76, 127, 255, 255, 255, 255, 255, 255, 255]),
        ]
        for one in heads { files.append((one.name, one.head + noise.prefix(9000))) }
        files += sounds() + playlists(port)
        let real = try await undamaged()
        files.append(("all formats in one", real.flatMap(\.bytes)))
        files.append(("one recording often", (0..<40).flatMap { _ in real[6].bytes }))
        return files.map { Recording(name: $0.name, type: "application/octet-stream", bytes: $0.bytes) }
    }

    /// WAV files with impossible parameters, and with possible ones that nobody uses.
    private static func sounds() -> [(name: String, bytes: [UInt8])] {
        let samples = WAVFile.noise(frames: 20_000, seed: 3).dropFirst(44)
        let not = Array(repeating: [0, 0, 0xC0, 0x7F] as [UInt8], count: 20_000).flatMap { $0 }
        return [
            ("1 Hz", wave(channels: 1, rate: 1, bits: 16, samples)),
            ("192 kHz", wave(channels: 2, rate: 192_000, bits: 16, samples)),
            ("8 channels", wave(channels: 8, rate: 44_100, bits: 16, samples)),
            ("255 channels", wave(channels: 255, rate: 44_100, bits: 16, samples)),
            ("65,535 channels", wave(channels: 65_535, rate: 44_100, bits: 16, samples)),
            ("no channels", wave(channels: 0, rate: 44_100, bits: 16, samples)),
            ("0 Hz", wave(channels: 1, rate: 0, bits: 16, samples)),
            ("4 GHz", wave(channels: 1, rate: .max, bits: 16, samples)),
            ("no bits", wave(channels: 1, rate: 8000, bits: 0, samples)),
            ("65,535 bits", wave(channels: 1, rate: 8000, bits: 65_535, samples)),
            ("unknown codec", wave(format: 0x7777, channels: 1, rate: 8000, bits: 16, samples)),
            ("no numbers", wave(format: 3, channels: 1, rate: 8000, bits: 32, not[...])),
            ("no samples", wave(channels: 1, rate: 8000, bits: 16, [])),
        ]
    }

    /// The header of a WAV file that does not give its length, and the samples.
    static func wave(
        format: UInt16 = 1, channels: UInt16, rate: UInt32, bits: UInt16, _ samples: ArraySlice<UInt8>
    ) -> [UInt8] {
        func bytes(_ number: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: number.littleEndian, Array.init) }
        let frame = UInt16(truncatingIfNeeded: Int(channels) * Int(bits) / 8)
        var file = Array("RIFF".utf8)
        file += bytes(UInt32.max)
        file += Array("WAVEfmt ".utf8)
        file += bytes(UInt32(16))
        for number in [format, channels] { file += bytes(number) }
        for number in [rate, rate &* UInt32(frame)] { file += bytes(number) }
        for number in [frame, bits] { file += bytes(number) }
        file += Array("data".utf8)
        file += bytes(UInt32.max)
        return file + samples
    }

    /// Playlists of all kinds that ffmpeg knows. Their addresses must not be requested.
    private static func playlists(_ port: Int) -> [(name: String, bytes: [UInt8])] {
        var files: [(name: String, bytes: [UInt8])] = []
        for address in ["file:///etc/passwd", "/etc/passwd", "http://127.0.0.1:\(port)/a.mp3", "concat:/etc/passwd"] {
            let segment = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\(mark)\n\(address)\n#EXT-X-ENDLIST\n"
            let manifest =
                "<MPD><Period><AdaptationSet><Representation><BaseURL>\(address)</BaseURL></Representation>"
                + "</AdaptationSet></Period></MPD>"
            let texts: [(name: String, text: String)] = [
                ("M3U", "#EXTM3U\n\(address)\n"), ("HLS", segment), ("DASH", manifest),
                ("ffconcat", "ffconcat version 1.0\nfile '\(address)'\n"),
                ("PLS", "[playlist]\nFile1=\(address)\nNumberOfEntries=1\n"),
                ("XSPF", "<playlist><trackList><track><location>\(address)</location></track></trackList></playlist>"),
                ("SDP", "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\nc=IN IP4 127.0.0.1\r\nm=audio \(port) RTP/AVP 0\r\n"),
            ]
            for one in texts { files.append(("\(one.name) of \(address)", Array(one.text.utf8))) }
        }
        return files
    }
}
