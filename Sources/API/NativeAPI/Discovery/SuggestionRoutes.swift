package import Discovery
package import HTTPSupport
import Catalog
import Hummingbird
import Primitives
import Shelf

/// Radio from songs, albums, artists, genres, years and moods, and the caller's mixes of today.
package struct SuggestionRoutes: Sendable {
    private let radio: SongRadioService
    private let mixes: MixService
    private let annotations: AnnotationLookup

    package init(radio: SongRadioService, mixes: MixService, annotations: AnnotationLookup) {
        self.radio = radio
        self.mixes = mixes
        self.annotations = annotations
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        radio("tracks", "a song") { .track(try $0.id("id")) }
        radio("albums", "an album") { .album(try $0.id("id")) }
        radio("artists", "an artist") { .artist(try $0.id("id")) }
        radio("genres", "a genre") { .genre(try $0.id("id")) }
        songs(
            "/api/v1/radio/songs",
            "The next songs of a radio from some songs, from years or from a mood, each with the reason. One of like, from and mood is given",
            [
                Endpoint.Parameter(
                    "like", .text,
                    "The ids of songs, separated by commas; at most \(SongRadioService.mostSeeds). Those that the caller does not see are left out"
                ),
                Endpoint.Parameter("from", .integer, "The first year"),
                Endpoint.Parameter("to", .integer, "The last year; the first one by default"),
                Endpoint.Parameter("mood", .choice(of: Mood.self), "As it sounds"),
            ]
        ) { request, _ in try Self.target(request) }
        Endpoint(
            .get, "/api/v1/radio/seeds", .requires(.browse), tag: "catalogue",
            "The decades and moods of which there is music to start a radio from", reply: RadioSeedsBody.self
        ) { _, context in
            let (decades, moods) = try await radio.seeds(as: context.principal())
            return RadioSeedsBody(decades: decades, moods: moods)
        }
        Endpoint(
            .get, "/api/v1/mixes", .requires(.browse), tag: "catalogue",
            "The caller's mixes, made from what they play and new each day. At most six", reply: MixListBody.self,
            compressed: true
        ) { _, context in
            let (day, mixes) = try await mixes.mixes(as: context.principal())
            return MixListBody(day: day.text, mixes: mixes)
        }
        Endpoint(
            .get, "/api/v1/mixes/{id}", .requires(.browse), tag: "catalogue", "One of today's mixes, with its songs",
            reply: MixSongsBody.self, capacity: 32 * 1024, compressed: true
        ) { _, context in
            let caller = try context.principal()
            let id: ID<Mix> = try context.id("id")
            // No number names no mix.
            let (day, mix) = try await mixes.mix(Int(id.rawValue) ?? 0, as: caller)
            let annotations = try await annotations.of(tracks: mix.tracks.map(\.track), as: caller)
            return MixSongsBody(mix: MixBody(day: day.text, mix: mix), annotations: annotations)
        }
    }

    private func radio(
        _ kind: String, _ name: String, _ target: @escaping @Sendable (GatewayContext) throws -> DiscoveryTarget
    ) -> Endpoint {
        songs(
            "/api/v1/\(kind)/{id}/radio",
            "The next songs of a radio from \(name), each with the reason. It never ends: songs that were heard come again when no others are left",
            []
        ) { _, context in try target(context) }
    }

    private func songs(
        _ path: String, _ summary: String, _ parameters: [Endpoint.Parameter],
        _ target: @escaping @Sendable (Request, GatewayContext) throws -> DiscoveryTarget
    ) -> Endpoint {
        Endpoint(
            .get, path, .requires(.browse), tag: "catalogue", summary,
            parameters: parameters + [
                Endpoint.Parameter("limit", .integer, "1 to \(SongRadioService.most); 25 by default"),
                Endpoint.Parameter(
                    "heard", .text,
                    "The ids of the songs that the radio has given, the earliest first, separated by commas; at most \(SongRadioService.mostHeard)"
                ),
                Endpoint.Parameter("seed", .integer, "Chooses the songs; random by default"),
            ], reply: ListBody<SuggestionBody>.self, capacity: 16 * 1024, compressed: true
        ) { request, context in
            let seed = try request.number("seed", in: 0...Int.max).map { UInt64($0) } ?? .random(in: 0 ... .max)
            let caller = try context.principal()
            let songs = try await radio.songs(
                like: target(request, context), heard: Self.heard(request),
                limit: request.number("limit", in: 1...SongRadioService.most) ?? 25, seed: seed, as: caller)
            let annotations = try await annotations.of(tracks: songs.map(\.track), as: caller)
            return ListBody(songs.map { SuggestionBody($0, annotations) })
        }
    }

    private static func heard(_ request: Request) throws(DomainError) -> [ID<Track>] {
        try request.ids("heard", upTo: SongRadioService.mostHeard)
    }

    private static func target(_ request: Request) throws -> DiscoveryTarget {
        let like: [ID<Track>] = try request.ids("like", upTo: SongRadioService.mostSeeds)
        let from = try request.number("from", in: 1...9999)
        let mood: Mood? = try request.choice("mood")
        switch (like.isEmpty, from, mood) {
        case (false, nil, nil): return .songs(like)
        case (true, let from?, nil): return .years(from...(try request.number("to", in: from...9999) ?? from))
        case (true, nil, let mood?): return .mood(mood)
        default: throw DomainError.invalid("Name songs, years or a mood to start from", field: "like")
        }
    }
}

