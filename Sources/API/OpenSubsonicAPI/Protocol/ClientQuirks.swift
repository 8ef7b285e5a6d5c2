/// What some clients cannot bear. They are told by the name that they send as `c`.
struct ClientQuirks: Sendable, Equatable {
    /// Nothing that OpenSubsonic has added to the protocol.
    ///
    /// DSub shows contributors as artists of their own (gonic, construct_by_tags.go). Clementine takes every child element of an album for
    /// a song and shows nothing when there are others (subsonicservice.cpp, OnGetAlbumFinished); beets' subsonicplaylist takes every child of
    /// a playlist for one; knuckles fails on members that it has not heard of.
    let isLegacy: Bool
    /// Only id, title and isDir of a song: SubMusic runs on a watch (Navidrome's `minimalclients`).
    let isMinimal: Bool

    init(client: String?, format: ReplyFormat) {
        let name = client?.lowercased() ?? ""
        isMinimal = name == "submusic"
        isLegacy =
            isMinimal || ["dsub", "knuckles"].contains(name)
            || (format == .xml && ["clementine", "beets"].contains(name))
    }

    static let none = ClientQuirks(client: nil, format: .json)
}
