import Accounts
import Foundation
import HTTPTypes
import LyricsAPI
import Primitives
import Support

/// The walk over the rows for lyrics clients.
extension Lane {
    func walk(_ row: LyricsEndpoint, as askers: [Asker]) async throws {
        for asker in askers {
            let refusal = Self.refusal(of: asker)
            for kind in IDKind.allCases {
                guard let target = try target(row, kind, asker) else { continue }
                let proof = asker.remoteParameters.map { "\($0)=\($1)" }
                let query = (target.parameters + proof).joined(separator: "&")
                let answer = try await gateway.send(.get, "\(target.path)?\(query)", asker.remoteFields)
                let status = Self.status(of: answer)
                let isReached = kind == .own || kind == .other && asker.account == .admin
                let expectation: Expectation =
                    refusal == nil && isReached ? .admitted(mayChange: true) : .ineffective
                var failure = try await verdict(
                    answer, isRefused: status >= 400, expectation, of: asker, touchesAccounts: true)
                if failure == nil, let refusal, !refusal.contains(status) {
                    failure = "answered \(status) instead of \(refusal.sorted()): \(answer.text.prefix(300))"
                } else if failure == nil, refusal == nil, !isReached, status < 400 {
                    failure = "answered what is not there for the asker: \(answer.text.prefix(300))"
                }
                if refusal == nil, kind == .own {
                    if status < 400 {
                        noteSuccess(row.path)
                    } else {
                        noteRefusal(row.path, "\(answer.text.prefix(200))")
                    }
                }
                note(row.path, failure.map { "\(row.path) by \(asker.name), \(kind) (\(query)): \($0)" })
            }
        }
    }

    /// The request to a row for an id of this kind. Nil where it names nothing of the kind.
    private func target(
        _ row: LyricsEndpoint, _ kind: IDKind, _ asker: Asker
    ) throws -> (path: String, parameters: [String])? {
        let track = belongings.id(.track, kind, for: asker.account)
        let number = kind == .malformed ? track : String(try watch.number(ofTrack: track))
        if row.path.hasSuffix("{id}") { return (row.path.replacing("{id}", with: number), []) }
        if row.path.contains("/track.") && !row.path.hasSuffix("search") {
            return (row.path, ["commontrack_id=\(number)"])
        }
        if row.path.hasSuffix("search") { return kind == .own ? (row.path, ["q=song"]) : nil }
        let name = kind == .own ? "Open" : kind == .other ? Seeding.secret : "Nothing"
        if kind == .malformed { return (row.path, []) }
        let (title, artist) =
            row.path.hasPrefix("/lrclib") ? ("track_name", "artist_name") : ("q_track", "q_artist")
        return (row.path, ["\(title)=\(name)%20song%202", "\(artist)=\(name)%20singer"])
    }

    /// The statuses that a call may get, whatever it names. Nil where it is allowed.
    private static func refusal(of asker: Asker) -> Set<Int>? {
        guard case .deviceKey(_, let scopes) = asker.proof else { return [401] }
        return scopes.contains(.read) && asker.role.permissions.contains(.browse) ? nil : [403]
    }

    /// Replies in Musixmatch's format have their status in the body.
    private static func status(of answer: HTTPReply) -> Int {
        let header = (answer.json?["message"] as? [String: Any])?["header"] as? [String: Any]
        return header?["status_code"] as? Int ?? answer.status
    }
}