/// A song that is suggested, with the reason.
struct SuggestionBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("track") { $0.track }
        Field("reason") { $0.reason }
    }

    let track: TrackItemBody
    let reason: SuggestionReasonBody

    init(_ suggestion: Suggestion, _ annotations: Annotations) {
        track = TrackItemBody(suggestion.track, annotations)
        reason = SuggestionReasonBody(suggestion: suggestion)
    }
}

/// The starting points of a radio that have no id.
struct RadioSeedsBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("decades") { $0.decades }
        Field("moods") { $0.moods.map(\.rawValue) }
    }

    /// The first year of each.
    let decades: [Int]
    let moods: [Mood]
}

struct SuggestionReasonBody: ObjectBody {
    private enum Kind: String, CaseIterable {
        case played, sound, listeners, artist, genre, years, mood, library
    }

    static let fields = Fields<Self> {
        Field("kind", .choice(of: Kind.self)) { $0.kind.rawValue }
        Field("similarity") { $0.similarity }
        Field("like", ifPresent: { $0.suggestion.like }) {
            Field("id") { $0.id }
            Field("title") { $0.title }
        }
        Field("genre") { $0.suggestion.genre }
    }

    let suggestion: Suggestion

    private var kind: Kind {
        switch suggestion.reason {
        case .played: .played
        case .sound: .sound
        case .listeners: .listeners
        case .artist: .artist
        case .genre: .genre
        case .years: .years
        case .mood: .mood
        case .library: .library
        }
    }

    private var similarity: Double? {
        if case .sound(let similarity) = suggestion.reason { similarity } else { nil }
    }
}

private struct MixListBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("day") { $0.day }
        Field("items") { body in body.mixes.map { MixBody(day: body.day, mix: $0) } }
    }

    let day: String
    let mixes: [Mix]
}

struct MixBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("id") { String($0.mix.number) }
        Field("day") { $0.day }
        Field("artists") { $0.mix.artists }
        Field("covers") { $0.mix.covers.map(ImagePath.text) }
        Field(allOf: ColorsBody.self) { ColorsBody(colors: $0.mix.colors) }
        Field("trackCount") { $0.mix.tracks.count }
        Field("durationMs") { $0.mix.durationMilliseconds }
    }

    let day: String
    let mix: Mix
}

private struct MixSongsBody: ObjectBody {
    static let fields = Fields<Self> {
        Field(allOf: MixBody.self) { $0.mix }
        Field("items") { body in body.mix.mix.tracks.map { SuggestionBody($0, body.annotations) } }
    }

    let mix: MixBody
    let annotations: Annotations
}
