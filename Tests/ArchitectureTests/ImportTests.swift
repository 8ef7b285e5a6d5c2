import Foundation
import Testing

/// Every `import` in `Sources` held against the graph of the house: what a target may know of the others, and which outside modules
/// belong to which target.
@Suite("The house's walls") struct ImportTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static let targets: [String: Set<String>] = [
        "Primitives": [],
        "Blobs": ["Primitives"],
        "People": ["Blobs", "Primitives"],
        "Journal": ["Primitives"],
        "Accounts": ["Journal", "Blobs", "Primitives"],
        "Catalog": ["Journal", "People", "Blobs", "Accounts", "Primitives"],
        "Streaming": ["Catalog", "Blobs", "Primitives"],
        "Downloads": ["Shelf", "Streaming", "Catalog", "Blobs", "Primitives"],
        "Fingerprints": ["Streaming", "Catalog", "Blobs", "Primitives"],
        "Listening": ["Catalog", "Accounts", "Journal", "Primitives"],
        "Board": ["Catalog", "Accounts", "Journal", "People", "Blobs", "Primitives"],
        "Portability": ["Blobs", "Journal", "Primitives"],
        "Mail": ["Accounts", "Journal", "Primitives"],
        "SMTP": ["Mail", "Primitives"],
        "RemoteFiles": ["Submissions"],
        "Backups": ["Journal", "Blobs", "Primitives"],
        "Archives": [
            "Portability", "Backups", "DiskBlobs", "Journal", "Blobs", "Primitives", "CArchive", "CLinux",
        ],
        "Administration": [
            "Submissions", "Shelf", "Streaming", "Catalog", "Accounts", "Journal", "Blobs", "Primitives",
        ],
        "Statistics": ["Board", "Catalog", "Journal", "Blobs", "Primitives"],
        "Shelf": ["Catalog", "Accounts", "Journal", "People", "Blobs", "Primitives"],
        "Sharing": ["Shelf", "Catalog", "Accounts", "Journal", "Blobs", "Primitives"],
        "SQLiteStore": [
            "Accounts", "Catalog", "Streaming", "Listening", "Shelf", "Sharing", "Lyrics", "Board", "Notifications",
            "Statistics", "Portability", "Fingerprints", "Submissions", "Moderation", "Backups", "Mail",
            "Administration", "Journal", "People", "Blobs", "Primitives",
        ],
        "Moderation": ["Shelf", "Catalog", "Accounts", "Journal", "People", "Blobs", "Primitives"],
        "Submissions": ["Fingerprints", "Shelf", "Catalog", "Accounts", "Journal", "People", "Blobs", "Primitives"],
        "Notifications": ["People", "Blobs", "Primitives"],
        "Lyrics": ["Catalog", "Primitives"],
        "DiskBlobs": ["Submissions", "Blobs", "Primitives", "CLinux"],
        "LibraryFiles": ["Catalog", "Streaming", "DiskBlobs", "Blobs", "Primitives", "CLinux"],
        "Media": [
            "Archives", "Portability", "Fingerprints", "Streaming", "Catalog", "Blobs", "Primitives", "TagShim",
            "Submissions", "Moderation",
            "CLinux", "CTurboJPEG",
            "CSpng", "CWebP",
        ],
        "PasswordHashing": ["Accounts", "Primitives", "CArgon2"],
        "QRCodes": ["CQREncode"],
        "HTTPSupport": ["Downloads", "Streaming", "Accounts", "Blobs", "Primitives", "CLinux", "CZlib"],
        "NativeAPI": [
            "HTTPSupport", "Accounts", "Catalog", "Streaming", "Downloads", "Listening", "Shelf", "Sharing", "Lyrics",
            "Board",
            "Notifications", "Statistics", "Portability", "Submissions", "Journal", "Blobs", "Primitives", "Backups",
            "Mail", "Administration", "People", "Moderation",
        ],
        "OpenSubsonicAPI": [
            "HTTPSupport", "Accounts", "Catalog", "Streaming", "Downloads", "Listening", "Lyrics", "Board", "Shelf",
            "Sharing",
            "Journal", "People", "Blobs", "Primitives",
        ],
        "WebClient": ["HTTPSupport", "Primitives"],
        "Gateway": ["Primitives", "CLinux"],
    ]

    /// Outside modules that a domain may import: none that speaks HTTP, SQL or C.
    private static let plain: Set<String> = [
        "Foundation", "FoundationEssentials", "Synchronization", "Crypto", "Logging", "Glibc",
    ]

    private static let domains: Set<String> = [
        "Primitives", "Blobs", "People", "Fingerprints", "Lyrics", "Board", "Journal", "Accounts", "Catalog",
        "Streaming", "Downloads",
        "Listening", "Shelf", "Sharing", "Notifications", "Statistics", "Portability", "Submissions", "Moderation",
        "Backups", "Mail", "Administration",
    ]

    @Test("each target imports only what lies below it", arguments: targets.keys.sorted())
    func imports(target: String) throws {
        let allowed = try #require(Self.targets[target])
        let own = Set(Self.targets.keys).union([
            "CLinux", "CArgon2", "TagShim", "CTagLib", "CTurboJPEG", "CSpng", "CWebP", "CQREncode", "CArchive", "CZlib",
            "rondo",
        ])
        for (file, module) in try Self.imports(in: target) {
            if own.contains(module) {
                #expect(allowed.contains(module), "\(file) imports \(module)")
            } else if Self.domains.contains(target) {
                #expect(Self.plain.contains(module), "\(file) imports \(module)")
            }
        }
    }

    @Test("GRDB is known to the store alone, Hummingbird to the surfaces and the gateway")
    func outsideModules() throws {
        for target in Self.targets.keys {
            for (file, module) in try Self.imports(in: target) {
                if module == "GRDB" { #expect(target == "SQLiteStore", "\(file)") }
                if module.hasPrefix("Hummingbird") {
                    #expect(
                        ["HTTPSupport", "NativeAPI", "OpenSubsonicAPI", "WebClient", "Gateway"].contains(target),
                        "\(file)")
                }
                if module == "Subprocess" { #expect(target == "Media", "\(file)") }
            }
        }
    }

    private static func imports(in target: String) throws -> [(file: String, module: String)] {
        let folder = root.appendingPathComponent("Sources/\(target)").path
        var found: [(String, String)] = []
        let names = try #require(FileManager.default.enumerator(atPath: folder))
        for case let name as String in names where name.hasSuffix(".swift") {
            let text = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
            for line in text.split(separator: "\n") {
                var words = line.split(separator: " ")
                if words.first?.hasPrefix("@") == true { words.removeFirst() }
                if words.first == "package" || words.first == "internal" { words.removeFirst() }
                guard words.first == "import", words.count >= 2 else { continue }
                let module =
                    words.count > 2
                    ? words[2].split(separator: ".").first ?? "" : words[1].split(separator: ".").first ?? ""
                found.append(("\(target)/\(name)", String(module)))
            }
        }
        return found
    }
}
