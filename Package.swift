// swift-tools-version: 6.3
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
let metrics: Target.Dependency = .product(name: "CoreMetrics", package: "swift-metrics")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let lifecycle: Target.Dependency = .product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let subprocess: Target.Dependency = .product(name: "Subprocess", package: "swift-subprocess")
let system: Target.Dependency = .product(name: "SystemPackage", package: "swift-system")
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let x509: Target.Dependency = .product(name: "X509", package: "swift-certificates")
let nio: [Target.Dependency] = [
    .product(name: "NIOCore", package: "swift-nio"),
    .product(name: "NIOPosix", package: "swift-nio"),
]

func domain(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

let package = Package(
    name: "rondo",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1"),
        .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-nio-http2.git", from: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-certificates.git", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-asn1.git", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics.git", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-system.git", from: "1.8.1"),
        .package(url: "https://github.com/apple/swift-configuration.git", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess.git", from: "1.0.2"),
    ],
    targets: [
        // Surfaces and the program
        .executableTarget(
            name: "rondo",
            dependencies: [
                "NativeAPI", "OpenSubsonicAPI", "WebClient", "HTTPSupport", "SQLiteStore", "DiskBlobs", "LibraryFiles",
                "Media",
                "PasswordHashing", "QRCodes",
                "Gateway",
                "Accounts", "Catalog", "Streaming", "Downloads", "Listening", "Shelf", "Sharing", "Lyrics", "Board",
                "Notifications",
                "Statistics", "Portability", "Archives", "Fingerprints", "Submissions", "Moderation", "Backups", "Mail",
                "SMTP",
                "RemoteFiles",
                "Administration",
                "Journal",
                "Blobs",
                "Primitives",
                "CLinux",
                .product(name: "HummingbirdCore", package: "hummingbird"), hummingbird, httpTypes, logging, metrics,
                lifecycle, crypto,
                subprocess, system,
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Configuration", package: "swift-configuration"),
            ] + nio,
            swiftSettings: strict),
        .target(
            name: "NativeAPI",
            dependencies: [
                "HTTPSupport", "Accounts", "Catalog", "Streaming", "Downloads", "Listening", "Shelf", "Sharing",
                "Lyrics",
                "Board", "Notifications", "Statistics", "Portability", "Submissions", "Moderation", "Journal", "People",
                "Blobs",
                "Backups",
                "Mail",
                "Administration",
                "Primitives",
                hummingbird,
                httpTypes, logging, lifecycle,
            ] + nio,
            swiftSettings: strict),
        .target(
            name: "OpenSubsonicAPI",
            dependencies: [
                "HTTPSupport", "Accounts", "Catalog", "Streaming", "Downloads", "Listening", "Lyrics", "Board", "Shelf",
                "Sharing", "Journal",
                "People",
                "Blobs",
                "Primitives",
                hummingbird, httpTypes, logging,
            ] + nio,
            swiftSettings: strict),
        .target(
            name: "WebClient",
            dependencies: ["HTTPSupport", "Primitives", hummingbird, httpTypes, crypto] + nio,
            swiftSettings: strict),
        .target(
            name: "HTTPSupport",
            dependencies: [
                "Downloads", "Streaming", "Accounts", "Blobs", "Primitives", "CLinux", "CZlib", hummingbird, httpTypes,
                logging,
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ] + nio,
            swiftSettings: strict),
        .target(
            name: "Gateway",
            dependencies: [
                "Primitives", "CLinux", hummingbird, httpTypes, logging, metrics, lifecycle, crypto, x509,
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP2", package: "swift-nio-extras"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
            ] + nio,
            swiftSettings: strict),

        // Adapters
        .target(
            name: "SQLiteStore",
            dependencies: [
                "Accounts", "Catalog", "Streaming", "Listening", "Shelf", "Sharing", "Lyrics", "Board", "Notifications",
                "Statistics", "Portability", "Fingerprints", "Submissions", "Moderation", "Backups", "Mail",
                "Administration",
                "Journal",
                "People",
                "Blobs",
                "Primitives",
                grdb, crypto,
            ],
            swiftSettings: strict),
        .target(
            name: "LibraryFiles",
            dependencies: ["Catalog", "Streaming", "DiskBlobs", "Blobs", "Primitives", "CLinux", logging] + nio,
            swiftSettings: strict),
        .target(
            name: "DiskBlobs", dependencies: ["Submissions", "Blobs", "Primitives", "CLinux", crypto, system] + nio,
            swiftSettings: strict),
        .target(
            name: "Media",
            dependencies: [
                "Archives", "Portability", "Fingerprints", "Submissions", "Moderation",
                "Streaming", "Catalog", "Blobs", "Primitives", "TagShim", "CLinux", "CTurboJPEG", "CSpng", "CWebP",
                subprocess,
                system,
                logging, lifecycle, crypto,
            ] + nio,
            swiftSettings: strict),
        .target(
            name: "PasswordHashing", dependencies: ["Accounts", "Primitives", "CArgon2"] + nio, swiftSettings: strict),

        .target(
            name: "Archives",
            dependencies: [
                "Portability", "Backups", "DiskBlobs", "Journal", "Blobs", "Primitives", "CArchive", "CLinux", crypto,
            ] + nio,
            swiftSettings: strict),
        .target(
            name: "SMTP",
            dependencies: ["Mail", "Primitives", .product(name: "NIOSSL", package: "swift-nio-ssl")] + nio,
            swiftSettings: strict),
        .target(
            name: "RemoteFiles",
            dependencies: [
                "Submissions", .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ] + nio,
            swiftSettings: strict),
        .target(name: "QRCodes", dependencies: ["CQREncode"], swiftSettings: strict),

        // Domains
        domain("Fingerprints", "Streaming", "Catalog", "Blobs", "Primitives", logging),
        domain("Streaming", "Catalog", "Blobs", "Primitives", logging),
        domain("Downloads", "Shelf", "Streaming", "Catalog", "Blobs", "Primitives"),
        domain("Listening", "Catalog", "Accounts", "Journal", "Primitives", crypto),
        domain("Statistics", "Board", "Catalog", "Journal", "Blobs", "Primitives"),
        domain("Board", "Catalog", "Accounts", "Journal", "People", "Blobs", "Primitives"),
        domain("Shelf", "Catalog", "Accounts", "Journal", "People", "Blobs", "Primitives"),
        domain(
            "Submissions", "Fingerprints", "Shelf", "Catalog", "Accounts", "Journal", "People", "Blobs", "Primitives",
            logging,
            crypto),
        domain("Moderation", "Shelf", "Catalog", "Accounts", "Journal", "People", "Blobs", "Primitives", logging),
        domain("Portability", "Blobs", "Journal", "Primitives"),
        domain("Mail", "Accounts", "Journal", "Primitives", crypto),
        domain("Backups", "Journal", "Blobs", "Primitives", crypto),
        domain(
            "Administration", "Submissions", "Shelf", "Streaming", "Catalog", "Accounts", "Journal", "Blobs",
            "Primitives"),
        domain("Lyrics", "Catalog", "Primitives"),
        domain("Notifications", "People", "Blobs", "Primitives"),
        domain("Sharing", "Shelf", "Catalog", "Accounts", "Journal", "Blobs", "Primitives", crypto),
        domain("Catalog", "Journal", "People", "Blobs", "Primitives", logging),
        domain("Accounts", "Journal", "Blobs", "Primitives", crypto),
        domain("Journal", "Primitives", crypto),
        domain("People", "Blobs", "Primitives"),
        domain("Blobs", "Primitives"),
        domain("Primitives"),

        // C bindings
        .systemLibrary(name: "CArgon2", pkgConfig: "libargon2", providers: [.apt(["libargon2-dev"])]),
        .systemLibrary(name: "CTagLib", pkgConfig: "taglib", providers: [.apt(["libtag1-dev"])]),
        .target(name: "TagShim", dependencies: ["CTagLib"]),
        .systemLibrary(
            name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(name: "CSpng", pkgConfig: "spng", providers: [.apt(["libspng-dev"])]),
        .systemLibrary(name: "CWebP", pkgConfig: "libwebpdemux", providers: [.apt(["libwebp-dev"])]),
        .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
        .target(name: "CLinux"),

        // Tests
        .target(
            name: "Support",
            dependencies: [
                "CLinux",
                .product(name: "NIOSSL", package: "swift-nio-ssl"), .product(name: "NIOTLS", package: "swift-nio"),
            ] + nio,
            path: "Tests/Support", swiftSettings: strict),
        tests("BoardTests", ["Support", "Board", "Accounts", "Catalog", "Journal", "Primitives"]),
        tests("PortabilityTests", ["Support", "Portability", "Archives", "Blobs", "Journal", "Primitives"] + nio),
        tests(
            "MailTests",
            ["Support", "Mail", "SMTP", "Administration", "Accounts", "Journal", "Primitives", "SQLiteStore", grdb]
                + nio),
        tests(
            "BackupsTests",
            ["Support", "Backups", "Archives", "SQLiteStore", "Accounts", "Journal", "Primitives", crypto, grdb] + nio),
        tests("StatisticsTests", ["Statistics", "Board", "Primitives"]),
        tests("ListeningTests", ["Support", "Listening", "Accounts", "Catalog", "Primitives"]),
        tests(
            "NativeAPITests",
            [
                "NativeAPI", "HTTPSupport", "Accounts", "Catalog", "Journal", "Listening", "Shelf", "Primitives",
                hummingbird, httpTypes,
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ] + nio),
        .testTarget(
            name: "OpenSubsonicAPITests",
            dependencies: [
                "Support", "OpenSubsonicAPI", "HTTPSupport", "Accounts", "Catalog", "Streaming", "Downloads",
                "Listening", "Lyrics",
                "Board", "Shelf", "Sharing",
                "Journal", "Blobs", "Primitives", "SQLiteStore", "DiskBlobs", "LibraryFiles", "Media",
                "PasswordHashing",
                "media-worker-fixture", hummingbird, httpTypes, logging, grdb,
                .product(name: "HummingbirdTesting", package: "hummingbird"),
            ] + nio, exclude: ["Golden"], swiftSettings: strict),
        tests(
            "SubmissionsTests",
            [
                "Support", "Submissions", "RemoteFiles", "Gateway", "SQLiteStore", "DiskBlobs", "LibraryFiles",
                "Accounts",
                "Catalog", "Journal", "Primitives",
                grdb, logging, .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ] + nio),
        tests(
            "RemoteFilesTests",
            [
                "RemoteFiles", "Submissions", .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ] + nio),
        tests("DownloadsTests", ["Downloads", "Catalog", "Primitives"]),
        tests("StreamingTests", ["Streaming", "Catalog"]),
        tests("LyricsTests", ["Support", "Lyrics", "Catalog", "Primitives"]),
        tests("PrimitivesTests", ["Support", "Primitives"]),
        tests("BlobsTests", ["Blobs", "DiskBlobs"]),
        tests("QRCodesTests", ["QRCodes"]),
        tests("HTTPSupportTests", ["Support", "HTTPSupport", "CLinux", "Primitives", hummingbird, httpTypes] + nio),
        tests(
            "GatewayTests",
            [
                "Support", "Gateway", "Primitives", "CLinux", crypto, x509, lifecycle, logging, metrics, httpTypes,
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
            ] + nio),
        tests(
            "CatalogTests",
            [
                "Support", "Accounts", "Catalog", "Fingerprints", "Streaming", "Listening", "Shelf", "Blobs", "Lyrics",
                "Moderation", "People", "Board", "Journal",
                "Primitives",
                "SQLiteStore",
                "DiskBlobs",
                "LibraryFiles", grdb, crypto, logging,
            ] + nio),
        tests(
            "StoreContractTests",
            [
                "Support", "Accounts", "Catalog", "Streaming", "Listening", "Shelf", "Sharing", "Board", "Statistics",
                "Portability", "Lyrics", "Notifications", "Moderation",
                "LibraryFiles", "People", "Blobs", "Journal", "Primitives", "SQLiteStore",
                "DiskBlobs",
                grdb,
            ] + nio),
        tests(
            "QueryPlanTests",
            [
                "Board", "Catalog", "Shelf", "Notifications", "Statistics", "Submissions", "Journal", "Primitives",
                "SQLiteStore", grdb,
            ]),
        tests("LiveTests", ["Support", "rondo", "Blobs", crypto, grdb]),
        tests(
            "AuthorizationTests",
            [
                "Support", "rondo", "HTTPSupport", "NativeAPI", "OpenSubsonicAPI", "Accounts", "Catalog", "Journal",
                "Listening", "Media", "Streaming", "Submissions", "SQLiteStore",
                "Primitives", grdb, hummingbird, httpTypes, logging,
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ] + nio),
        .testTarget(
            name: "WebClientTests", dependencies: ["Support", "rondo"] + nio, exclude: ["unit", "journeys"],
            swiftSettings: strict),
        tests(
            "GeneratedInputTests",
            [
                "Support", "Shelf", "Lyrics", "Portability", "Archives", "HTTPSupport", "NativeAPI", "Submissions",
                "Primitives", hummingbird, httpTypes,
            ] + nio),
        tests("ArchitectureTests", []),
        tests(
            "AccountsTests",
            [
                "Support", "Accounts", "Mail", "PasswordHashing", "SQLiteStore", "Journal", "Blobs", "Primitives",
                crypto, grdb,
            ]
                + nio),
        tests("PasswordHashingTests", ["PasswordHashing", "Accounts", "Primitives"]),
        .executableTarget(
            name: "media-worker-fixture", dependencies: ["Media", "Catalog", "CLinux", logging],
            path: "Tests/MediaWorkerFixture", swiftSettings: strict),
        tests(
            "MediaTests",
            [
                "Support", "Media", "media-worker-fixture", "Streaming", "Fingerprints", "DiskBlobs", "Catalog",
                "Blobs", "Primitives", "Submissions", "Moderation",
                "CTurboJPEG", "CSpng", subprocess, system, crypto, logging,
            ] + nio),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
