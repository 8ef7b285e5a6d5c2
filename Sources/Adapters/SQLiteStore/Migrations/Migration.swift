import GRDB

/// One step of the schema's history: a transaction that runs once in a database's lifetime.
///
/// A migration is never edited once it is published. It uses no type of the application, so that it never changes its
/// effect.
struct Migration: Sendable {
    let name: String
    let apply: @Sendable (Database) throws -> Void
}

extension [Migration] {
    /// All migrations in the order in which they run.
    static let all: [Migration] = [
        .m0000Journal, .m0001Accounts, .m0002Catalogue, .m0003Listening,
        .m0004Confirmation, .m0005Removal, .m0006Artwork, .m0007Browsing,
        .m0008Access, .m0009Edits, .m0010DeviceKeys, .m0011Folders,
        .m0012Opinions, .m0013Playlists, .m0014Shares, .m0015Radio,
        .m0016Bookmarks, .m0017FurtherTags, .m0018Lyrics, .m0019Board,
        .m0020Events, .m0021LibraryCounts, .m0022Statistics, .m0024ShelfItems,
        .m0025Wishes, .m0026Notifications, .m0027SmartPlaylists, .m0028RevokedDays,
        .m0029Submissions, .m0032JournalChain, .m0033Plans, .m0034Office,
        .m0035Backups, .m0036TwoFactor, .m0037Mail, .m0038Fingerprints, .m0039LinkImports,
        .m0040ScheduledSince, .m0041FurtherPictures,
        .m0042TokenScopes, .m0043EmailUndo, .m0044Cleanup, .m0045Clock,
        .m0047DailyOverview, .m0049PictureAccess, .m0050LocalesAndPopularity, .m0055WishesByTitle,
        .m0056TokenGenerations, .m0057ImageOwners, .m0058PictureTimes, .m0060Withdrawals,
        .m0061HiddenPlaylists, .m0062Reports, .m0063JournalKinds, .m0064Downloads, .m0065Explicit, .m0066JointArtists,
        .m0067Analysis, .m0068SoundRules, .m0069LyricsFormats, .m0070SongNumbers,
        .m0071WordIndex, .m0072WrittenLyrics, .m0073LyricsSidecars, .m0074LyricsProviders, .m0075ServerFigures,
        .m0076Home, .m0077PlaylistFolders, .m0078StationPictures, .m0079ShadingMode, .m0080Moments, .m0081Speakers,
        .m0082Scrobbling, .m0083LastFM, .m0084Renderers, .m0085ImportedSongs,
        .m0086OutsideSongs, .m0087Podcasts, .m0088Descriptions, .m0089IdentityProvider, .m0090Passkeys,
        .m0091OutsidePosts, .m0092OutsideOnShelf, .m0093EpisodeIndexes, .m0095ExplicitPodcasts,
    ]
}
