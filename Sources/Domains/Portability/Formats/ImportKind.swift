/// What a report counts separately.
package enum ImportKind: String, Sendable, CaseIterable {
    case plays, likes, ratings, bookmarks, playlists, playlistEntries, folders, shelfItems, wishes, queue, settings,
        pictures
}
