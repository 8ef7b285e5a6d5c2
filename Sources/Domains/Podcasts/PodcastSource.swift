package import Primitives

/// Asks the servers of podcasts. Addresses come from users and feeds: every one is checked, redirects included, and
/// private networks are refused unless an admin allows them. Throws `LinkFailure`.
package protocol PodcastSource: Sendable {
    func feed(
        at address: LinkAddress, entityTag: String?, lastModified: String?
    ) async throws -> FeedAnswer

    /// A small document, such as a picture, chapters or a transcript.
    ///
    /// - Parameters:
    ///   - limit: bytes; more throw `tooLarge`.
    ///   - time: for all of it, redirects included.
    func document(at address: LinkAddress, upTo limit: Int, within time: Duration) async throws -> [UInt8]

    /// The facts about an episode's file that its server gives, without the file.
    func inspect(_ address: LinkAddress) async throws -> RemoteAudio

    /// Reads the file, or a range of it, and passes it to `take` as it arrives. Nothing is read ahead of `take`. Throws
    /// `broken` where the server sends something else than `inspect` has found.
    ///
    /// - Parameter range: only where the server takes ranges.
    func read(
        _ audio: RemoteAudio, _ range: Range<Int64>?, _ take: ([UInt8]) async throws -> Void
    ) async throws
}

extension PodcastSource {
    /// A document that a user waits for, within half a minute.
    package func document(at address: LinkAddress, upTo limit: Int) async throws -> [UInt8] {
        try await document(at: address, upTo: limit, within: .seconds(30))
    }
}

/// A server's answer to a request for a feed.
package struct FeedAnswer: Sendable, Equatable {
    package enum Content: Sendable, Equatable {
        case feed([UInt8])
        case notModified
        case gone
        /// Too many requests, or busy: come back later; nil where the server does not say when.
        case wait(Duration?)
        case refused(status: Int)
    }

    package let content: Content
    /// The address to which every redirect on the way says that the feed has moved for good; nil for none.
    package let movedTo: String?
    package let entityTag: String?
    package let lastModified: String?

    package init(content: Content, movedTo: String? = nil, entityTag: String? = nil, lastModified: String? = nil) {
        self.content = content
        self.movedTo = movedTo
        self.entityTag = entityTag
        self.lastModified = lastModified
    }
}

/// A file at another server.
package struct RemoteAudio: Sendable, Equatable {
    /// After all redirects.
    package let address: LinkAddress
    package let mediaType: String
    /// Bytes; nil where the server does not say.
    package let size: Int64?
    package let takesRanges: Bool
    /// The strong entity tag of this version, or else the time of its last change; nil where the server states neither.
    package let validator: String?
    /// Whether a range is only read of this version (`If-Range`, RFC 9110 §13.1.5). Servers behind one address may name
    /// one version differently, so who only plays it does without.
    package var mustBeSame = false

    package init(
        address: LinkAddress, mediaType: String, size: Int64?, takesRanges: Bool, validator: String? = nil
    ) {
        self.address = address
        self.mediaType = mediaType
        self.size = size
        self.takesRanges = takesRanges
        self.validator = validator
    }
}

extension LinkAddress {
    /// An address that a feed states. Throws `LinkFailure.invalid`.
    init(stated text: String) throws(LinkFailure) {
        do {
            self = try LinkAddress(text)
        } catch {
            throw .invalid
        }
    }
}
