package import Accounts
import HTTPTypes
package import Hummingbird
package import NIOCore
import Primitives
package import Streaming

/// Responds with a download as a zip, for as long as its listener may have the contents.
package struct DownloadResponder: Sendable {
    private let download: Download
    private let service: DownloadService
    private let authenticated: Authenticated
    private let revocations: Revocations

    /// The archive ends when the session or token does, or when the user loses one of its libraries.
    package init(
        _ download: Download, from service: DownloadService, for authenticated: Authenticated, revocations: Revocations
    ) {
        self.download = download
        self.service = service
        self.authenticated = authenticated
        self.revocations = revocations
    }

    /// Throws like `DownloadService.admit`.
    ///
    /// - Parameter address: the client's IP address.
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

/// The file name of a download in a browser (RFC 6266).
package enum AttachmentName {
    /// - Parameters:
    /// - name: the name in the file system.
    /// - ending: replaces the name's own ending, where the file was converted.
    package static func field(_ name: [UInt8], endingIn ending: String? = nil) -> String {
        var name = name
        if let ending {
            name = Array(name.lastIndex(of: UInt8(ascii: ".")).map { name[..<$0] } ?? name[...])
            name += Array(".\(ending)".utf8)
        }
        let encoded = readable(name).utf8.map { byte in
            isPlain(byte) ? String(Unicode.Scalar(byte)) : "%" + String(byte, radix: 16, padded: 2)
        }.joined()
        let plain = name.map { isPlain($0) || $0 == UInt8(ascii: " ") ? String(Unicode.Scalar($0)) : "_" }.joined()
        return "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(encoded)"
    }

    /// The name as UTF-8, which the field declares, and without control characters, which could break a line or control
    /// a terminal.
    private static func readable(_ name: [UInt8]) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in String(decoding: name, as: UTF8.self).unicodeScalars {
            scalars.append(scalar.properties.generalCategory == .control ? "_" : scalar)
        }
        return String(scalars)
    }

    /// Whether RFC 8187 leaves the character unescaped, except for characters with a meaning elsewhere.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension String {
    fileprivate init(_ byte: UInt8, radix: Int, padded count: Int) {
        let digits = Swift.String(byte, radix: radix, uppercase: true)
        self = Swift.String(repeating: "0", count: Swift.max(0, count - digits.utf8.count)) + digits
    }
}
