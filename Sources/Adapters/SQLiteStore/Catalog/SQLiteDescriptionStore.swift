package import Catalog
import Foundation
import GRDB
package import Journal
package import Primitives

/// The descriptions of artists and albums from outside sources, in SQLite.
package struct SQLiteDescriptionStore: DescriptionStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func setups() async throws -> [DescriptionSetup] {
        try await database.read(Self.setups)
    }

    private static func setups(_ db: Database) throws -> [DescriptionSetup] {
        let rows = try db.rows("SELECT source, base, sealed_key, is_on FROM description_source")
        return DescriptionSource.allCases.map { source in
            guard let row = rows.first(where: { $0["source"] == source.rawValue }) else {
                return DescriptionSetup(source)
            }
            return DescriptionSetup(
                source, base: row["base"], sealedKey: (row["sealed_key"] as Data?).map { [UInt8]($0) },
                isOn: row["is_on"])
        }
    }

    package func edit(
        _ change: @escaping @Sendable (inout [DescriptionSetup]) throws -> [JournalEntry]
    ) async throws -> [DescriptionSetup] {
        try await database.edit(.administration, Self.setups, change) { setups, _, db in
            for setup in setups {
                try db.run(
                    "INSERT OR REPLACE INTO description_source (source, base, sealed_key, is_on) VALUES (?, ?, ?, ?)",
                    [setup.source.rawValue, setup.base, setup.sealedKey.map { Data($0) }, setup.isOn])
            }
        }
    }

    package func due(_ stamp: String, at now: Timestamp, limit: Int) async throws -> [DescriptionSubject] {
        try await database.read { db in
            let arguments: StatementArguments = ["stamp": stamp, "now": now, "limit": limit]
            let texts = FolderTextReader(db, .everything)
            let artists = try db.rows(Self.dueArtists, arguments)
            let albums = try db.rows(Self.dueAlbums, arguments)
            return try artists.map { row in
                let id: String = row["id"]
                let names = (row["title"] as String?).map {
                    AlbumNames(title: $0, artist: row["name"], trackCount: row["track_count"])
                }
                return .artist(
                    DescriptionSubject.Artist(
                        id: ID(id), question: row["question"], name: row["name"], musicBrainz: row["musicbrainz"],
                        album: names, wantsBiography: try texts.text(aboutArtist: id) == nil,
                        wantsPicture: row["wants_picture"]))
            }
                + albums.map { row in
                    .album(
                        DescriptionSubject.Album(
                            id: row["id"], question: row["question"],
                            names: AlbumNames(
                                title: row["name"], artist: row["artist"], trackCount: row["track_count"]),
                            ids: ReleaseIDs(release: row["release"], group: row["release_group"]),
                            wantsDate: row["wants_date"], wantsCover: row["wants_cover"]))
                }
        }
    }

    package func record(_ found: ArtistDescription, _ lookup: DescriptionLookup) async throws {
        let shown = try await description(of: found.artist)?.picture?.image
        // The caches of the catalog stay where nothing of theirs changes.
        let others: [ChangeSignal.Area] = shown == found.picture?.image ? [] : [.catalogue]
        try await database.write(.descriptions, and: others) { db in
            let artist = found.artist.rawValue
            guard try db.exists("SELECT 1 FROM artist WHERE id = ?", [artist]) else { return }
            let before: String? = try db.value("SELECT image FROM artist_description WHERE artist = ?", [artist])
            try Self.write(found.picture, at: lookup.at, db)
            try db.run(
                Self.writeArtist,
                [
                    "id": artist, "musicbrainz": found.musicBrainz, "biography": found.biography,
                    "biography_page": found.biographyCredit?.page,
                ] + Self.arguments(lookup, found.picture, of: .fanart))
            // A picture of the library's own stays.
            try db.run(Self.showPicture, ["artist": artist, "before": before])
        }
    }

    package func record(_ found: AlbumDescription, _ lookup: DescriptionLookup) async throws {
        let shown = try await description(of: found.album)
        let isSame = shown?.picture?.image == found.picture?.image && shown?.firstReleased == found.firstReleased
        try await database.write(.descriptions, and: isSame ? [] : [.catalogue]) { db in
            let album = found.album.rawValue
            guard try db.exists("SELECT 1 FROM album WHERE id = ?", [album]) else { return }
            try Self.write(found.picture, at: lookup.at, db)
            try db.run(
                Self.writeAlbum,
                [
                    "id": album, "release_id": found.ids.release, "release_group": found.ids.group,
                    "first_released": found.firstReleased,
                ] + Self.arguments(lookup, found.picture, of: .coverArtArchive))
            if !isSame { try CatalogRefresh(albums: [album]).run(db, at: lookup.at) }
        }
    }

    /// - Parameter pictures: the source of such pictures.
    private static func arguments(
        _ lookup: DescriptionLookup, _ picture: DescriptionPicture?, of pictures: DescriptionSource
    ) -> StatementArguments {
        [
            "question": lookup.question, "stamp": lookup.stamp, "at": lookup.at, "again": lookup.again,
            "image": picture?.image.hex, "image_origin": picture?.credit.origin.rawValue,
            "image_page": picture?.credit.page,
            "has_facts": lookup.answered.contains(.musicBrainz), "has_picture": lookup.answered.contains(pictures),
        ]
    }

    private static func write(_ picture: DescriptionPicture?, at: Timestamp, _ db: Database) throws {
        guard let picture else { return }
        let image = ScanBatch.Image(key: picture.image, kind: picture.kind, size: picture.size)
        try BatchWriter.write([image], at: at.milliseconds, to: db)
    }

    package func progress(_ stamp: String, at now: Timestamp) async throws -> DescriptionProgress {
        try await database.read { db in
            guard let row = try db.row(Self.progress, ["stamp": stamp, "now": now]) else {
                return DescriptionProgress(total: 0, done: 0, found: 0)
            }
            return DescriptionProgress(total: row["total"], done: row["done"], found: row["found"])
        }
    }

    package func removeAll(_ entry: JournalEntry) async throws {
        try await database.write(.catalogue, and: [.descriptions, .administration]) { db in
            let albums: Set<String> = try db.valueSet("SELECT album FROM album_description")
            try db.execute(sql: "DELETE FROM artist_description; DELETE FROM album_description;")
            let images = ArtistImages(db)
            try images.write(images.changes())
            try CatalogRefresh(albums: albums).run(db, at: entry.at)
            try entry.append(to: db)
        }
    }

    package func description(of artist: ID<Artist>) async throws -> ArtistDescription? {
        try await database.read { db in
            guard let row = try db.row("\(Self.pictured("artist_description")) WHERE d.artist = ?", [artist])
            else { return nil }
            let biography: String? = row["biography"]
            return ArtistDescription(
                artist: artist, musicBrainz: row["musicbrainz"], biography: biography,
                biographyCredit: biography.map { _ in DescriptionCredit(.wikipedia, page: row["biography_page"]) },
                picture: Self.picture(row))
        }
    }

    package func description(of album: ID<Album>) async throws -> AlbumDescription? {
        try await database.read { db in
            guard let row = try db.row("\(Self.pictured("album_description")) WHERE d.album = ?", [album])
            else { return nil }
            return AlbumDescription(
                album: album, ids: ReleaseIDs(release: row["release_id"], group: row["release_group"]),
                firstReleased: row["first_released"], picture: Self.picture(row))
        }
    }

    private static func picture(_ row: Row) -> DescriptionPicture? {
        guard let image = row.blobKey("image"), let mediaType: String = row["media_type"], let size: Int = row["size"],
            let kind = ImageKind.allCases.first(where: { $0.mediaType == mediaType }),
            let origin = (row["image_origin"] as String?).flatMap(DescriptionCredit.Origin.init)
        else { return nil }
        return DescriptionPicture(
            image: image, kind: kind, size: size, credit: DescriptionCredit(origin, page: row["image_page"]))
    }

    private static func pictured(_ table: String) -> String {
        "SELECT d.*, i.media_type, i.size FROM \(table) d LEFT JOIN image i ON i.key = d.image"
    }

    /// Artists that lists show, each with the album of theirs that has the most tracks.
    static let dueArtists = """
        SELECT a.id, a.name, a.musicbrainz, \(artistQuestion) AS question, b.name AS title, b.track_count,
          a.image IS NULL OR a.image IS d.image AS wants_picture
        FROM artist a LEFT JOIN artist_description d ON d.artist = a.id
        LEFT JOIN album b ON b.id = (
          SELECT o.id FROM album_artist aa CROSS JOIN album o ON o.id = aa.album AND o.track_count > 0
          WHERE aa.artist = a.id AND aa.position = 0 ORDER BY o.track_count DESC, o.id LIMIT 1)
        WHERE a.is_listed = 1 AND NOT \(isDone(artistQuestion)) LIMIT :limit
        """
    static let dueAlbums = """
        SELECT a.id, a.name, a.release, a.release_group, \(albumQuestion) AS question, a.track_count, p.name AS artist,
          NOT EXISTS (SELECT 1 FROM track t WHERE t.album = a.id AND t.missing_since IS NULL
            AND t.original_date IS NOT NULL) AS wants_date,
          a.cover IS NULL OR a.cover IS d.image AS wants_cover
        FROM album a LEFT JOIN album_description d ON d.album = a.id
        JOIN album_artist aa ON aa.album = a.id AND aa.position = 0 JOIN artist p ON p.id = aa.artist
        WHERE a.track_count > 0 AND NOT \(isDone(albumQuestion)) LIMIT :limit
        """
    static let progress = """
        SELECT sum(total) AS total, sum(done) AS done, sum(found) AS found FROM (
          SELECT count(*) AS total, count(CASE WHEN \(isDone(artistQuestion)) THEN 1 END) AS done,
            count(coalesce(d.biography, d.image)) AS found
          FROM artist a LEFT JOIN artist_description d ON d.artist = a.id WHERE a.is_listed = 1
          UNION ALL SELECT count(*), count(CASE WHEN \(isDone(albumQuestion)) THEN 1 END),
            count(coalesce(d.first_released, d.image))
          FROM album a LEFT JOIN album_description d ON d.album = a.id WHERE a.track_count > 0)
        """

    /// The condition that the artist or album `a` was looked up, and is not to be looked up again yet.
    private static func isDone(_ question: String) -> String {
        "(d.stamp IS NOT NULL AND d.stamp = :stamp AND d.question = \(question) AND d.again_at > :now)"
    }

    private static let artistQuestion = "a.name || char(10) || ifnull(a.musicbrainz, '')"
    private static let albumQuestion =
        "a.name || char(10) || ifnull(a.release, '') || char(10) || ifnull(a.release_group, '')"

    private static let showPicture = """
        UPDATE artist SET image = (SELECT image FROM artist_description WHERE artist = :artist)
        WHERE id = :artist AND image IS :before
        """

    private static let writeArtist = upsert(
        "artist_description", key: "artist", facts: ["musicbrainz", "biography", "biography_page"])
    private static let writeAlbum = upsert(
        "album_description", key: "album", facts: ["release_id", "release_group", "first_released"])

    /// A column of a source that gave no answer stays, unless other names or ids were asked about.
    ///
    /// - Parameter facts: the columns that MusicBrainz gives.
    private static func upsert(_ table: String, key: String, facts: [String]) -> String {
        let pictures = ["image", "image_origin", "image_page"]
        func updates(_ columns: [String], where isAnswered: String) -> [String] {
            columns.map { column in
                let isNew = "\(isAnswered) OR question <> excluded.question"
                return "\(column) = CASE WHEN \(isNew) THEN excluded.\(column) ELSE \(column) END"
            }
        }
        let updates = updates(facts, where: ":has_facts") + updates(pictures, where: ":has_picture")
        let columns = facts + pictures
        return """
            INSERT INTO \(table) (\(key), question, stamp, looked_up_at, again_at, \(columns.joined(separator: ", ")))
            VALUES (:id, :question, :stamp, :at, :again, \(columns.map { ":\($0)" }.joined(separator: ", ")))
            ON CONFLICT (\(key)) DO UPDATE SET question = excluded.question, stamp = excluded.stamp,
              looked_up_at = excluded.looked_up_at, again_at = excluded.again_at, \(updates.joined(separator: ", "))
            """
    }
}
