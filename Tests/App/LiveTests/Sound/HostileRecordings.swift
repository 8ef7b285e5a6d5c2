import Foundation
import Support

/// Recordings that no browser makes: damaged real ones, and files of other formats. They are the same in every run.
/// Many of them contain a mark that the tests search for afterwards.
enum HostileRecordings {
    struct Recording: Sendable {
        let name: String
        let type: String
        let bytes: [UInt8]
    }

    static let mark = "Xylophonbrandung"
    private static let damages = 9
    private static let roundsPerFormat = 8
    /// Length fields and other numbers: the largest values, zero, and a negative one.
    private static let lengths: [[UInt8]] = [
        [255, 255, 255, 255], [127, 255, 255, 255], [0, 0, 0, 0], [128, 0, 0, 0],
    ]

    /// Damaged recordings of every format, more than 500.
    static func damaged() async throws -> [Recording] {
        let whole = try await undamaged()
        var random = SeededGenerator(seed: 17)
        return whole.enumerated().flatMap { index, one in
            (0..<damages * roundsPerFormat).map { number in
                let other = whole[(index + 1 + number / damages) % whole.count].bytes
                let bytes = damage(one.bytes, number % damages, beside: other, &random)
                return Recording(name: "\(one.name), damage \(number)", type: one.type, bytes: bytes)
            }
        }
    }

    /// A second of noise in each format that browsers and recorders use.
    static func undamaged() async throws -> [Recording] {
        let folder = try TemporaryFolder()
        let formats: [(name: String, type: String, options: [String])] = [
            ("a.webm", "audio/webm;codecs=opus", ["-c:a", "libopus", "-b:a", "32k"]),
            ("a.mp4", "audio/mp4", ["-c:a", "aac", "-b:a", "48k"]),
            ("fragmented.mp4", "audio/mp4", ["-c:a", "aac", "-movflags", "frag_keyframe+empty_moov"]),
            ("a.ogg", "audio/ogg", ["-c:a", "libopus", "-b:a", "32k"]),
            ("a.wav", "audio/wav", []), ("a.flac", "audio/flac", []), ("a.mp3", "audio/mpeg", ["-b:a", "48k"]),
        ]
        try await Melody.ffmpeg(
            ["-f", "lavfi", "-i", "anoisesrc=r=16000:d=1.2:seed=9:amplitude=0.4"]
                + formats.flatMap { ["-metadata", "title=\(mark)"] + $0.options + [folder.path + "/" + $0.name] })
        return try formats.map { one in
            let file = URL(fileURLWithPath: folder.path + "/" + one.name)
            return Recording(name: one.name, type: one.type, bytes: Array(try Data(contentsOf: file)))
        }
    }

    private static func damage(
        _ whole: [UInt8], _ kind: Int, beside other: [UInt8], _ random: inout SeededGenerator
    ) -> [UInt8] {
        var bytes = whole
        let place = Int.random(in: 0..<whole.count, using: &random)
        let end = min(whole.count, place + Int.random(in: 1...4096, using: &random))
        let half = (place + end) / 2
        switch kind {
        case 0: bytes.removeLast(whole.count - place)
        case 1:
            for _ in 0..<Int.random(in: 1...16, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
        case 2:
            for _ in 0..<6 {
                bytes[Int.random(in: 0..<min(bytes.count, 200), using: &random)] = .random(in: 0...255, using: &random)
            }
        case 3:
            let start = Int.random(in: 4..<min(bytes.count - 8, 400), using: &random)
            bytes.replaceSubrange(start..<start + 4, with: lengths[place % lengths.count])
        case 4: bytes.removeSubrange(place..<end)
        case 5: for _ in 0..<50 { bytes.insert(contentsOf: whole[place..<end], at: place) }
        case 6:
            bytes = Array(whole[..<place])
            bytes += other
        case 7:
            let inserted: [UInt8] = (0..<64).map { _ in UInt8.random(in: 0...255, using: &random) }
            bytes.insert(contentsOf: inserted, at: place)
        default:
            bytes.removeSubrange(place..<half)
            bytes.insert(contentsOf: whole[place..<half], at: place + end - half)
        }
        return bytes
    }
}
