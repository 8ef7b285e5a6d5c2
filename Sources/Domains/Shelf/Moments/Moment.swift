package import Catalog
import Foundation
package import Primitives

/// A comment that is pinned to a moment of a track, as one reader sees it.
package struct Moment: Sendable, Equatable {
    package let id: ID<Moment>
    package let track: ID<Track>
    package let author: NamedPerson
    /// The position at which it was pinned, in milliseconds.
    package let pinnedMilliseconds: Int64
    /// The track's length at present, in milliseconds.
    package let durationMilliseconds: Int64
    package let text: String
    package let createdAt: Timestamp
    /// Nil until the author has changed the text or the position.
    package let editedAt: Timestamp?
    package let hiding: Hiding?

    package init(
        id: ID<Moment>, track: ID<Track>, author: NamedPerson, pinnedMilliseconds: Int64, durationMilliseconds: Int64,
        text: String, createdAt: Timestamp, editedAt: Timestamp?, hiding: Hiding?
    ) {
        self.id = id
        self.track = track
        self.author = author
        self.pinnedMilliseconds = pinnedMilliseconds
        self.durationMilliseconds = durationMilliseconds
        self.text = text
        self.createdAt = createdAt
        self.editedAt = editedAt
        self.hiding = hiding
    }

    /// The position at which it stands, in milliseconds: the end of a track that has become shorter.
    package var positionMilliseconds: Int64 { min(pinnedMilliseconds, durationMilliseconds) }
}

extension Hiding {
    private static let longestReason = 1000

    /// Throws `invalid` with the reason `reason_missing` for an empty or too long reason.
    init(at instant: Timestamp, because reason: String) throws(DomainError) {
        let reason = PlainText.line(reason)
        guard PlainText.isVisible(reason), reason.unicodeScalars.count <= Self.longestReason else {
            throw .invalid(
                "A reason has 1 to \(Self.longestReason) characters", field: "reason", reason: "reason_missing")
        }
        self.init(at: instant, reason: reason)
    }
}

/// A moment's text: one line of plain text, 1 to 300 characters.
package struct MomentText: Sendable, Equatable {
    package static let longest = 300
    /// The most combining marks on one character: more would cover the lines around it.
    private static let mostMarks = 8

    package let text: String

    /// Invisible characters, and those that change the direction of other text, are removed; line ends and other white
    /// space become single spaces.
    package init(_ text: String) throws(DomainError) {
        let line = PlainText.line(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard PlainText.isVisible(line), line.unicodeScalars.count <= Self.longest, !Self.isStacked(line) else {
            throw .invalid("The text of a moment has 1 to \(Self.longest) characters", field: "text")
        }
        self.text = line
    }

    private static func isStacked(_ text: String) -> Bool {
        var marks = 0
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .spacingMark: marks += 1
            default: marks = 0
            }
            if marks > mostMarks { return true }
        }
        return false
    }
}

/// A change that an author makes to a moment; nil leaves a value as it is.
package struct MomentChange: Sendable, Equatable {
    package let positionMilliseconds: Int64?
    package let text: MomentText?

    package init(positionMilliseconds: Int64?, text: MomentText?) {
        self.positionMilliseconds = positionMilliseconds
        self.text = text
    }
}

extension Principal {
    /// Whether the caller sees the moment: an own one, or one whose author shares likes and reviews and that no
    /// moderator has hidden.
    package func sees(_ moment: StoredMoment) -> Bool {
        libraries.admits(library: moment.part)
            && (moment.author == user || moment.isShared && sees(moment.hiding, by: moment.author))
    }
}

extension DomainError {
    package static let noMoment = DomainError.notFound("There is no such moment")
    static let notYourMoment = DomainError(.forbidden, "This moment is not yours")
    static let tooManyMoments = DomainError(
        .conflict,
        "You have \(MomentService.mostPerTrack) moments in this track. Remove one before you add another.",
        reason: "too_many_moments")
    static let tooManyMomentsInAll = DomainError(
        .conflict, "You have \(MomentService.mostPerPerson) moments. Remove some before you add another.",
        reason: "too_many_moments")
}
