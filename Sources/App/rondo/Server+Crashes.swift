import Accounts
import Gateway
import HTTPSupport
import Hummingbird
import Journal
import Logging
import NativeAPI
import OpenSubsonicAPI
import Primitives
import SQLiteStore

/// What follows from crashes of servers before this one, and from what this machine cannot hold.
extension Server {
    private static let refusal = "This request has crashed the server twice. It is refused for a day; please report it"

    /// Journals what is refused from now on, and says where the server is not held to its folders.
    func tellOfConfinement(_ instance: Instance) async throws {
        if handover.places != nil, !handover.isHeld {
            logger.warning("This kernel does not hold the server to its folders: it has no Landlock of version 2")
        }
        let refused = (handover.notes?.refused() ?? []).filter(\.isNew)
        guard !refused.isEmpty else { return }
        for request in refused {
            logger.error(
                "A request that has crashed the server twice is refused for a day",
                metadata: ["request": "\(request.label)"])
        }
        try await instance.accountStore.record(
            refused.map { request in
                JournalEntry(
                    at: SystemWallClock().now(), by: .gateway, "request.refuse",
                    details: [
                        "request": request.label,
                        "until": ISO8601.text(of: Timestamp(milliseconds: request.until)),
                    ])
            })
    }

    /// Behind what checks names and sets the protecting fields, before all that could crash.
    static func quarantine(_ notes: RequestNotes) -> QuarantineMiddleware<GatewayContext> {
        QuarantineMiddleware(notes: notes) { request in
            request.uri.path.hasPrefix("/rest")
                ? OpenSubsonicAPI.refusal(
                    of: request, version: Rondo.version, status: .unprocessableContent, refusal)
                : Problem.response(.unprocessableContent, code: "request_quarantined", refusal)
        }
    }
}
