import Primitives

/// The rules that group files into albums, artists and genres.
///
/// Every result depends on one file alone, so that the order in which files are found does not matter:
///
/// - **Title**: the tag, else the file's name without its extension.
/// - **Artists** are matched by folded name (`FoldedText.fold`: case, accents, width and Unicode form are ignored). Two
///   artists of one name with different MusicBrainz ids are different artists (`ArtistGrouping`). A file that names no
///   artist is by "Unknown artist".
/// - **Album**: files with the same MusicBrainz release id are one album. Otherwise an album is a folded album name in
///   a folder. Folders of single discs ("CD1", "Disc 2") count as their parent, and files with different *tagged* album
///   artists are different albums. The compilation flag stands for the album artist "Various Artists". Without either,
///   the artist is not part of the key, so that a sampler whose files name only their performers stays one album;
///   `AlbumSummary` determines its artist. Without an album tag the album has the folder's name; at the library's top
///   it is "Unknown album".
/// - **Genres** are matched by folded name.
package enum Grouping {
    package static let unknownArtist = "Unknown artist"
    package static let variousArtists = "Various Artists"
    package static let unknownAlbum = "Unknown album"
    private static let maximumCredits = 64

    package static func group(_ tags: TrackTags, at path: LibraryPath) -> TrackGrouping {
        let title = TextCleaning.clean(tags.title) ?? TextCleaning.clean(TextCleaning.stem(path.name)) ?? "?"
        let albumFolder = DiscFolder.albumFolder(of: path.folder)
        let albumName = TextCleaning.clean(tags.album) ?? folderName(albumFolder) ?? unknownAlbum
        let credits = credits(tags)
        let performer = credits.first { $0.role == .performer }
        let discFromFolder = LibraryPath(bytes: path.folder).flatMap { DiscFolder.number($0.name) }
        return TrackGrouping(
            title: title,
            titleKey: SortKeys.key(TextCleaning.clean(tags.titleSort) ?? title),
            albumSortKey: SortKeys.key(TextCleaning.clean(tags.albumSort) ?? albumName),
            artistKey: SortKeys.key(performer?.sortName ?? performer?.name ?? unknownArtist),
            albumKey: albumKey(tags, name: albumName, folder: albumFolder, credits: credits),
            albumName: albumName,
            albumSortName: TextCleaning.clean(tags.albumSort),
            albumFolder: albumFolder,
            credits: credits,
            genres: genres(tags.genres),
            discNumber: number(tags.discNumber) ?? discFromFolder,
            trackNumber: number(tags.trackNumber),
            year: year(tags.date),
            originalYear: year(tags.originalDate))
    }

    /// The year of a `YYYY…` date.
    package static func year(_ date: String?) -> Int? {
        guard let date, let year = Int(date.prefix(4)), (1...9999).contains(year) else { return nil }
        return year
    }

    private static func number(_ number: Int?) -> Int? {
        number.flatMap { (1...99_999).contains($0) ? $0 : nil }
    }

    private static func folderName(_ folder: [UInt8]) -> String? {
        LibraryPath(bytes: folder).flatMap { TextCleaning.clean(String(decoding: $0.name, as: UTF8.self)) }
    }

    private static func albumKey(
        _ tags: TrackTags, name: String, folder: [UInt8], credits: [TrackGrouping.Credit]
    ) -> String {
        if let release = TextCleaning.clean(tags.musicBrainz.release) {
            return "release\n" + FoldedText.fold(release)
        }
        let artists = credits.filter { $0.role == .albumArtist }.map(\.folded).joined(separator: "\t")
        return "folder\n\(artists)\n\(FoldedText.fold(name))\n\(Base64URL.encode(folder))"
    }

    private static func credits(_ tags: TrackTags) -> [TrackGrouping.Credit] {
        let ids = tags.musicBrainz
        var performers = credits(tags.artists, as: .performer, sorts: tags.artistSorts, ids: ids.artists)
        var albumArtists = credits(
            tags.albumArtists, as: .albumArtist, sorts: tags.albumArtistSorts, ids: ids.albumArtists)
        if performers.isEmpty {
            performers = credits([tags.artistCredit].compactMap(\.self), as: .performer)
        }
        if performers.isEmpty {
            let isSampler = albumArtists.first?.folded == FoldedText.fold(variousArtists)
            performers =
                albumArtists.isEmpty || isSampler
                ? credits([unknownArtist], as: .performer)
                : albumArtists.map { $0.as(.performer) }
        }
        if albumArtists.isEmpty, tags.isCompilation {
            albumArtists = credits([variousArtists], as: .albumArtist)
        }
        return performers + albumArtists
            + credits(tags.composers, as: .composer, sorts: tags.composerSorts)
            + credits(tags.conductors, as: .conductor)
            + credits(tags.lyricists, as: .lyricist) + credits(tags.remixers, as: .remixer)
            + credits(tags.producers, as: .producer) + contributed(tags.contributions)
    }

    private static func credits(
        _ names: [String], as role: ArtistRole, sorts: [String] = [], ids: [String] = []
    ) -> [TrackGrouping.Credit] {
        var seen: Set<String> = []
        var credits: [TrackGrouping.Credit] = []
        for (position, name) in names.prefix(maximumCredits).enumerated() {
            guard let name = TextCleaning.clean(name) else { continue }
            let folded = FoldedText.fold(name)
            guard !folded.isEmpty, seen.insert(folded).inserted else { continue }
            // Sort names and ids are assigned to the names one by one only if the file has the same number of them.
            let sort = sorts.count == names.count ? TextCleaning.clean(sorts[position]) : nil
            let id = ids.count == names.count ? TextCleaning.clean(ids[position], limit: 36) : nil
            credits.append(
                TrackGrouping.Credit(role: role, name: name, folded: folded, sortName: sort, musicBrainz: id))
        }
        return credits
    }

    /// The credits of the other roles. A musician who plays several instruments has one credit for each.
    private static func contributed(_ contributions: [TrackTags.Contribution]) -> [TrackGrouping.Credit] {
        var seen: Set<String> = []
        return contributions.prefix(maximumCredits).compactMap { contribution in
            guard let name = TextCleaning.clean(contribution.name) else { return nil }
            let folded = FoldedText.fold(name)
            let part = TextCleaning.clean(contribution.part, limit: 100)
            guard !folded.isEmpty, seen.insert("\(contribution.role)\t\(folded)\t\(part ?? "")").inserted else {
                return nil
            }
            return TrackGrouping.Credit(
                role: contribution.role, name: name, folded: folded, sortName: nil, musicBrainz: nil, part: part)
        }
    }

    private static func genres(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.prefix(maximumCredits).compactMap { TextCleaning.clean($0, limit: 100) }
            .filter { name in
                let folded = FoldedText.fold(name)
                return !folded.isEmpty && seen.insert(folded).inserted
            }
    }
}

