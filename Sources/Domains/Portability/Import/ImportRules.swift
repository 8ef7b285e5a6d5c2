package import Primitives

/// Decisions about imported things, by what is there already.
package enum ImportRules {
    /// The facts of the playlist to which an imported entry belongs.
    package struct Playlist: Sendable {
        package let isOwn: Bool
        /// Whether rules determine its entries.
        package let isSmart: Bool
        package let isFull: Bool

        package init(isOwn: Bool, isSmart: Bool, isFull: Bool) {
            self.isOwn = isOwn
            self.isSmart = isSmart
            self.isFull = isFull
        }
    }

    /// The time of an imported thing: nothing is imported with a future time.
    package static func time(_ at: Timestamp, noLaterThan instant: Timestamp) -> Timestamp {
        min(at, instant)
    }

    /// The outcome for a thing whose id is taken; nil for a free id. Imported things keep their ids, so that a repeated
    /// import recognizes them. A thing of another user is not changed.
    package static func outcome(ofIDOf owner: ID<Person>?, for user: ID<Person>) -> ImportOutcome? {
        owner.map { $0 == user ? .present : .unmatched }
    }

    /// The outcome for an entry of a playlist; nil if it is to be added, unless it exists already.
    ///
    /// - Parameters:
    ///   - playlist: nil if there is no such playlist.
    ///   - isThere: whether the entry exists.
    package static func outcome(
        ofEntryOf playlist: Playlist?, isTrial: Bool, isThere: () throws -> Bool
    ) rethrows -> ImportOutcome? {
        guard let playlist else { return outcomeWithoutItem(isTrial: isTrial) }
        guard playlist.isOwn, !playlist.isSmart else { return .unmatched }
        guard playlist.isFull else { return nil }
        return try isThere() ? .present : .unmatched
    }

    /// The outcome for the picture of an item that exists. An item that has a picture keeps it.
    package static func outcome(ofPictureOfOwn isOwn: Bool, isEmpty: Bool) -> ImportOutcome {
        guard isOwn else { return .unmatched }
        return isEmpty ? .added : .present
    }

    /// The outcome for something whose item does not exist. A trial has imported the item in an earlier portion, which
    /// was rolled back.
    package static func outcomeWithoutItem(isTrial: Bool) -> ImportOutcome {
        isTrial ? .added : .unmatched
    }
}
