package import Foundation

/// An error of a certificate authority in its own words (RFC 8555 §6.7), or the reason why it could not be called.
package struct ACMEProblem: Error, Sendable, Equatable {
    /// The last part of `urn:ietf:params:acme:error:…`; nil for an error that the authority did not send.
    package let type: String?
    package let detail: String
    /// The authority's earliest time for another request.
    package let retryAfter: Date?

    package init(type: String? = nil, _ detail: String, retryAfter: Date? = nil) {
        self.type = type
        self.detail = detail
        self.retryAfter = retryAfter
    }

    static func unexpected(_ what: String) -> ACMEProblem {
        ACMEProblem("The certificate authority answered something unexpected: \(what)")
    }

    /// The error as a sentence for an administrator. Nothing in the authority's text can begin a new line.
    package var sentence: String {
        let text = String(detail.map { $0.isNewline ? " " : $0 }.prefix(500))
        return type.map { "\(text) (\($0))" } ?? text
    }
}

/// A problem document (RFC 7807) with its subproblems.
struct ACMEProblemBody: Decodable {
    struct Part: Decodable {
        struct Identifier: Decodable {
            let value: String
        }

        let detail: String?
        let identifier: Identifier?
    }

    let type: String?
    let detail: String?
    let subproblems: [Part]?

    func problem(retryAfter: Date?) -> ACMEProblem {
        let parts = (subproblems ?? []).compactMap { part in
            part.detail.map { detail in part.identifier.map { "\($0.value): \(detail)" } ?? detail }
        }
        let text = ([detail ?? "The certificate authority refused"] + parts).joined(separator: "; ")
        return ACMEProblem(type: type?.split(separator: ":").last.map(String.init), text, retryAfter: retryAfter)
    }
}
