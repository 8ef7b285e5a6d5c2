import Foundation
import Support
import Testing

/// A running server that recognizes one song, "One".
struct RecordingServer {
    let gateway: Gateway
    /// The first ten seconds of the song, as a browser records them.
    let recording: [UInt8]

    var song: String { gateway.server.folder.path + "/music/One.mp3" }

    init(_ arguments: [String], variables: [String: String] = [:]) async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/music", withIntermediateDirectories: true)
        try await Melody.write(
            folder.path + "/music/One.mp3", seed: 12.9898, seconds: 20, ["-metadata", "title=One"])
        recording = try await Melody.recording(
            of: folder.path + "/music/One.mp3", from: 0, seconds: 10, ["-b:a", "24k"])
        gateway = try await Gateway(
            arguments: ["--analysis-rest", "1", "--no-scan-watch"] + arguments, frames: 1000, in: folder,
            variables: variables)
        try await waitUntil("the song can be recognized", within: .seconds(180)) {
            let coverage = try await gateway.request("GET", "/api/v1/recognitions/coverage").json
            return coverage?["analyzed"] as? Int == 2
        }
    }

    func recognize(_ recording: [UInt8], as token: String? = nil) async throws -> HTTPReply {
        try await gateway.request(
            "POST", "/api/v1/recognitions", [("Content-Type", "audio/webm")], body: recording, as: token)
    }

    /// A client that has sent this part of a recording and announces more.
    func begin(_ recording: some Collection<UInt8>, as token: String? = nil) async throws -> RawConnection {
        let connection = try await gateway.server.connect()
        try await connection.send(
            "POST /api/v1/recognitions HTTP/1.1\r\nHost: localhost\r\nContent-Type: audio/webm\r\n"
                + "Authorization: Bearer \(token ?? gateway.token)\r\nTransfer-Encoding: chunked\r\n\r\n")
        if !recording.isEmpty { try await connection.send(Self.chunk(recording)) }
        return connection
    }

    /// The same over HTTP/2, in stream 1.
    func beginHTTP2(_ recording: some Collection<UInt8>) async throws -> RawConnection {
        let connection = try await gateway.server.connect(protocols: ["h2"])
        let head = RawFrames.head(
            "POST", "/api/v1/recognitions", stream: 1, endsStream: false,
            [("content-type", "audio/webm"), ("authorization", "Bearer \(gateway.token)")])
        try await connection.send(RawFrames.preface + head)
        var rest = Array(recording)[...]
        // The body fits the initial window of every stream (RFC 9113 §6.9.2).
        try #require(rest.count < 65_535)
        while !rest.isEmpty {
            try await connection.send(RawFrames.frame(0, stream: 1, Array(rest.prefix(16_384))))
            rest = rest.dropFirst(16_384)
        }
        return connection
    }

    static func chunk(_ bytes: some Collection<UInt8>) -> [UInt8] {
        Array((String(bytes.count, radix: 16) + "\r\n").utf8) + bytes + Array("\r\n".utf8)
    }

    /// The processes that decode recordings, or are about to.
    func decoders() throws -> [Processes.Found] {
        try Processes.children(of: gateway.server.processIdentifier).filter { $0.arguments.contains("pipe:0") }
    }
}
