package import Catalog
package import Listening
package import Primitives

/// Speaks Last.fm's API, version 2.0 (last.fm/api). Libre.fm and others speak it too.
package struct LastFMClient: ConsentScrobbleClient {
    package let kind = ScrobbleKind.lastfm
    /// The most that `user.getRecentTracks` gives at once.
    private static let pageSize = 200

    private let reader: GuardedReader
    private let keys: @Sendable () async throws -> ApplicationKeys?

    /// - Parameter keys: the registration that is switched on at present.
    package init(reader: GuardedReader, keys: @escaping @Sendable () async throws -> ApplicationKeys?) {
        self.reader = reader
        self.keys = keys
    }

    package func requestToken(with keys: ApplicationKeys) async throws -> String {
        let object = try await call(LastFMParameters("auth.getToken", key: keys.key), keys)
        guard let token = object.name("token") else { throw ScrobbleFailure(.malformed) }
        return token
    }

    package func page(for token: String, with keys: ApplicationKeys) -> String {
        "\(keys.page)?api_key=\(keys.key.percentEncoded)&token=\(token.percentEncoded)"
    }

    package func session(of token: String, with keys: ApplicationKeys) async throws -> ConsentAnswer {
        var parameters = LastFMParameters("auth.getSession", key: keys.key)
        parameters.set("token", token)
        let object = try await send(parameters, keys)
        // 4 means here that the token was not given out for this, or was used.
        switch LastFMReply.error(object) {
        case 14: return .pending
        case 4, 15: return .ended
        default: break
        }
        if let failure = LastFMReply.failure(object) { throw failure }
        guard let session = object.object("session"), let name = session.name("name"), let key = session.name("key")
        else { throw ScrobbleFailure(.malformed) }
        return .granted(name: name, session: key)
    }

    package func submit(
        _ plays: [Scrobble], with token: String, at base: String
    ) async throws -> ScrobbleReceipt {
        let keys = try await self.keys(at: base)
        var parameters = LastFMParameters("track.scrobble", key: keys.key)
        parameters.set("sk", token)
        for (index, play) in plays.enumerated() {
            parameters.set("timestamp[\(index)]", String(play.playedAt.milliseconds / 1000))
            parameters.set(play.track, at: "[\(index)]")
        }
        return try LastFMReply.receipt(try await call(parameters, keys), of: plays)
    }

    package func announce(_ track: NamedTrack, by client: String, with token: String, at base: String) async throws {
        let keys = try await self.keys(at: base)
        var parameters = LastFMParameters("track.updateNowPlaying", key: keys.key)
        parameters.set("sk", token)
        parameters.set(track, at: "")
        _ = try await call(parameters, keys)
    }

    package func listens(
        of name: String, before second: Int64?, with token: String, at base: String
    ) async throws -> ListenPage {
        let keys = try await self.keys(at: base)
        var parameters = LastFMParameters("user.getRecentTracks", key: keys.key)
        // With the session, as users may hide what they listen to from others.
        parameters.set("sk", token)
        parameters.set("user", name)
        parameters.set("limit", String(Self.pageSize))
        parameters.set("to", second.map { String($0) })
        return try LastFMReply.page(try await call(parameters, keys), before: second)
    }

    /// The registration, which must be the one of the address that the session was given for.
    private func keys(at base: String) async throws -> ApplicationKeys {
        guard let keys = try await self.keys(), keys.root == base else { throw ScrobbleFailure(.application) }
        return keys
    }

    private func call(_ parameters: LastFMParameters, _ keys: ApplicationKeys) async throws -> ProviderObject {
        let object = try await send(parameters, keys)
        if let failure = LastFMReply.failure(object) { throw failure }
        return object
    }

    /// The answer, which may be an error of the service; these come with any status. Throws `ScrobbleFailure` for an
    /// answer without one that is no success.
    private func send(_ parameters: LastFMParameters, _ keys: ApplicationKeys) async throws -> ProviderObject {
        let document: GuardedReader.Document
        do {
            document = try await reader.read(keys.root, posting: parameters.form(secret: keys.secret))
        } catch let failure as ServiceFailure {
            throw ScrobbleFailure(failure)
        }
        let object = ProviderObject(try? ProviderObject.document(document.content))
        if let object, LastFMReply.error(object) != nil { return object }
        let wait = document.reply.wait
        switch document.status {
        case 200:
            guard let object else { throw ScrobbleFailure(.malformed) }
            return object
        case 429: throw ScrobbleFailure(.limit, retryAfter: wait ?? .seconds(60))
        case 500...599: throw ScrobbleFailure(.failing, retryAfter: wait)
        default: throw ScrobbleFailure(.malformed)
        }
    }
}

extension LastFMParameters {
    /// - Parameter place: the end of each name, as `[0]`.
    fileprivate mutating func set(_ track: NamedTrack, at place: String) {
        set("artist\(place)", track.artist)
        set("track\(place)", track.title)
        set("album\(place)", track.album)
        set("mbid\(place)", track.recording)
        set("duration\(place)", track.durationMilliseconds.map { String($0 / 1000) })
    }
}
