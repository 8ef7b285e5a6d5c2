import Accounts
import Foundation
import HTTPTypes
import ListenBrainzAPI
import Primitives
import Support

/// The walk over the rows for scrobbling clients.
extension Lane {
    func walk(_ row: ListenBrainzEndpoint, as askers: [Asker]) async throws {
        for asker in askers {
            let refusal = Self.refusal(of: asker, by: row)
            for kind in IDKind.allCases {
                let username = belongings.id(.username, kind, for: asker.account)
                let path = row.path.replacing("{name}", with: username)
                guard row.path != path || kind == .own || row.method == .post else { continue }
                var fields = asker.remoteFields
                if let token = asker.remoteParameters.first { fields[.authorization] = "Token \(token.1)" }
                let body = row.method == .post ? Array(body(of: row, kind, asker).utf8) : nil
                let answer = try await gateway.send(row.method, path, fields, body: body)
                let isReached =
                    row.method == .post ? kind != .malformed : kind == .own || kind == .other && row.scope == nil
                // Plays of tracks that the caller may not hear are accepted and ignored.
                let mayChange = kind == .own || kind == .other && asker.account == .admin
                let expectation: Expectation = refusal == nil && mayChange ? .admitted(mayChange: true) : .ineffective
                var failure = try await verdict(
                    answer, isRefused: answer.status >= 400, expectation, of: asker, touchesAccounts: true)
                if failure == nil, let refusal, !refusal.contains(answer.status) {
                    failure = "answered \(answer.status) instead of \(refusal.sorted()): \(answer.text.prefix(300))"
                } else if failure == nil, refusal == nil, isReached != (answer.status < 400) {
                    failure = "answered \(answer.status): \(answer.text.prefix(300))"
                }
                if refusal == nil, kind == .own {
                    if answer.status < 400 {
                        noteSuccess(row.path)
                    } else {
                        noteRefusal(row.path, "\(answer.text.prefix(200))")
                    }
                }
                note(row.path, failure.map { "\(row.path) by \(asker.name), \(kind): \($0)" })
            }
        }
    }

    private func body(of row: ListenBrainzEndpoint, _ kind: IDKind, _ asker: Asker) -> String {
        if kind == .malformed { return "{" }
        guard row.path.hasSuffix("submit-listens") else {
            let track = belongings.id(.track, kind, for: asker.account)
            return #"{"listened_at":1700000000,"recording_msid":"\#(track)"}"#
        }
        let name = kind == .own ? "Open" : kind == .other ? Seeding.secret : "Nothing"
        return #"{"listen_type":"single","payload":[{"listened_at":1700000000,"track_metadata":"#
            + #"{"track_name":"\#(name) song 2","artist_name":"\#(name) singer"}}]}"#
    }

    /// The statuses that a call may get, whatever it names. Nil where it is allowed.
    private static func refusal(of asker: Asker, by row: ListenBrainzEndpoint) -> Set<Int>? {
        guard case .deviceKey(_, let scopes) = asker.proof else {
            // Anyone may ask whether a token is valid.
            return row.scope == nil ? [200, 400] : [401]
        }
        guard let scope = row.scope else { return nil }
        return scopes.contains(scope) && asker.role.permissions.contains(.listen) ? nil : [403]
    }
}
