import Foundation
package import Primitives

/// The limits of playlists, and the checks of their names and descriptions.
package enum PlaylistRules {
    package static let longest = 20_000
    package static let mostAdded = 10_000
    package static let mostPerPerson = 2000
    package static let mostEditors = 100
    package static let longestName = 200
    package static let longestDescription = 4000

    /// A name on one line. Subsonic clients send it as the user typed it.
    static func name(_ text: String) throws(DomainError) -> String {
        let name = PlainText.line(text)
        guard (1...longestName).contains(name.unicodeScalars.count) else {
            throw .invalid("A name has 1 to \(longestName) visible characters", field: "name")
        }
        return name
    }

    static func description(_ text: String) throws(DomainError) -> String {
        let description = PlainText.lines(text)
        guard description.unicodeScalars.count <= longestDescription else {
            throw .invalid("A description has at most \(longestDescription) characters", field: "description")
        }
        return description
    }
}

extension Playlist {
    /// Checks that the reader may make the change: editors change entries, and the owner everything.
    func check(_ edit: PlaylistEdit) throws(DomainError) {
        guard isOwn || (mayEdit || rules != nil) && !edit.concernsOwner else { throw .notYourPlaylist }
        guard rules == nil || edit.operations.isEmpty else { throw .smartPlaylist }
        guard rules != nil || edit.rules == nil else { throw .notSmart }
        if let expected = edit.expected, expected != revision { throw .playlistChanged }
    }
}

extension SmartRules {
    /// Throws `invalid` if the rules name a library or playlist that the caller does not see, or a smart playlist:
    /// rules may not depend on rules.
    package func check(for caller: Principal, _ playlists: any PlaylistState) throws {
        for rule in group.rules {
            guard case .text(let named) = rule.value else { continue }
            switch rule.field.kind {
            case .library:
                guard try playlists.hasLibrary(named), caller.libraries.admits(library: named) else {
                    throw DomainError.invalid("There is no such library", field: rule.place + ".value")
                }
            case .playlist:
                guard let isSmart = try playlists.isSmart(ID(named), for: caller) else {
                    throw DomainError.invalid("There is no such playlist", field: rule.place + ".value")
                }
                guard !isSmart else {
                    throw DomainError.invalid(
                        "Rules can name ordinary playlists only, not smart ones", field: rule.place + ".value")
                }
            default: break
            }
        }
    }
}

extension DomainError {
    static let noPlaylist = notFound("There is no such playlist")
    /// Another change came before this one.
    package static let playlistChanged = DomainError(
        .conflict, "The playlist was changed since. Load it again", reason: "playlist_changed")
    /// The entry after which something was to be inserted is gone.
    package static let placeGone = DomainError(
        .conflict, "The entry before this position was removed. Load the playlist again", reason: "entry_gone")
    package static let playlistFull = DomainError(
        .tooLarge, "A playlist has at most \(PlaylistRules.longest) tracks", reason: "playlist_full")
    package static let tooManyPlaylists = DomainError(
        .conflict, "A user has at most \(PlaylistRules.mostPerPerson) playlists", reason: "too_many_playlists")
    package static let notYourPlaylist = DomainError(
        .forbidden, "Only its owner may change this about a playlist", reason: "not_your_playlist")
    package static let smartPlaylist = DomainError(
        .conflict, "Rules decide the tracks of a smart playlist. Change the rules instead", reason: "smart_playlist")
    package static let notSmart = invalid("Only a playlist that was made with rules has rules", field: "rules")
    package static let rulesTooSlow = DomainError(
        .tooLarge, "These rules take too long to evaluate. Narrow them", reason: "rules_too_slow", field: "rules"
    )
    package static let unknownTracks = invalid("trackIds contains an unknown track", field: "trackIds")
}
