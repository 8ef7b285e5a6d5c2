package import Podcasts
package import Primitives
import Synchronization

/// A podcast host in memory, for tests of how its replies are used.
package final class PodcastHost: PodcastSource {
    private struct State {
        var feeds: [String: FeedAnswer.Content] = [:]
        var moved: [String: String] = [:]
        var documents: [String: [UInt8]] = [:]
        /// The episodes whose next transfer breaks off after this many bytes.
        var breaks: [String: Int] = [:]
        var asked: [String] = []
        var askedDocuments: [String] = []
        var conditions: [(String?, String?)] = []
        /// The addresses that do not reply for now.
        var silent: Set<String> = []
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    /// Whether the server supports ranges of episodes.
    package let takesRanges: Bool

    package init(takesRanges: Bool = true) {
        self.takesRanges = takesRanges
    }

    /// A feed of episodes, newest first. Each one is at `https://podcast.example/<name>.mp3`.
    ///
    /// - Parameter sizes: the sizes in bytes that the feed claims for some of them.
    package static func feed(
        _ title: String, _ episodes: [String], more: String = "", sizes: [String: Int64] = [:]
    ) -> FeedAnswer.Content {
        let items = episodes.enumerated().map { place, name in
            """
            <item><title>\(name)</title><guid>\(name)</guid><itunes:duration>1:00:00</itunes:duration>
            <pubDate>\(17 - place) Nov 2026 12:00:00 GMT</pubDate><description>About \(name) &amp;amp; more</description>
            <enclosure url="https://podcast.example/\(name).mp3" length="\(sizes[name] ?? 4000)" type="audio/mpeg"/>
            <itunes:season>1</itunes:season><itunes:episode>\(episodes.count - place)</itunes:episode></item>
            """
        }
        return .feed(
            Array("<rss><channel><title>\(title)</title>\(more)\(items.joined())</channel></rss>".utf8))
    }

    package func put(_ content: FeedAnswer.Content, at address: String, movedTo: String? = nil) {
        state.withLock { state in
            state.feeds[address] = content
            state.moved[address] = movedTo
        }
    }

    package func put(_ bytes: [UInt8], at address: String, breaksAfter count: Int? = nil) {
        state.withLock { state in
            state.documents[address] = bytes
            state.breaks[address] = count
        }
    }

    /// Leaves requests for the feed at this address unanswered until `answer` is called.
    package func silence(_ address: String) {
        state.withLock { _ = $0.silent.insert(address) }
    }

    /// Answers all waiting and future requests.
    package func answer() {
        let waiting = state.withLock { state in
            defer { (state.silent, state.waiting) = ([], []) }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// The feed addresses that were requested, in order.
    package var asked: [String] { state.withLock { $0.asked } }
    /// The document addresses that were requested, in order.
    package var askedDocuments: [String] { state.withLock { $0.askedDocuments } }
    /// The entity tag of the last feed request.
    package var lastTag: String? { state.withLock { $0.conditions.last?.0 } }

    package func feed(
        at address: LinkAddress, entityTag: String?, lastModified: String?
    ) async throws -> FeedAnswer {
        await withCheckedContinuation { continuation in
            let answers = state.withLock { state in
                state.asked.append(address.text)
                guard state.silent.contains(address.text) else { return true }
                state.waiting.append(continuation)
                return false
            }
            if answers { continuation.resume() }
        }
        return try state.withLock { state in
            state.conditions.append((entityTag, lastModified))
            guard let content = state.feeds[address.text] else { throw LinkFailure.unreachable }
            return FeedAnswer(
                content: content, movedTo: state.moved[address.text], entityTag: "\"\(state.asked.count)\"")
        }
    }

    package func document(at address: LinkAddress, upTo limit: Int, within time: Duration) async throws -> [UInt8] {
        let found = state.withLock { state in
            state.askedDocuments.append(address.text)
            return state.documents[address.text]
        }
        guard let found else { throw LinkFailure.refused }
        guard found.count <= limit else { throw LinkFailure.tooLarge }
        return found
    }

    package func inspect(_ address: LinkAddress) async throws -> RemoteAudio {
        guard let found = state.withLock({ $0.documents[address.text] }) else { throw LinkFailure.refused }
        return RemoteAudio(
            address: address, mediaType: "audio/mpeg", size: Int64(found.count), takesRanges: takesRanges,
            validator: "\"\(found.hashValue)\"")
    }

    package func read(
        _ audio: RemoteAudio, _ range: Range<Int64>?, _ take: ([UInt8]) async throws -> Void
    ) async throws {
        let (found, end) = state.withLock { state in
            (state.documents[audio.address.text], state.breaks.removeValue(forKey: audio.address.text))
        }
        guard let found else { throw LinkFailure.refused }
        let start = Int(range?.lowerBound ?? 0)
        let whole = Array(found[start..<Int(range?.upperBound ?? Int64(found.count))])
        try await take(end.map { Array(whole.prefix($0)) } ?? whole)
        if end != nil { throw LinkFailure.broken }
    }
}
