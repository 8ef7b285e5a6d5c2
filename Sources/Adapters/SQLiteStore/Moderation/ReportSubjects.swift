import Board
import Catalog
import GRDB
import Moderation
import Primitives
import Shelf

/// Looks up what people report, as they see it themselves.
struct ReportSubjects {
    /// What a report keeps of the thing.
    struct Facts {
        let title: String
        var owner: ID<Person>?
        var library: String?
        var day: String?
    }

    private let db: Database
    private let caller: Principal

    init(_ db: Database, for caller: Principal) {
        self.db = db
        self.caller = caller
    }

    /// Throws `notFound` for what the caller does not see.
    func facts(_ kind: Report.Kind, _ id: String) throws -> Facts {
        switch kind {
        case .track: try track(id)
        case .playlist: try playlist(ID(id))
        case .post: try post(ID(id))
        case .comment: try comment(ID(id))
        case .picture: try picture(id)
        }
    }

    private func track(_ id: String) throws -> Facts {
        let arguments: StatementArguments = ["id": id]
        let library = try String.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT part FROM track WHERE id = :id AND missing_since IS NULL\(caller.libraries.and("library"))
                    """), arguments: arguments + caller.libraries.arguments)
        guard let library, let item = try TrackItemReader(db).items([id]).first else {
            throw DomainError.notFound("There is no such track")
        }
        let artists = item.artists.map(\.name).joined(separator: ", ")
        return Facts(title: artists.isEmpty ? item.title : "\(item.title) – \(artists)", library: library)
    }

    private func playlist(_ id: ID<Playlist>) throws -> Facts {
        let playlist = try PlaylistReader(db, for: caller).playlist(id)
        guard playlist.isOwn || playlist.visibility == .public else {
            throw DomainError.notFound("There is no such playlist")
        }
        return Facts(title: playlist.name, owner: playlist.owner.id)
    }

    private func post(_ id: ID<Post>) throws -> Facts {
        guard let post = try PostReader(db: db, reader: BoardViewer(caller)).post(id) else { throw DomainError.noPost }
        let part = try String.fetchOne(
            db,
            sql:
                "SELECT coalesce(t.part, p.library) FROM board_post p LEFT JOIN track t ON t.id = p.track WHERE p.id = ?",
            arguments: [id.rawValue])
        return Facts(
            title: post.song.map { "\($0.title) – \($0.artist)" } ?? post.caption, owner: post.author.id,
            library: part, day: post.day.text)
    }

    private func comment(_ id: ID<Comment>) throws -> Facts {
        guard let comment = try CommentReader(db: db, reader: BoardViewer(caller)).comment(id) else {
            throw DomainError.noComment
        }
        return Facts(title: comment.text, owner: comment.author.id, day: comment.day.text)
    }

    private func picture(_ person: String) throws -> Facts {
        let name = try String.fetchOne(
            db, sql: "SELECT display_name FROM account WHERE id = ? AND picture IS NOT NULL AND disabled = 0",
            arguments: [person])
        guard let name else { throw DomainError.notFound("There is nobody like this with a picture") }
        return Facts(title: name, owner: ID(person))
    }
}
