import Crypto
import Foundation
import HTTPSupport
import Hummingbird
import NIOCore
import Primitives

/// The files of a folder and its subfolders, in memory.
struct AssetFolder: Sendable {
    struct Asset: Sendable {
        let mediaType: String
        let plain: Representation
        /// Nil where gzip makes the file no smaller.
        let gzip: Representation?

        struct Representation: Sendable {
            let content: ByteBuffer
            let entityTag: String
        }

        init(content: ByteBuffer, mediaType: String) {
            self.mediaType = mediaType
            let digest = SHA256.hash(data: content.readableBytesView).prefix(12).hex
            plain = Representation(content: content, entityTag: "\"\(digest)\"")
            let isLong = content.readableBytes >= Response.smallestCompressed
            let packed = isLong && Response.isCompressible(mediaType) ? Gzip.compress(content, .thorough) : nil
            gzip = packed.map { Representation(content: $0, entityTag: "\"\(digest)-gzip\"") }
        }
    }

    private static let maximumTotal = 32 * 1024 * 1024
    private let assets: [String: Asset]

    /// Skips hidden files and links. Throws when the folder cannot be read or contains more than 32 MiB.
    init(path: String) throws {
        guard let names = FileManager.default.enumerator(atPath: path) else {
            throw DomainError(.unavailable, "The folder \(path) cannot be read")
        }
        var assets: [String: Asset] = [:]
        var total = 0
        for case let name as String in names {
            let components = name.split(separator: "/")
            let attributes = try FileManager.default.attributesOfItem(atPath: path + "/" + name)
            guard attributes[.type] as? FileAttributeType == .typeRegular,
                !components.contains(where: { $0.hasPrefix(".") }),
                let mediaType = Self.mediaType(of: name)
            else { continue }
            let content = try Data(contentsOf: URL(fileURLWithPath: path + "/" + name))
            total += content.count
            guard total <= Self.maximumTotal else {
                throw DomainError(.tooLarge, "The folder \(path) holds more than a web client does")
            }
            assets[name] = Asset(content: ByteBuffer(bytes: content), mediaType: mediaType)
        }
        self.assets = assets
    }

    subscript(name: String) -> Asset? {
        assets[name]
    }

    private static func mediaType(of name: String) -> String? {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "js", "mjs": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "json": "application/json"
        case "webmanifest": "application/manifest+json"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "webp": "image/webp"
        case "woff2": "font/woff2"
        case "txt": "text/plain; charset=utf-8"
        default: nil
        }
    }
}
