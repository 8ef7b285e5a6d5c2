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
    private static let versions = "assets/"
    private let assets: [String: Asset]
    /// A digest of all files: another one as soon as one of them is another one.
    private let version: String

    /// Skips hidden files and links. The pages refer to their scripts and styles by URLs that name the version, so that
    /// browsers need not ask for them again. Throws when the folder cannot be read or contains more than 32 MiB.
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
        let tags = assets.map { "\($0.key) \($0.value.plain.entityTag)\n" }.sorted().joined()
        version = SHA256.hash(data: Data(tags.utf8)).prefix(8).hex
        for (name, page) in assets where name.hasSuffix(".html") {
            let content = Self.refer(String(buffer: page.plain.content), to: assets, of: version)
            assets[name] = Asset(content: ByteBuffer(string: content), mediaType: page.mediaType)
        }
        self.assets = assets
    }

    subscript(name: String) -> Asset? {
        assets[name]
    }

    /// The file at a URL's path, and whether its content never changes there. A page of an earlier version that asks by
    /// its own URLs gets the current files, which may change.
    subscript(path path: String) -> (asset: Asset, isImmutable: Bool)? {
        guard path.hasPrefix(Self.versions) else { return assets[path].map { ($0, false) } }
        let parts = path.dropFirst(Self.versions.count).split(separator: "/", maxSplits: 1)
        guard parts.count == 2, let asset = assets[String(parts[1])] else { return nil }
        return (asset, parts[0] == version && !parts[1].hasSuffix(".html"))
    }

    /// A page with the version in its references to scripts and styles.
    private static func refer(_ page: String, to assets: [String: Asset], of version: String) -> String {
        page.replacing(/(?<attribute>src|href)="\/(?<name>[^"]+\.(?:js|css))"/) { match in
            guard assets[String(match.name)] != nil else { return String(match.0) }
            return "\(match.attribute)=\"/\(versions)\(version)/\(match.name)\""
        }
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
