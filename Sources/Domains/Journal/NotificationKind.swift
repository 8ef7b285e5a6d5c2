package import Primitives

/// The kinds of notifications. An unknown kind in the database was written by a later version, and is skipped.
package enum NotificationKind: String, Sendable, CaseIterable {
    /// A wish that the user made or backed was fulfilled.
    case wishArrived
    /// New music may be what the user wished for.
    case wishFound
    /// Another user backs the user's wish.
    case wishBacked
    case postCommented
    case postReacted
    /// A moderator has hidden the user's post; the text is the reason.
    case postHidden
    /// The user may now edit another user's playlist.
    case playlistShared
    /// A submission waits for the user's decision.
    case submissionArrived
    /// The user's submission is in a library.
    case submissionApproved
    /// The user's submission was rejected; the text is the reason.
    case submissionRejected
    /// An admin has switched off the user's second factor.
    case secondFactorRemoved
    /// A passkey was added to the user's account; the title is its name.
    case passkeyAdded
    /// A user of the identity provider was connected to the account; the title is that user's name there.
    case identityLinked
    /// An admin has answered the user's request; the text is the answer.
    case requestAnswered
    /// A user asks for a feature.
    case requestArrived
    /// A visitor has made an account without an invitation.
    case memberJoined
    /// A moderator has withdrawn music that the user submitted; the text is the reason.
    case musicWithdrawn
    /// Music that the user submitted and a moderator had withdrawn is restored.
    case musicRestored
    /// A moderator has hidden the user's playlist; the text is the reason.
    case playlistHidden
    /// A moderator has deleted the user's playlist; the text is the reason.
    case playlistDeleted
    /// A moderator has hidden the user's comment on a moment of a track; the text is the reason.
    case momentHidden
    /// A moderator has removed the user's picture; the text is the reason.
    case pictureRemoved
    /// A user has reported something to moderators.
    case reportArrived
    /// Moderators have acted on the user's report.
    case reportActed
    /// Moderators have dismissed the user's report.
    case reportDismissed
    /// A user proposes lyrics, and a moderator decides.
    case lyricsProposed
    /// Lyrics that the user proposed are published; the text is the moderator's answer.
    case lyricsApproved
    /// Lyrics that the user proposed were rejected; the text is the reason.
    case lyricsRejected
    /// The server that the user's plays are handed on to refuses the token; the title is the user's name there.
    case scrobblingPaused
    /// Plays of the user's were not handed on within two weeks; the title is the user's name there.
    case scrobblesGivenUp
    /// Songs that an imported playlist of the user's awaited have arrived; the title is the playlist's name.
    case songsArrived

    /// The permission that a recipient needs; nil for none.
    package var permission: Permission? {
        switch self {
        case .wishArrived, .wishFound, .wishBacked, .postCommented, .postReacted, .postHidden, .playlistShared,
            .secondFactorRemoved, .passkeyAdded, .identityLinked, .requestAnswered, .playlistHidden, .playlistDeleted,
            .momentHidden, .pictureRemoved, .reportActed, .reportDismissed, .musicWithdrawn, .musicRestored,
            .lyricsApproved, .lyricsRejected, .scrobblingPaused, .scrobblesGivenUp, .songsArrived:
            nil
        case .submissionApproved, .submissionRejected: .submit
        case .submissionArrived, .reportArrived, .lyricsProposed: .moderate
        case .requestArrived: .administer
        case .memberJoined: .manageUsers
        }
    }
}
