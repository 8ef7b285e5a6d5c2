package import Primitives

/// What people are told of. A stored kind that is not among these was written by a later version, and is passed over.
package enum NotificationKind: String, Sendable, CaseIterable {
    /// A wish that the person made or backed has come true.
    case wishArrived
    /// Music has come that may be what the person wished for.
    case wishFound
    /// Somebody else wants what the person wished for.
    case wishBacked
    case postCommented
    case postReacted
    /// A moderator has hidden the person's post; the text is the reason.
    case postHidden
    /// The person may edit somebody's playlist now.
    case playlistShared
    /// Somebody has given music that waits for a decision of the person's.
    case submissionArrived
    /// What the person gave is in a library.
    case submissionApproved
    /// What the person gave was not taken; the text is the reason.
    case submissionRejected
    /// An administrator has switched the person's second factor off.
    case secondFactorRemoved
    /// An admin has answered what the person asked for; the text is the answer.
    case requestAnswered
    /// Somebody asks for a feature.
    case requestArrived
    /// Somebody has made an account without being invited.
    case memberJoined
    /// A moderator has taken out music that the person gave; the text is the reason.
    case musicWithdrawn
    /// Music that the person gave and a moderator had taken out is back.
    case musicRestored
    /// A moderator has hidden the person's playlist; the text is the reason.
    case playlistHidden
    /// A moderator has deleted the person's playlist; the text is the reason.
    case playlistDeleted
    /// A moderator has removed the person's picture; the text is the reason.
    case pictureRemoved
    /// Somebody has reported something to moderators.
    case reportArrived
    /// Moderators have acted on what the person reported.
    case reportActed
    /// Moderators have left what the person reported as it is.
    case reportDismissed

    /// Without it nobody is told; nil where anybody may be.
    package var permission: Permission? {
        switch self {
        case .wishArrived, .wishFound, .wishBacked, .postCommented, .postReacted, .postHidden, .playlistShared,
            .secondFactorRemoved, .requestAnswered, .playlistHidden, .playlistDeleted, .pictureRemoved, .reportActed,
            .reportDismissed, .musicWithdrawn, .musicRestored:
            nil
        case .submissionApproved, .submissionRejected: .submit
        case .submissionArrived, .reportArrived: .moderate
        case .requestArrived: .administer
        case .memberJoined: .manageUsers
        }
    }
}
