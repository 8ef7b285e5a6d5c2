package import Primitives

extension DomainError {
    static let noPlaylist = notFound("There is no such playlist")
    /// Somebody has changed it since.
    package static let playlistChanged = DomainError(
        .conflict, "The playlist has been changed since", reason: "playlist_changed")
    /// Where something was to be put is not there any more.
    package static let placeGone = DomainError(
        .conflict, "The entry after which this was to come has been removed", reason: "entry_gone")
    package static let playlistFull = DomainError(
        .tooLarge, "A playlist holds at most \(PlaylistRules.longest) tracks", reason: "playlist_full")
    package static let tooManyPlaylists = DomainError(
        .conflict, "A person has at most \(PlaylistRules.mostPerPerson) playlists", reason: "too_many_playlists")
    package static let notYourPlaylist = DomainError(
        .forbidden, "Only its owner may change this about a playlist", reason: "not_your_playlist")
    package static let smartPlaylist = DomainError(
        .conflict, "What is in a smart playlist is decided by its rules", reason: "smart_playlist")
    package static let notSmart = invalid("Only a playlist that was made with rules has rules", field: "rules")
    package static let rulesTooSlow = DomainError(
        .tooLarge, "Finding what these rules mean takes too long; narrow them", reason: "rules_too_slow", field: "rules"
    )
    package static let unknownTracks = invalid("trackIds holds a track that is not known", field: "trackIds")
}
