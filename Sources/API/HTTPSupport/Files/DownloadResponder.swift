package import Accounts
package import Streaming
import HTTPTypes
package import Hummingbird
package import NIOCore
import Primitives

/// Answers with a download as a zip, for as long as its listener may have what is in it.
package struct DownloadResponder: Sendable {
    private let download: Download
    private let service: DownloadService
    private let authenticated: Authenticated
    private let revocations: Revocations

    /// The archive ends when the session or token does, or when one of its libraries is taken from the person.
    package init(
        _ download: Download, from service: DownloadService, for authenticated: Authenticated, revocations: Revocations
    ) {
        self.download = download
        self.service = service
        self.authenticated = authenticated
        self.revocations = revocations
    }

    /// Throws as `DownloadService.admit`.
    ///
    /// - Parameter address: of whoever asks.
    package func respond(
        to request: Request, from address: String, on channel: any Channel
    ) async throws -> Response {
        let entries = download.entries.map(entry)
        let length = ZipLayout.length(of: entries.map(\.file))
        let place =
            request.method == .head
            ? nil
            : try await service.admit(
                download, bytes: length, as: authenticated.principal, for: Listener(authenticated, at: address))
        let permits = download.libraries.map {
            StreamPermit(revocations.open(for: authenticated, from: $0, onRevoke: { channel.cut() }))
        }
        let name = Array("\(download.name).zip".utf8)
        return ZipResponder(
            entries: entries,
            fields: [.cacheControl: "private, no-store", .contentDisposition: AttachmentName.field(name)],
            mayContinue: { permits.allSatisfy(\.holds) }, sent: { place?.sent($0) }
        ).respond(to: request, on: channel)
    }

    private func entry(_ entry: Download.Entry) -> ZipResponder.Entry {
        let file = ZipLayout.File(name: entry.path, size: entry.size, modifiedAt: entry.modifiedAt)
        switch entry.content {
        case .text(let bytes): return ZipResponder.Entry(file, .bytes(bytes))
        case .file(let held): return ZipResponder.Entry(file, .file { held })
        case .track(let track):
            let (service, caller) = (service, authenticated.principal)
            return ZipResponder.Entry(file, .file { try await service.open(track, as: caller) })
        }
    }
}
