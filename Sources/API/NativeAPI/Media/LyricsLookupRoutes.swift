package import HTTPSupport
import Hummingbird
package import Lyrics
import Primitives

/// The lookup of a song's words at other servers.
package enum LyricsLookupRoutes {
    @TableBuilder<Endpoint> package static func endpoints(lookups: LyricsLookupService) -> [Endpoint] {
        Endpoint(
            .post, "/api/v1/tracks/{id}/lyrics/lookup", .requires(.listen), tag: "catalogue",
            "Have the words of a track looked up at the providers that the admins have switched on, where it has none. Answers at once; the event lyrics says when it has ended",
            reply: LyricsLookupBody.self
        ) { _, context in LyricsLookupBody(try await lookups.lookUp(context.id("id"), as: context.principal())) }
    }
}

/// The state of a song's words. `running`: the providers are being asked; `expired`: likewise, since the license of the
/// words that there were has ended; `found`: there are words to read; `restricted`: there are, but not for this
/// country; `unavailable`: a provider failed, and may be asked again after some seconds; `off`: there is no provider to ask.
struct LyricsLookupBody: ObjectBody {
    enum State: String, CaseIterable {
        case off, found, none, instrumental, restricted, unavailable, running, expired
    }

    static let fields = Fields<Self> {
        Field("state") { $0.state }
        Field("retryAfterSeconds") { $0.retryAfter }
    }

    let state: State
    let retryAfter: Int?

    private init(state: State, retryAfter: Int? = nil) {
        self.state = state
        self.retryAfter = retryAfter
    }

    init(_ status: LyricsLookupStatus) {
        switch status {
        case .running(let isRenewal): self.init(state: isRenewal ? .expired : .running)
        case .settled(let outcome): self.init(outcome)
        }
    }

    init(_ outcome: LyricsOutcome) {
        switch outcome {
        case .off: self.init(state: .off)
        case .found: self.init(state: .found)
        case .none: self.init(state: .none)
        case .instrumental: self.init(state: .instrumental)
        case .restricted: self.init(state: .restricted)
        case .unavailable(let wait, _): self.init(state: .unavailable, retryAfter: wait.retryAfterSeconds)
        }
    }
}

/// A lookup that has ended, as the event `lyricsLookup` tells it.
extension EndedLookup: ObjectBody {
    package static let fields = Fields<Self> {
        Field("trackId") { $0.track }
        Field(allOf: LyricsLookupBody.self) { LyricsLookupBody($0.outcome) }
    }
}
