import Catalog
import Foundation
import GRDB
import Lyrics
import Primitives

/// The lyrics that providers gave, with their terms.
struct ProvidedLyricsTable: TransactionScoped {
    let db: Database

    /// In the order in which they were stored.
    func texts(of track: String) throws -> [StoredLyrics] {
        try db.rows(Self.stored, [track]).compactMap { row in
            guard let format = LyricsFormat(rawValue: row["format"]) else { return nil }
            let content: Data = row["content"]
            return StoredLyrics(
                source: .provider, language: row["language"], format: format, content: [UInt8](content),
                rights: try Self.rights(row))
        }
    }

    private static func rights(_ row: Row) throws -> LyricsRights {
        let listed: String? = row["countries"]
        let countries = try listed.flatMap { text in
            text == everywhere ? nil : Set(try StoredJSON.value(text) as [String])
        }
        return LyricsRights(
            provider: row["provider"], copyright: row["copyright"], pixelTrackingURL: row["pixel_tracking_url"],
            scriptTrackingURL: row["script_tracking_url"], htmlTrackingURL: row["html_tracking_url"],
            backlinkURL: row["backlink_url"], countries: countries, isExplicit: row["is_explicit"],
            expiresAt: row["expires_at"])
    }

    /// Replaces what is stored of the track. Texts without a provider's terms are left out.
    ///
    /// - Parameter provider: the provider's id; nil where it is none of the admin's list.
    func replace(_ texts: [StoredLyrics], of track: String, by provider: String? = nil) throws {
        try db.run("DELETE FROM provided_lyrics WHERE track = ?", [track])
        let insert = try db.cachedStatement(sql: Self.insert)
        for (position, text) in texts.enumerated() {
            guard let rights = text.rights else { continue }
            let countries: any DatabaseValueConvertible =
                if let listed = rights.countries { JSONList(listed.sorted()) } else { Self.everywhere }
            try insert.execute(arguments: [
                track, position, rights.provider, text.language, text.format.rawValue, Data(text.content),
                rights.copyright, rights.pixelTrackingURL, rights.scriptTrackingURL, rights.htmlTrackingURL,
                rights.backlinkURL, countries, rights.isExplicit, provider, rights.expiresAt,
            ])
        }
    }

    /// JSON's null. The column's check refuses that of SQL, of which `json_valid` is 0 before SQLite 3.45.
    private static let everywhere = "null"

    static let stored = """
        SELECT provider, language, format, content, copyright, pixel_tracking_url, script_tracking_url,
          html_tracking_url, backlink_url, countries, is_explicit, expires_at
        FROM provided_lyrics WHERE track = ? ORDER BY position
        """
    private static let insert = """
        INSERT INTO provided_lyrics (track, position, provider, language, format, content, copyright,
          pixel_tracking_url, script_tracking_url, html_tracking_url, backlink_url, countries, is_explicit, provider_id,
          expires_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
}
