import Accounts
import Foundation
import HTTPTypes
import OpenSubsonicAPI
import Primitives
import Support

/// The walk over the rows of the OpenSubsonic API.
extension Lane {
    func walk(_ row: SubsonicEndpoint, as askers: [Asker]) async throws {
        let name = "/rest/\(row.name)"
        guard let parameters = RemoteFixtures.byName[row.name] else {
            note(name, "\(name): nobody says what it is called with, see RemoteFixtures")
            return
        }
        for asker in askers {
            let refusal = refusal(of: asker, by: row)
            for kind in IDKind.allCases {
                let lookup = NativeFixtures.Lookup { [belongings] in belongings.id($0, kind, for: asker.account) }
                let given = parameters(lookup)
                if kind != .own, lookup.named.isEmpty { continue }
                let query = (asker.remoteParameters + [("v", "1.16.1"), ("c", "walk"), ("f", "json")] + given)
                    .map { "\($0)=\($1.contains("%") ? $1 : Self.escaped($1))" }.joined(separator: "&")
                var fields = asker.remoteFields
                let body = RemoteFixtures.bodies[row.name]
                if body != nil { fields[.contentType] = "application/json" }
                let answer = try await gateway.send(
                    body == nil ? .get : .post, "/rest/\(row.name)?\(query)", fields, body: body.map { Array($0.utf8) })
                let code = Self.errorCode(answer)
                let isRefused = code != nil || answer.status >= 400
                var failure: String?
                if let refusal {
                    failure = try await verdict(
                        answer, isRefused: isRefused, .ineffective, of: asker, touchesAccounts: true)
                    if failure == nil, !refusal.contains(code ?? answer.status) {
                        failure =
                            "answered \(code ?? answer.status) instead of \(refusal.sorted()): "
                            + answer.text.prefix(300)
                    }
                } else {
                    let expectation = expectation(row.name, lookup.named, kind, asker)
                    failure = try await verdict(
                        answer, isRefused: isRefused, expectation, of: asker,
                        touchesAccounts: row.name.hasSuffix("User"))
                    if failure == nil, case .ineffective = expectation, !isRefused, !Self.listing.contains(row.name) {
                        failure = "answered what is not there for the asker: \(answer.text.prefix(300))"
                    }
                    if kind == .own {
                        if isRefused {
                            noteRefusal(name, "\(asker.name): \(answer.text.prefix(200))")
                        } else {
                            noteSuccess(name)
                        }
                    }
                }
                note(name, failure.map { "\(name) by \(asker.name), \(kind) (\(query)): \($0)" })
            }
        }
    }

    /// Rows that ignore ids that the caller cannot see, and process the rest.
    private static let listing: Set<String> = ["unstar", "deleteBookmark"]

    /// The error codes that a call may get, whatever it names. Nil where it is allowed.
    private func refusal(of asker: Asker, by row: SubsonicEndpoint) -> Set<Int>? {
        if row.access == .anyone { return nil }
        guard case .deviceKey(_, let scopes) = asker.proof else {
            // 10: no usable credential. 44: an unknown key.
            switch asker.proof {
            case .share, .token: return [10, 40, 44, 400, 401, 403]
            default: return [10, 400]
            }
        }
        switch row.access {
        case .anyone: return nil
        case .nobody: return [50, 403]
        case .requires(let needed, let permission):
            return scopes.contains(needed) && asker.role.permissions.contains(permission) ? nil : [50, 403]
        }
    }

    private func expectation(_ name: String, _ named: [Resource], _ kind: IDKind, _ asker: Asker) -> Expectation {
        switch kind {
        case .own: return .admitted(mayChange: true)
        case .missing, .malformed: return .ineffective
        case .other:
            if name == "getAvatar" { return .admitted(mayChange: false) }
            let isReached = named.allSatisfy { resource in
                switch resource.reach {
                case .owner: false
                case .library: asker.account == .admin
                case .everybody, .permission, .value: true
                }
            }
            return isReached ? .admitted(mayChange: true) : .ineffective
        }
    }

    private static func errorCode(_ answer: HTTPReply) -> Int? {
        let envelope = answer.json?["subsonic-response"] as? [String: Any]
        return (envelope?["error"] as? [String: Any])?["code"] as? Int
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["-", ".", "_"])) ?? text
    }
}

extension Asker {
    /// The credentials of a browser or a script, as header fields, which `/rest` must not accept.
    var remoteFields: HTTPFields {
        switch proof {
        case .session(let cookie, _): [.cookie: cookie]
        case .token(let text, _): [.authorization: "Bearer \(text)"]
        case .nothing, .deviceKey, .share: [:]
        }
    }
}