extension TrackGrouping.Credit {
    fileprivate func `as`(_ role: ArtistRole) -> Self {
        Self(role: role, name: name, folded: folded, sortName: sortName, musicBrainz: musicBrainz)
    }
}

/// Recognizes the folders that contain one disc of an album: `CD1`, `CD 02`, `Disc 2`, `Disk2`, `Płyta 1`, `Disc 1 -
/// Live`.
enum DiscFolder {
    private static let words = ["cd", "disc", "disk", "disco", "dysk", "plyta", "dvd", "vinyl", "side", "lp"]

    /// The disc's number if `name` is the name of such a folder.
    static func number(_ name: [UInt8]) -> Int? {
        let folded = SearchText.words(String(decoding: name, as: UTF8.self))
        for word in words where folded.hasPrefix(word) {
            let rest = folded.dropFirst(word.count)
            let digits = rest.drop(while: { $0 == " " }).prefix(while: { ("0"..."9").contains($0) })
            let tail = rest.drop(while: { $0 == " " }).dropFirst(digits.count)
            if let number = Int(digits), (1...99).contains(number), tail.isEmpty || tail.first == " " {
                return number
            }
        }
        return nil
    }

    /// The folder of the album: the parent of a disc's folder, else `folder` itself.
    static func albumFolder(of folder: [UInt8]) -> [UInt8] {
        guard let path = LibraryPath(bytes: folder), number(path.name) != nil else { return folder }
        return path.folder
    }
}
