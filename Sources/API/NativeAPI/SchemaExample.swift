import HTTPSupport

/// Writes an example of a schema's value, for the OpenAPI document. Members have plausible values by their names, so
/// that an example reads like a reply and not like a type.
struct SchemaExample {
    /// The depth from which optional members are left out, and the greatest depth.
    private static let (fullDepth, greatestDepth) = (3, 8)

    private let components: [String: Schema]

    init(_ components: [(String, Schema)]) {
        self.components = Dictionary(uniqueKeysWithValues: components)
    }

    func write(_ schema: Schema, to json: inout JSONWriter) {
        write(schema, "", 0, to: &json)
    }

    private func write(_ schema: Schema, _ name: String, _ depth: Int, to json: inout JSONWriter) {
        switch schema {
        case .text: json.value(Self.text(name))
        case .integer: json.value(Self.integers[name] ?? 1)
        case .number: json.value(Self.numbers[name] ?? 0.5)
        case .flag: json.value(Self.trueFlags.contains(name))
        case .instant: json.value("2026-11-21T19:30:00.000Z")
        case .choice(let names): json.value(names.first ?? "")
        case .nullable(let schema): write(schema, name, depth, to: &json)
        case .anything: json.object { _ in }
        case .named(let component):
            write(components[component] ?? .anything, component, depth, to: &json)
        case .array(let item):
            json.array(depth < Self.greatestDepth ? [item] : []) { json, item in
                write(item, name, depth + 1, to: &json)
            }
        case .object(let required, let optional):
            json.object { json in
                for (name, schema) in required + (depth < Self.fullDepth ? optional : []) {
                    json.key(text: name)
                    write(schema, name, depth + 1, to: &json)
                }
            }
        }
    }

    private static func text(_ name: String) -> String {
        if let text = texts[name] { return text }
        if name == "id" || name == "ids" || name.hasSuffix("Id") || name.hasSuffix("Ids") {
            return "019aa6f1-3c52-7b1e-9d40-5f2c8e7a6b13"
        }
        if name.lowercased().hasSuffix("cover") || name.lowercased().hasSuffix("picture") { return imageKey }
        if name.lowercased().hasSuffix("url") { return "https://music.example/\(name)" }
        return name.isEmpty ? "text" : name
    }

    private static let imageKey = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"

    private static let texts = [
        "title": "Night Ferry", "name": "Mara Lind", "album": "Low Tide", "artist": "Mara Lind",
        "artists": "Mara Lind", "albumArtists": "Mara Lind", "genre": "Folk", "genres": "Folk",
        "username": "ada", "displayName": "Ada", "email": "ada@music.example", "password": "a long passphrase",
        "text": "What a voice.", "caption": "For the last train home", "note": "From my own band",
        "reason": "It is here already.", "comment": "What a voice.", "review": "What a voice.",
        "date": "2026-11-21", "releaseDate": "2019-05-03", "originalDate": "2019-05-03", "timeZone": "Europe/Warsaw",
        "nextCursor": "WyJ0cmFja3MiLDFd", "cursor": "WyJ0cmFja3MiLDFd", "mediaType": "audio/flac", "codec": "flac",
        "cover": imageKey, "image": imageKey, "picture": imageKey, "path": "Mara Lind/Low Tide/03 Night Ferry.flac",
        "fileName": "03 Night Ferry.flac", "folder": "/srv/music", "locale": "en_US", "language": "eng",
        "query": "ferry", "q": "ferry", "token": "rondo_0123456789abcdef", "code": "246810",
        "isrc": "DEXX11900003", "hex": "#2f4858", "detail": "There is no such track", "action": "post.create",
        "origin": "192.0.2.7", "version": "1.0.0", "url": "https://music.example:8443/share/x", "zone": "Europe/Warsaw",
    ]

    private static let integers: [String: Int] = [
        "durationMs": 215_000, "year": 2019, "originalYear": 2019, "trackNumber": 3, "discNumber": 1,
        "rating": 4, "size": 31_457_280, "bitrate": 917, "sampleRate": 44_100, "channels": 2, "bitDepth": 16,
        "trackCount": 12, "albumCount": 3, "artistCount": 2, "count": 12, "total": 12, "plays": 42,
        "totalListenings": 42, "revision": 2, "limit": 50, "positionMs": 61_500, "coverWidth": 1200,
        "coverHeight": 1200, "bpm": 96, "status": 404, "quota": 1_073_741_824,
    ]

    private static let numbers = ["averageRating": 4.25, "trackGain": -7.3, "albumGain": -7.1, "weight": 0.62]

    private static let trueFlags: Set = ["own", "liked", "today", "enabled", "confirmed"]
}
