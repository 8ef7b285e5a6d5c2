package import Podcasts
package import Primitives
package import Submissions

/// Asks the servers of podcasts by HTTP.
package struct PodcastClient: PodcastSource {
    /// Hosts of podcasts put several services that count downloads before the file.
    private static let redirections = 8
    /// For documents: ten seconds to answer, thirty in all.
    private static let documentTime = LinkLimits(
        reach: .seconds(10), pace: .seconds(10), paceBytes: 1024, whole: .seconds(30))
    /// An episode that is passed on takes as long as a listener takes for it.
    private static let audioTime = LinkLimits(
        reach: .seconds(10), pace: .seconds(20), paceBytes: 4096, whole: .seconds(8 * 3600))

    private let reader: GuardedReader

    package init(reader: GuardedReader) {
        self.reader = reader
    }

    package func feed(
        at address: LinkAddress, entityTag: String?, lastModified: String?
    ) async throws -> FeedAnswer {
        var request = Self.request("application/rss+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1")
        request.fields =
            (entityTag.map { [("If-None-Match", $0)] } ?? [])
            + (lastModified.map { [("If-Modified-Since", $0)] } ?? [])
        return try await reader.follow(address, request) { reply, next in
            let content: FeedAnswer.Content
            switch reply.reply.status {
            case 200: content = .feed(try await reply.reply.content(upTo: FeedReader.largest, next))
            case 304: content = .notModified
            case 410: content = .gone
            case 429, 503: content = .wait(reply.reply.wait)
            case let status: content = .refused(status: status)
            }
            return FeedAnswer(
                content: content, movedTo: reply.isMoved ? reply.address.text : nil,
                entityTag: Self.stored(reply.reply.field("etag")),
                lastModified: Self.stored(reply.reply.field("last-modified")))
        }
    }

    /// A validator that is sent back; nil for one that is longer than any in use.
    private static func stored(_ field: String?) -> String? {
        field.flatMap { $0.utf8.count <= 512 ? $0 : nil }
    }

    package func document(at address: LinkAddress, upTo limit: Int, within time: Duration) async throws -> [UInt8] {
        var request = Self.request("*/*")
        request.time.whole = time
        return try await reader.follow(address, request) { reply, next in
            guard reply.reply.status == 200 else { throw LinkFailure.refused }
            return try await reply.reply.content(upTo: limit, next)
        }
    }

    private static func request(_ accept: String) -> GuardedRequest {
        GuardedRequest(accept: accept, time: documentTime, redirections: redirections)
    }

    // MARK: Audio

    /// Asks for the first byte, because some servers know no HEAD.
    package func inspect(_ address: LinkAddress) async throws -> RemoteAudio {
        try await reader.follow(address, Self.audioRequest(0..<1)) { reply, _ in
            try LinkContent.checkType(of: reply.reply)
            let mediaType = EpisodeMediaType.known(reply.reply.field("content-type") ?? "")
            switch reply.reply.status {
            case 206:
                guard let range = ContentRange(reply.reply), range.start == 0 else { throw LinkFailure.broken }
                return RemoteAudio(
                    address: reply.address, mediaType: mediaType, size: range.total, takesRanges: range.total != nil,
                    validator: Self.validator(reply.reply))
            case 200:
                let size = reply.reply.field("content-length").flatMap { Int64($0) }.flatMap { $0 > 0 ? $0 : nil }
                return RemoteAudio(address: reply.address, mediaType: mediaType, size: size, takesRanges: false)
            default: throw LinkFailure.refused
            }
        }
    }

    /// A weak entity tag says nothing about ranges (RFC 9110 §13.1.5).
    private static func validator(_ reply: LinkReply) -> String? {
        stored(reply.field("etag")).flatMap { $0.hasPrefix("W/") ? nil : $0 } ?? stored(reply.field("last-modified"))
    }

    package func read(
        _ audio: RemoteAudio, _ range: Range<Int64>?, _ take: ([UInt8]) async throws -> Void
    ) async throws {
        var request = Self.audioRequest(range)
        if range != nil, audio.mustBeSame, let validator = audio.validator {
            request.fields.append(("If-Range", validator))
        }
        try await reader.follow(audio.address, request) { reply, next in
            try LinkContent.checkType(of: reply.reply)
            if let range {
                let found = ContentRange(reply.reply)
                guard reply.reply.status == 206, found?.start == range.lowerBound, found?.total == audio.size else {
                    throw LinkFailure.broken
                }
            } else {
                guard reply.reply.status == 200 else { throw LinkFailure.refused }
            }
            var left = range.map { Int64($0.count) } ?? audio.size ?? .max
            while left > 0, let bytes = try await next() {
                let part = bytes.count <= left ? bytes : Array(bytes.prefix(Int(left)))
                left -= Int64(part.count)
                try await take(part)
            }
            guard left == 0 || range == nil && audio.size == nil else { throw LinkFailure.broken }
        }
    }

    private static func audioRequest(_ range: Range<Int64>?) -> GuardedRequest {
        GuardedRequest(
            accept: "audio/*, */*;q=0.1",
            fields: range.map { [("Range", "bytes=\($0.lowerBound)-\($0.upperBound - 1)")] } ?? [],
            time: audioTime, redirections: redirections)
    }
}

/// The field `Content-Range` of a single range (RFC 9110 §14.4).
private struct ContentRange {
    let start: Int64
    /// Nil for an unknown length.
    let total: Int64?

    init?(_ reply: LinkReply) {
        guard let field = reply.field("content-range")?.lowercased(), field.hasPrefix("bytes ") else { return nil }
        let parts = field.dropFirst(6).split(separator: "/")
        guard parts.count == 2, let start = Int64(parts[0].prefix { $0 != "-" }.filter { $0 != " " }) else {
            return nil
        }
        self.start = start
        let length = parts[1].filter { $0 != " " }
        total = Int64(length)
        // A length that is none, such as -5, is a lie; an asterisk says that it is unknown.
        guard length == "*" || total ?? 0 > 0 else { return nil }
    }
}
