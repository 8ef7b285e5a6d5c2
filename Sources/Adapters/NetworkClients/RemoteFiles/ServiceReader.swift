import Foundation
import Listening
import Primitives
import Submissions

/// Reading what services answer. What goes wrong is a `ServiceFailure`, also an address that is none.
extension GuardedReader {
    /// A service's whole answer.
    struct Document: Sendable {
        let reply: LinkReply
        let content: [UInt8]

        var status: Int { reply.status }
    }

    /// The answer, whatever its status.
    ///
    /// - Parameters:
    ///   - secrets: fields that are sent to the address itself, and after a redirect only to the same server.
    ///   - body: posted; nil to read. What is posted follows no redirect.
    func read(
        _ address: String, secrets: [(name: String, value: String)] = [], posting body: RequestBody? = nil
    ) async throws -> Document {
        let request = GuardedRequest(
            accept: "application/json", secrets: secrets, body: body, time: limits.time, isFromAdmin: true,
            redirections: body == nil ? LinkReader.redirections : 0)
        let most = limits.bytes
        return try await Self.failing {
            try await follow(Self.parse(address), request) { reply, next in
                Document(reply: reply.reply, content: try await reply.reply.content(upTo: most, next))
            }
        }
    }

    /// A file of a service; nil where there is none.
    ///
    /// - Parameters:
    ///   - address: a part of the service's own, or one that it has named.
    ///   - base: the service's address.
    ///   - secrets: fields that only the server of the first address receives.
    func file(
        at address: String, of base: String, accept: String, secrets: [(name: String, value: String)] = [],
        within time: LinkLimits, upTo limit: Int
    ) async throws -> [UInt8]? {
        let (address, base) = (try Self.parse(address), try Self.parse(base))
        // An address of another server, which the service has named, is none that the admin has named.
        let isFromAdmin = address.authority == base.authority && address.scheme == base.scheme
        let request = GuardedRequest(
            accept: accept, secrets: secrets, time: time, isFromAdmin: isFromAdmin,
            redirections: LinkReader.redirections)
        return try await Self.failing {
            try await follow(address, request) { reply, next in
                if let failure = reply.reply.failure { throw failure }
                return reply.reply.status == 404 ? nil : try await reply.reply.content(upTo: limit, next)
            }
        }
    }

    /// Turns the failures of fetching into those of a service.
    private static func failing<Result>(_ fetch: () async throws -> Result) async throws -> Result {
        do {
            return try await fetch()
        } catch let failure as LinkFailure {
            throw ServiceFailure(failure)
        }
    }

    private static func parse(_ address: String) throws(ServiceFailure) -> LinkAddress {
        guard let address = try? LinkAddress(address) else { throw ServiceFailure(.malformed) }
        return address
    }
}

extension ServiceFailure {
    init(_ failure: LinkFailure) {
        let reason: Reason =
            switch failure {
            case .forbidden, .notListed, .off, .notAllowed: .forbidden
            case .redirected, .refused: .redirected
            case .tooSlow: .slow
            case .tooLarge, .quota, .noRoom: .large
            case .page, .notAudio, .compressed, .broken, .invalid: .malformed
            case .unreachable, .interrupted: .unreachable
            }
        self.init(reason)
    }

    /// The failure that a status other than success and "not found" means; nil for those two.
    ///
    /// - Parameter wait: the time that the service asks for.
    init?(status: Int, wait: Duration?) {
        switch status {
        case 200, 404: return nil
        case 401, 403, 407: self.init(.key)
        case 402: self.init(.limit, retryAfter: wait ?? .seconds(3600))
        case 429: self.init(.limit, retryAfter: wait ?? .seconds(60))
        case 500...599: self.init(.failing, retryAfter: wait)
        default: self.init(.malformed)
        }
    }
}

extension ScrobbleFailure {
    /// The failure of a service that could not be asked.
    init(_ failure: ServiceFailure) {
        // What can go wrong on the way has the same names here and there.
        self.init(Reason(rawValue: failure.reason.rawValue) ?? .malformed, retryAfter: failure.retryAfter)
    }
}

extension LinkReply {
    /// The failure that the status means; nil for success and "not found".
    var failure: ServiceFailure? { ServiceFailure(status: status, wait: wait) }

    /// The time that `Retry-After` asks for.
    var wait: Duration? { field("retry-after").flatMap(Self.wait) }

    /// The time that a field like `Retry-After` asks for, in seconds or as a date (RFC 9110 §10.2.3), at most a day; nil
    /// for what cannot be read.
    static func wait(_ field: String) -> Duration? {
        let text = field.trimmingCharacters(in: .whitespaces)
        if let seconds = Int64(text), seconds >= 0 { return .seconds(min(seconds, 86_400)) }
        guard let date = HTTPDate(text) else { return nil }
        let wait = Timestamp(milliseconds: date.seconds * 1000).since(SystemWallClock().now())
        return min(max(wait, .seconds(1)), .seconds(86_400))
    }
}
