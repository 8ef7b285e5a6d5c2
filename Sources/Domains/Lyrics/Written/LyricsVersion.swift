package import Catalog
package import Primitives

/// One version of a track's written lyrics. Every version that was published stays.
package struct LyricsVersion: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable {
        /// It is, or was, what everybody reads.
        case published
        /// It waits for a moderator.
        case proposed
        case rejected
    }

    package let id: ID<LyricsVersion>
    package let track: ID<Track>
    /// Nil if the account was deleted. So is `moderator`.
    package let author: NamedPerson?
    /// When it was written.
    package let at: Timestamp
    package let state: State
    /// Whether everybody reads it now.
    package let isCurrent: Bool
    /// The author's remark; may be empty.
    package let note: String
    /// The earlier version that this one restores.
    package let restored: ID<LyricsVersion>?
    package let outline: Outline
    /// The moderator who decided about a proposal.
    package let moderator: NamedPerson?
    package let decidedAt: Timestamp?
    /// The moderator's answer to the author; may be empty.
    package let reason: String

    /// The facts about lyrics that a list shows.
    package struct Outline: Sendable, Equatable {
        /// The languages of the parts that have one, in their order.
        package let languages: [String]
        /// The number of lines of the song's own words; 0 for a version without words.
        package let lines: Int
        package let precision: SongLyrics.Precision

        package init(languages: [String], lines: Int, precision: SongLyrics.Precision) {
            self.languages = languages
            self.lines = lines
            self.precision = precision
        }

        package init(of lyrics: WrittenLyrics) {
            self.init(
                languages: lyrics.parts.compactMap(\.language), lines: lyrics.parts.first?.lines.count ?? 0,
                precision: lyrics.parts.first?.precision ?? .none)
        }
    }

    package init(
        id: ID<LyricsVersion>, track: ID<Track>, author: NamedPerson?, at: Timestamp, state: State, isCurrent: Bool,
        note: String, restored: ID<LyricsVersion>?, outline: Outline, moderator: NamedPerson?, decidedAt: Timestamp?,
        reason: String
    ) {
        self.id = id
        self.track = track
        self.author = author
        self.at = at
        self.state = state
        self.isCurrent = isCurrent
        self.note = note
        self.restored = restored
        self.outline = outline
        self.moderator = moderator
        self.decidedAt = decidedAt
        self.reason = reason
    }

    /// Whether the user may read it: what was published everybody, what was not its author and moderators.
    package func isSeen(by caller: Principal) -> Bool {
        state == .published || author?.id == caller.user || caller.may(.moderate)
    }
}

/// A version that is being written.
package struct LyricsVersionDraft: Sendable {
    package static let longestNote = 500

    package let content: WrittenLyrics
    package let note: String
    /// The published version that the author began with; nil if there was none.
    package let basis: ID<LyricsVersion>?

    package init(
        content: WrittenLyrics, note: String, basis: ID<LyricsVersion>?
    ) throws(DomainError) {
        let note = note.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard note.count <= Self.longestNote else {
            throw .invalid("A note has at most \(Self.longestNote) characters", field: "note")
        }
        self.content = content
        self.note = note
        self.basis = basis
    }
}

/// The lyrics of a track as an editor begins with them.
package struct EditedLyrics: Sendable {
    /// Whether the caller's version is published at once. Otherwise it is a proposal.
    package let mayPublish: Bool
    /// The version that everybody reads; nil if nobody has written any.
    package let current: LyricsVersion?
    /// The caller's own proposal that waits for a moderator.
    package let proposal: LyricsVersion?
    /// The written lyrics, or else those of the file.
    package let lyrics: [SongLyrics]
}

/// A proposal with the track that it is about.
package struct LyricsProposal: Sendable {
    package let version: LyricsVersion
    package let title: String
    package let artist: String?

    package init(version: LyricsVersion, title: String, artist: String?) {
        self.version = version
        self.title = title
        self.artist = artist
    }
}

extension DomainError {
    package static let noLyricsVersion = notFound("There is no such version of these lyrics")
    static let lyricsChanged = DomainError(
        .conflict, "Somebody has changed these lyrics meanwhile. Compare yours with theirs, then save again",
        reason: "lyrics_changed")
    static let lyricsUnchanged = DomainError(
        .conflict, "These lyrics are the same as before. Nothing was changed", reason: "lyrics_unchanged")
    static let lyricsDecided = DomainError(
        .conflict, "This proposal was decided about already", reason: "proposal_decided")
}
