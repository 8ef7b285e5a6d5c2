import Catalog
import Listening
import Primitives

/// Reads what Last.fm answers. Its JSON is made of XML: one element is an object where several are an array, and numbers
/// come as texts.
enum LastFMReply {
    /// The number of an error (last.fm/api/errorcodes).
    static func error(_ object: ProviderObject) -> Int? { integer(object, "error").flatMap { Int(exactly: $0) } }

    static func failure(_ object: ProviderObject) -> ScrobbleFailure? {
        guard let error = error(object) else { return nil }
        let text = String((object.name("message") ?? "Error \(error)").prefix(200))
        switch error {
        // Wrong or missing parameters.
        case 6, 7: return ScrobbleFailure(.refused, text: text)
        case 9: return ScrobbleFailure(.token)
        // The key, the signature, or what the key may do.
        case 4, 10, 13, 26: return ScrobbleFailure(.application)
        case 8, 11, 16: return ScrobbleFailure(.failing)
        case 29: return ScrobbleFailure(.limit, retryAfter: .seconds(60))
        default: return ScrobbleFailure(.malformed)
        }
    }

    /// The word on each play of a request, in the order of the request.
    static func receipt(_ object: ProviderObject, of plays: [Scrobble]) throws -> ScrobbleReceipt {
        guard let answer = object.object("scrobbles") else { throw ScrobbleFailure(.malformed) }
        let words = several(answer, "scrobble", upTo: plays.count + 1)
        guard words.count == plays.count else { throw ScrobbleFailure(.malformed) }
        var refused: [ID<Play>: String] = [:]
        var delayed = Set<ID<Play>>()
        for (play, word) in zip(plays, words) {
            guard let ignored = word.object("ignoredMessage"), let code = integer(ignored, "code") else {
                throw ScrobbleFailure(.malformed)
            }
            switch code {
            case 0: break
            // The most of a day is reached.
            case 5: delayed.insert(play.play)
            default: refused[play.play] = String((ignored.name("#text") ?? reason(code)).prefix(200))
            }
        }
        return ScrobbleReceipt(refused: refused, delayed: delayed)
    }

    /// - Parameter second: what is not before it is left out: a server that ignores the bound would be asked for the
    ///   same listens for ever.
    static func page(_ object: ProviderObject, before second: Int64?) throws -> ListenPage {
        guard let answer = object.object("recenttracks") else { throw ScrobbleFailure(.malformed) }
        let within = several(answer, "track", upTo: ListenPage.longest).compactMap { track in
            self.second(track).map { (second: $0, track: track) }
        }.filter { $0.second < second ?? .max }
        return ListenPage(
            plays: within.compactMap { play($0.track, at: $0.second) }, oldest: within.map(\.second).min(), pause: nil)
    }

    /// Nil for what plays now.
    private static func second(_ track: ProviderObject) -> Int64? {
        guard track.object("@attr")?.flag("nowplaying") != true, let date = track.object("date"),
            let second = integer(date, "uts"), (1..<253_402_300_800).contains(second)
        else { return nil }
        return second
    }

    private static func play(_ track: ProviderObject, at second: Int64) -> NamedPlay? {
        guard let title = track.name("name"), let artist = named(track, "artist") else { return nil }
        let named = NamedTrack(
            recording: track.name("mbid"), isrc: nil, title: title, artist: artist, album: named(track, "album"),
            durationMilliseconds: nil)
        return NamedPlay(track: named, playedAt: Timestamp(milliseconds: second * 1000), client: nil)
    }

    /// Extended answers have the name of an artist as `name`.
    private static func named(_ track: ProviderObject, _ member: String) -> String? {
        let object = track.object(member)
        return object?.name("#text") ?? object?.name("name")
    }

    private static func several(_ object: ProviderObject, _ name: String, upTo limit: Int) -> [ProviderObject] {
        object.object(name).map { [$0] } ?? object.objects(name, upTo: limit)
    }

    private static func integer(_ object: ProviderObject, _ name: String) -> Int64? {
        if let number = object.number(name) { return Int64(exactly: number) }
        return object.text(name).flatMap { Int64($0) }
    }

    private static func reason(_ code: Int64) -> String {
        switch code {
        case 1: "The artist is ignored"
        case 2: "The track is ignored"
        case 3: "The play is too old"
        case 4: "The play is in the future"
        default: "Ignored (\(code))"
        }
    }
}
