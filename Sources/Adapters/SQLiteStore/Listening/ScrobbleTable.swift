import Catalog
import Foundation
import GRDB
import Journal
import Listening
import Primitives

/// The rows of links to one kind of server and of plays that wait for it, within a transaction.
struct ScrobbleTable {
    let db: Database
    let kind: ScrobbleKind

    /// Plays begin to wait, where their user has a link. A play of a track without an artist has no place in the
    /// protocol.
    func add(_ plays: [ID<Play>], of user: ID<Person>, at now: Timestamp, isHistory: Bool) throws {
        try db.run(
            Self.add,
            [
                "plays": JSONList(plays), "user": user, "now": now, "history": isHistory, "service": kind.rawValue,
                "shortest": kind.shortestMilliseconds,
            ])
    }

    func execute(_ write: ScrobbleWrite) throws {
        switch write {
        case .add(let plays, let user, let now): try add(plays, of: user, at: now, isHistory: true)
        case .remove(let plays):
            try db.run(
                "DELETE FROM scrobble WHERE service = ? AND play IN (SELECT value FROM json_each(?))",
                [kind.rawValue, JSONList(plays)])
        case .refuse(let play, let reason, let now):
            try db.run(
                "UPDATE scrobble SET refusal = ?, refused_at = ? WHERE play = ? AND service = ?",
                [reason, now, play, kind.rawValue])
        case .removeHistory(let user):
            try db.run(
                Self.setBack,
                ["user": user, "service": kind.rawValue, "sources": JSONList(kind.sources.map(\.rawValue))])
            try db.run(
                "DELETE FROM scrobble WHERE account = ? AND service = ? AND is_history = 1 AND refusal IS NULL",
                [user, kind.rawValue])
        case .removeAll(let user):
            try db.run("DELETE FROM scrobble WHERE account = ? AND service = ?", [user, kind.rawValue])
        }
    }

    func link(of user: ID<Person>) throws -> ScrobbleLink? {
        try db.row("SELECT * FROM scrobble_link WHERE account = ? AND service = ?", [user, kind.rawValue]).map(link)
    }

    func busyLinks() throws -> [ScrobbleLink] {
        try db.rows(Self.busy, [kind.rawValue]).map(link)
    }

    func store(_ link: ScrobbleLink) throws {
        try db.run(
            Self.upsert,
            [
                "account": link.user, "service": kind.rawValue, "id": link.id, "base": link.base, "name": link.name,
                "token": Data(link.sealedToken), "connected": link.connectedAt, "pause": link.pause?.rawValue,
                "total": link.total, "last": link.lastAt, "failures": link.failures, "trouble": link.trouble?.rawValue,
                "retry": link.retryAt, "historyState": link.history?.state.rawValue,
                "historyAt": link.history?.place.playedAt, "historyPlay": link.history?.place.play,
                "historyTotal": link.history?.total, "historyDone": link.history?.done,
                "importState": link.listens?.state.rawValue, "importBefore": link.listens?.before,
                "importRead": link.listens?.read, "importAdded": link.listens?.added,
                "importUnmatched": link.listens?.unmatched,
            ])
    }

    func remove(_ user: ID<Person>) throws {
        try db.run("DELETE FROM scrobble_link WHERE account = ? AND service = ?", [user, kind.rawValue])
    }

    private func link(_ row: Row) -> ScrobbleLink {
        let history = (row["history_state"] as String?).flatMap(ScrobbleProgress.init).map { state in
            ScrobbleHistory(
                state: state, place: .init(playedAt: row["history_at"], play: row["history_play"]),
                total: row["history_total"], done: row["history_done"])
        }
        let listens = (row["import_state"] as String?).flatMap(ScrobbleProgress.init).map { state in
            ListenImport(
                state: state, before: row["import_before"], read: row["import_read"], added: row["import_added"],
                unmatched: row["import_unmatched"])
        }
        return ScrobbleLink(
            id: row["id"], user: row["account"], kind: kind, base: row["base"], name: row["name"],
            sealedToken: [UInt8](row["sealed_token"] as Data), connectedAt: row["connected_at"],
            pause: (row["pause"] as String?).flatMap(ScrobbleLink.Pause.init), total: row["total"],
            lastAt: row["last_at"], failures: row["failures"],
            trouble: (row["trouble"] as String?).flatMap(ScrobbleFailure.Reason.init), retryAt: row["retry_at"],
            history: history, listens: listens)
    }

    /// Several artists are written with commas, as the surface in ListenBrainz's shape does.
    static let add = """
        INSERT INTO scrobble (play, service, account, is_history, played_at, client, title, artist, album, duration_ms,
          recording, isrc, since)
        SELECT play, :service, account, :history, played_at, client, title, artist, album, duration_ms, recording, isrc, :now
        FROM (
          SELECT p.id AS play, p.account, p.played_at, p.client, t.title, t.album_name AS album, t.duration_ms,
            t.recording, t.isrc,
            (SELECT group_concat(name, ', ') FROM (SELECT l.name FROM track_artist l
              WHERE l.track = t.id AND l.role = 'performer' AND l.name <> '' ORDER BY l.position)) AS artist
          FROM json_each(:plays) j CROSS JOIN play p ON p.id = j.value CROSS JOIN track t ON t.id = p.track
          WHERE p.account = :user AND t.duration_ms >= :shortest
            AND EXISTS (SELECT 1 FROM scrobble_link WHERE account = :user AND service = :service)
        )
        WHERE artist IS NOT NULL AND title <> ''
        ON CONFLICT (play, service) DO NOTHING
        """
    static let busy = """
        SELECT * FROM scrobble_link l
        WHERE l.service = ? AND (l.history_state = 'running' OR l.import_state = 'running'
          OR EXISTS (SELECT 1 FROM scrobble s
            WHERE s.account = l.account AND s.service = l.service AND s.refusal IS NULL))
        ORDER BY l.account
        """
    /// The history is walked from the newest play to the oldest, and a portion of it is sent from its oldest to its
    /// newest: whatever was walked through since the newest that waits is walked through again.
    private static let setBack = """
        UPDATE scrobble_link AS l SET
          history_done = max(0, l.history_done - (SELECT count(*) FROM play p
            WHERE p.account = :user AND p.played_at <= h.newest
              AND (p.played_at, p.id) >= (l.history_at, l.history_play)
              AND p.source IN (SELECT value FROM json_each(:sources)))),
          history_at = h.newest + 1, history_play = ''
        FROM (SELECT max(played_at) AS newest FROM scrobble
          WHERE account = :user AND service = :service AND is_history = 1 AND refusal IS NULL) AS h
        WHERE l.account = :user AND l.service = :service AND l.history_at IS NOT NULL AND h.newest IS NOT NULL
        """
    private static let columns = """
        id, base, name, sealed_token, connected_at, pause, total, last_at, failures, trouble, retry_at, history_state,
          history_at, history_play, history_total, history_done, import_state, import_before, import_read, import_added,
          import_unmatched
        """
    private static let upsert = """
        INSERT INTO scrobble_link (account, service, \(columns))
        VALUES (:account, :service, :id, :base, :name, :token, :connected, :pause, :total, :last, :failures, :trouble,
          :retry, :historyState, :historyAt, :historyPlay, :historyTotal, :historyDone, :importState, :importBefore,
          :importRead, :importAdded, :importUnmatched)
        ON CONFLICT (account, service) DO UPDATE SET \(Database.excluded(columns))
        """
}
