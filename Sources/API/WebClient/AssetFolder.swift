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
        /// Of the content, in hexadecimal digits.
        let digest: String
        let plain: Representation
        private let compressed: Lazy<(gzip: Representation?, brotli: Representation?), Never>
        /// Nil where gzip makes the file no smaller.
        var gzip: Representation? { compressed.value().gzip }
        /// Nil but for joined files: nobody waits while these are compressed, and they are most of what a page loads.
        var brotli: Representation? { compressed.value().brotli }

        struct Representation: Sendable {
            let content: ByteBuffer
            let entityTag: String
        }

        init(content: ByteBuffer, mediaType: String, isJoined: Bool = false) {
            self.mediaType = mediaType
            let digest = SHA256.hash(data: content.readableBytesView).prefix(12).hex
            self.digest = digest
            plain = Representation(content: content, entityTag: "\"\(digest)\"")
            let isLong = content.readableBytes >= Response.smallestCompressed
            let isCompressible = isLong && Response.isCompressible(mediaType)
            compressed = Lazy {
                let packed = isCompressible ? Gzip.compress(content, .thorough) : nil
                let smaller = isJoined && packed != nil ? Brotli.compress(content) : nil
                return (
                    packed.map { Representation(content: $0, entityTag: "\"\(digest)-gzip\"") },
                    smaller.map { Representation(content: $0, entityTag: "\"\(digest)-br\"") }
                )
            }
            // What is joined in the background is compressed there, too.
            if isJoined { _ = compressed.value() }
        }
    }

    private static let maximumTotal = 32 * 1024 * 1024
    private static let versions = "assets/"
    /// Where joined files are, beside the others: what they load by a path relative to their own is there, too.
    private static let joinedFolder = "joined/"
    /// The names of fonts have the digests of their contents.
    private static let fonts = "fonts/"

    private var assets: [String: Asset]
    /// The pages' sources: they name the files as the folder has them.
    private let pages: [String: ClientPage]
    /// Digests of all files: other ones as soon as one of them is another one.
    private var versionsInUse: Set<String>
    /// The source of the service worker; nil where it stores nothing.
    private let worker: String?

    /// Skips hidden files and links. The pages refer to their scripts and styles by URLs that name the version, so that
    /// browsers need not ask for them again. Throws when the folder cannot be read or contains more than 32 MiB.
    ///
    /// - Parameter isStored: whether the service worker stores the client in browsers.
    init(path: String, isStored: Bool) throws {
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
        let version = Self.version(of: assets)
        pages = assets.filter { $0.key.hasSuffix(".html") }.mapValues { ClientPage(String(buffer: $0.plain.content)) }
        for (name, page) in pages {
            let content = page.text { assets[$0] == nil ? nil : "/\(Self.versions)\(version)/\($0)" }
            assets[name] = Asset(content: ByteBuffer(string: content), mediaType: Self.html)
        }
        self.assets = assets
        versionsInUse = [version]
        worker = isStored ? assets[Self.worker].map { String(buffer: $0.plain.content) } : nil
        fillWorker(version) { !$0.hasPrefix(Self.joinedFolder) }
    }

    /// The files of each page that can be joined.
    var joinable: [JoinablePage] {
        pages.compactMap { name, page in
            guard let main = page.main, !page.styles.isEmpty else { return nil }
            return JoinablePage(
                name: Self.joinedName(name), styles: page.styles, modules: [main] + page.preloaded.filter { $0 != main }
            )
        }
    }

    /// The same files, and pages that load the joined ones.
    ///
    /// - Parameter files: of all pages, by their paths.
    func joined(_ files: [String: Data]) -> AssetFolder {
        var added: [String: Asset] = [:]
        for (name, content) in files {
            guard let mediaType = Self.mediaType(of: name) else { continue }
            added[Self.joinedFolder + name] = Asset(
                content: ByteBuffer(bytes: content), mediaType: mediaType, isJoined: true)
        }
        let version = Self.version(of: added.merging(assets) { $1 })
        var result = self
        result.assets.merge(added) { $1 }
        result.versionsInUse.insert(version)
        for (name, page) in pages {
            let start = "/\(Self.versions)\(version)/"
            let path = Self.joinedFolder + Self.joinedName(name)
            guard added[path + ".js"] != nil, added[path + ".css"] != nil else { continue }
            let content = page.joinedText(style: start + path + ".css", script: start + path + ".js") {
                assets[$0] == nil ? nil : start + $0
            }
            result.assets[name] = Asset(content: ByteBuffer(string: content), mediaType: Self.html)
        }
        result.fillWorker(version) { name in
            !name.hasSuffix(".css") && !name.hasSuffix(".js") || name == Self.firstScript
                || name.hasPrefix(Self.joinedFolder) || name.hasSuffix(Self.worklet)
        }
        return result
    }

    /// Tells the service worker which files make the client, each with its digest: other files make another worker,
    /// which browsers notice.
    private mutating func fillWorker(_ version: String, _ isOfClient: (String) -> Bool) {
        guard let worker, let page = assets["index.html"] else { return }
        let start = "/\(Self.versions)\(version)/"
        let files = assets.keys.filter(isOfClient).sorted().compactMap { name -> String? in
            guard let asset = assets[name], let end = name.split(separator: ".").last else { return nil }
            switch end {
            case "js" where name != Self.worker, "css", "json": return "\"\(start)\(name)\":\"\(asset.digest)\""
            // Named by their whole paths.
            case "woff2", "svg": return "\"/\(name)\":\"\(asset.digest)\""
            default: return nil
            }
        }
        let list = files.joined(separator: ",")
        let shell = "{\"version\":\"\(version)\",\"page\":\"\(page.digest)\",\"files\":{\(list)}}"
        let content = worker.replacing(Self.emptyShell, with: "const SHELL = \(shell);")
        assets[Self.worker] = Asset(content: ByteBuffer(string: content), mediaType: Self.script)
    }

    static let worker = "service-worker.js"
    /// The text of the worker's source that the list of files replaces.
    private static let emptyShell = "const SHELL = { version: '', page: '', files: {} };"
    /// The ending of the modules that the browser's audio thread loads: it loads each by its own address.
    private static let worklet = "-worklet.js"
    /// The script that a page runs before its modules.
    private static let firstScript = "boot.js"

    private static func joinedName(_ page: String) -> String { String(page.dropLast(".html".count)) }

    private static func version(of assets: [String: Asset]) -> String {
        let tags = assets.map { "\($0.key) \($0.value.plain.entityTag)\n" }.sorted().joined()
        return SHA256.hash(data: Data(tags.utf8)).prefix(8).hex
    }

    subscript(name: String) -> Asset? {
        assets[name]
    }

    /// The file at a URL's path, and whether its content never changes there. A page of an earlier version that asks by
    /// its own URLs gets the current files, which may change.
    subscript(path path: String) -> (asset: Asset, isImmutable: Bool)? {
        guard path.hasPrefix(Self.versions) else {
            let isFont = path.hasPrefix(Self.fonts) && path.hasSuffix(".woff2")
            return path.hasPrefix(Self.joinedFolder) ? nil : assets[path].map { ($0, isFont) }
        }
        let parts = path.dropFirst(Self.versions.count).split(separator: "/", maxSplits: 1)
        guard parts.count == 2, let asset = assets[String(parts[1])] else { return nil }
        return (asset, versionsInUse.contains(String(parts[0])) && !parts[1].hasSuffix(".html"))
    }

    private static let html = "text/html; charset=utf-8"
    private static let script = "text/javascript; charset=utf-8"

    private static func mediaType(of name: String) -> String? {
        switch name.split(separator: ".").last {
        case "html": html
        case "js", "mjs": script
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
