// swift-tools-version: 6.3
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// For what computes with samples or pixels or parses files: unoptimized, as debug builds are, it is forty times slower.
let optimized: [SwiftSetting] = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
let metrics: Target.Dependency = .product(name: "CoreMetrics", package: "swift-metrics")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let lifecycle: Target.Dependency = .product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let subprocess: Target.Dependency = .product(name: "Subprocess", package: "swift-subprocess")
let system: Target.Dependency = .product(name: "SystemPackage", package: "swift-system")
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let sqlite: Target.Dependency = .product(name: "GRDBSQLite", package: "GRDB.swift")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let cryptoExtras: Target.Dependency = .product(name: "CryptoExtras", package: "swift-crypto")
let x509: Target.Dependency = .product(name: "X509", package: "swift-certificates")
let nio: [Target.Dependency] = [
    .product(name: "NIOCore", package: "swift-nio"),
    .product(name: "NIOPosix", package: "swift-nio"),
]

// The rooms: `Sources/ROOM/NAME`. Arrows point down only, from App to API and Adapters, from both to Domains, and to C.

func api(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/API/\(name)", swiftSettings: strict)
}

func adapter(
    _ name: String, _ dependencies: [Target.Dependency], settings: [SwiftSetting] = strict
) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/Adapters/\(name)", swiftSettings: settings)
}

func domain(_ name: String, _ dependencies: Target.Dependency..., resources: [Resource] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/Domains/\(name)", resources: resources,
        swiftSettings: strict)
}

/// A domain that computes with samples or parses files.
func sound(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/Domains/\(name)",
        swiftSettings: optimized)
}

func library(_ name: String, _ pkgConfig: String, _ package: String) -> Target {
    .systemLibrary(name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

/// Tests of a room: `Tests/ROOM/NAME`.
func tests(
    _ room: String, _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [],
    settings: [SwiftSetting] = strict
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, path: "Tests/\(room)/\(name)", exclude: exclude,
        swiftSettings: settings)
}

let package = Package(
    name: "rondo",
    platforms: [.macOS(.v15)],
    dependencies: [
        // Without its trait ConfigurationSupport, for which swift-configuration would be built.
        .package(
            url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1", traits: ["FullFoundation"]),
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
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess.git", from: "1.0.2"),
        .package(url: "https://github.com/vapor/jwt-kit.git", from: "5.7.1"),
    ],
    targets: [
        // App: commands, configuration, composition, supervision
        .executableTarget(
            name: "rondo",
            dependencies: [
                "NativeAPI", "OpenSubsonicAPI", "LyricsAPI", "ListenBrainzAPI", "WebClient", "HTTPSupport", "Gateway",
                "SQLiteStore", "Files", "Media", "Archives", "Bundling", "NetworkClients", "Credentials",
                "Accounts", "Administration", "Analysis", "Backups", "Board", "Catalog", "Discovery",
                "Journal",
                "Listening", "Lyrics", "Messaging", "Moderation", "Podcasts", "Portability", "Primitives",
                "Recognition",
                "Sharing", "Shelf", "Streaming", "Submissions", "CLinux",
                .product(name: "HummingbirdCore", package: "hummingbird"), hummingbird, httpTypes, logging, metrics,
                lifecycle, subprocess, system,
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ] + nio,
            path: "Sources/App/rondo",
            swiftSettings: strict),

        // API: HTTP in, HTTP out; no rules, no SQL
        api(
            "NativeAPI",
            [
                "HTTPSupport", "Accounts", "Administration", "Analysis", "Backups", "Board", "Catalog", "Discovery",
                "Journal",
                "Listening", "Lyrics", "Messaging", "Moderation", "Podcasts", "Portability", "Primitives",
                "Recognition",
                "Sharing", "Shelf", "Streaming", "Submissions", hummingbird, httpTypes, logging, lifecycle, crypto,
            ] + nio),
        api(
            "OpenSubsonicAPI",
            [
                "HTTPSupport", "Accounts", "Analysis", "Board", "Catalog", "Discovery", "Journal", "Listening",
                "Lyrics",
                "Podcasts",
                "Primitives", "Sharing", "Shelf", "Streaming", hummingbird, httpTypes, logging, lifecycle,
            ] + nio),
        api(
            "LyricsAPI",
            [
                "HTTPSupport", "Accounts", "Lyrics", "Primitives", hummingbird, httpTypes,
                .product(name: "NIOCore", package: "swift-nio"),
            ]),
        api(
            "ListenBrainzAPI",
            [
                "HTTPSupport", "Accounts", "Catalog", "Listening", "Primitives", hummingbird, httpTypes,
                .product(name: "NIOCore", package: "swift-nio"),
            ]),
        api("WebClient", ["HTTPSupport", "Primitives", hummingbird, httpTypes, crypto] + nio),
        api(
            "HTTPSupport",
            [
                "Accounts", "Podcasts", "Streaming", "Primitives", "CLinux", "CBrotli", "CZlib", hummingbird, httpTypes,
                logging,
                lifecycle,
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ] + nio),
        api(
            "Gateway",
            [
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
            ] + nio),

        // Adapters: implement the ports that the domains declare
        adapter(
            "SQLiteStore",
            [
                "Accounts", "Administration", "Analysis", "Backups", "Board", "Catalog", "Discovery", "Fingerprints",
                "Journal",
                "Listening", "Lyrics", "Messaging", "Moderation", "Podcasts", "Portability", "Primitives",
                "Recognition",
                "Sharing", "Shelf", "Streaming", "Submissions", "CSQLite", grdb, sqlite, crypto,
            ]),
        adapter(
            "Files",
            ["Catalog", "Primitives", "Recognition", "Streaming", "Submissions", "CLinux", crypto, logging, system]
                + nio),
        adapter(
            "Media",
            [
                "Analysis", "Archives", "Catalog", "Fingerprints", "Listening", "Lyrics", "Moderation", "Portability",
                "Primitives", "Recognition", "Streaming", "Submissions", "TagShim", "CLinux", "CMpg123",
                "CEbur128",
                "CTurboJPEG", "CSpng", "CWebP", subprocess, system, logging,
                lifecycle, crypto,
            ] + nio, settings: optimized),
        adapter(
            "Archives",
            ["Files", "Backups", "Journal", "Portability", "Primitives", "CArchive", "CLinux", crypto, system] + nio),
        adapter("Bundling", [subprocess, system]),
        adapter(
            "NetworkClients",
            [
                "Accounts", "Catalog", "Listening", "Lyrics", "Messaging", "Podcasts", "Primitives", "Submissions",
                crypto,
                .product(name: "JWTKit", package: "jwt-kit"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"), .product(name: "NIOHTTP1", package: "swift-nio"),
            ] + nio),
        adapter("Credentials", ["Accounts", "Primitives", "CArgon2", "CQREncode"] + nio),

        // Domains: values, rules, services, ports
        domain(
            "Administration", "Accounts", "Catalog", "Journal", "Primitives", "Shelf", "Streaming"),
        domain(
            "Submissions", "Accounts", "Analysis", "Catalog", "Fingerprints", "Journal", "Primitives", "Shelf", logging,
            crypto),
        domain("Moderation", "Catalog", "Journal", "Primitives", "Shelf", logging),
        sound("Analysis", "Catalog", "Fingerprints", "Primitives", "Signal", "Streaming", logging),
        sound("Recognition", "Catalog", "Primitives", "Signal", logging),
        sound("Signal"),
        domain("Fingerprints", "Catalog", "Primitives"),
        domain("Streaming", "Accounts", "Catalog", "Primitives", "Shelf", logging),
        domain("Discovery", "Analysis", "Catalog", "Primitives"),
        domain("Listening", "Accounts", "Catalog", "Journal", "Primitives", crypto),
        domain(
            "Podcasts", "Accounts", "Catalog", "Journal", "Lyrics", "Primitives", "Shelf", "Streaming", "Submissions"),
        domain("Sharing", "Accounts", "Catalog", "Journal", "Primitives", "Shelf", crypto),
        domain("Board", "Catalog", "Journal", "Primitives"),
        domain("Shelf", "Accounts", "Catalog", "Journal", "Primitives"),
        sound("Lyrics", "Catalog", "Journal", "Primitives"),
        domain("Catalog", "Journal", "Primitives", logging),
        domain(
            "Messaging", "Accounts", "Journal", "Primitives",
            // Compiled in: `Bundle.module` would look in the build machine's folder.
            resources: [
                .embedInCode("Locales/en.json"), .embedInCode("Locales/pl.json"), .embedInCode("Locales/es.json"),
            ]),
        domain(
            "Accounts", "Journal", "Primitives", crypto, cryptoExtras,
            resources: [
                .embedInCode("Passwords/Words/common.txt"), .embedInCode("Passwords/Words/leaked.txt"),
            ]),
        domain("Backups", "Journal", "Primitives", crypto),
        domain("Portability", "Catalog", "Journal", "Primitives"),
        domain("Journal", "Primitives", crypto),
        domain("Primitives", crypto),

        // C: bindings, each imported by one adapter
        library("CArgon2", "libargon2", "libargon2-dev"),
        library("CTagLib", "taglib", "libtag1-dev"),
        .target(name: "TagShim", dependencies: ["CTagLib"], path: "Sources/C/TagShim"),
        library("CTurboJPEG", "libturbojpeg", "libturbojpeg0-dev"),
        library("CSpng", "spng", "libspng-dev"),
        library("CMpg123", "libmpg123", "libmpg123-dev"),
        library("CEbur128", "libebur128", "libebur128-dev"),
        library("CWebP", "libwebpdemux", "libwebp-dev"),
        library("CQREncode", "libqrencode", "libqrencode-dev"),
        library("CSQLite", "sqlite3", "libsqlite3-dev"),
        library("CZlib", "zlib", "zlib1g-dev"),
        library("CBrotli", "libbrotlienc", "libbrotli-dev"),
        library("CArchive", "libarchive", "libarchive-dev"),
        .target(name: "CLinux", path: "Sources/C/CLinux"),

        // Tests
        .target(
            name: "Support",
            dependencies: [
                "CLinux", "Podcasts", "Primitives", "SQLiteStore", "Submissions", crypto, cryptoExtras,
                .product(name: "NIOSSL", package: "swift-nio-ssl"), .product(name: "NIOTLS", package: "swift-nio"),
            ] + nio,
            path: "Tests/Support", exclude: ["FormerDatabase.sql"], swiftSettings: optimized),
        tests("App", "LiveTests", ["Support", "rondo", "Primitives", crypto, grdb]),
        tests(
            "App", "ServerTests",
            [
                "Support", "RouterSupport", "rondo", "Gateway", "WebClient", "HTTPSupport", "NativeAPI",
                "OpenSubsonicAPI", "LyricsAPI", "ListenBrainzAPI",
                "Accounts", "Catalog", "Credentials", "Journal", "Listening", "Lyrics", "Media", "Recognition",
                "Streaming", "Submissions",
                "SQLiteStore", "Primitives", grdb, hummingbird, httpTypes, logging, lifecycle,
            ] + nio),
        tests("App", "WebClientTests", ["Support", "rondo"] + nio, exclude: ["unit", "journeys"]),
        tests(
            "App", "GeneratedInputTests",
            [
                "Support", "Shelf", "Lyrics", "Podcasts", "Portability", "Archives", "HTTPSupport", "NativeAPI",
                "Submissions", "Primitives", hummingbird, httpTypes,
            ] + nio, settings: optimized),
        tests("App", "ArchitectureTests", []),

        .target(
            name: "RouterSupport",
            dependencies: [
                "Support", hummingbird, httpTypes, logging,
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
            ],
            path: "Tests/API/RouterSupport", swiftSettings: strict),
        tests(
            "API", "NativeAPITests",
            [
                "RouterSupport", "NativeAPI", "HTTPSupport", "Accounts", "Catalog", "Journal", "Listening", "Shelf",
                "Primitives", hummingbird, httpTypes,
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ] + nio),
        tests(
            "API", "OpenSubsonicAPITests",
            [
                "Support", "RouterSupport", "OpenSubsonicAPI", "HTTPSupport", "Accounts", "Analysis", "Catalog",
                "Discovery", "Streaming",
                "Listening", "Lyrics", "Board", "Podcasts", "Shelf", "Sharing", "Journal", "Primitives", "SQLiteStore",
                "Files", "Media",
                "Credentials", "media-worker-fixture", hummingbird, httpTypes, logging, grdb,
            ] + nio, exclude: ["Golden"]),
        tests(
            "API", "HTTPSupportTests",
            ["Support", "HTTPSupport", "CLinux", "Primitives", hummingbird, httpTypes] + nio),
        tests(
            "API", "GatewayTests",
            [
                "Support", "Gateway", "NetworkClients", "Primitives", "CLinux", crypto, x509, lifecycle, logging,
                metrics, httpTypes,
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
            ] + nio),

        .target(
            name: "StoreFixtures",
            dependencies: [
                "Support", "Accounts", "Administration", "Board", "Catalog", "Files", "Journal", "Listening", "Lyrics",
                "Messaging", "Moderation", "Podcasts", "Portability", "Primitives", "Sharing", "Shelf", "SQLiteStore",
            ] + nio,
            path: "Tests/Adapters/StoreFixtures", swiftSettings: strict),
        tests(
            "Adapters", "StoreContractTests",
            [
                "Support", "StoreFixtures", "Accounts", "Administration", "Board", "Catalog", "Files", "Journal",
                "Listening", "Lyrics", "Messaging", "Moderation", "Podcasts", "Portability", "Primitives", "Sharing",
                "Shelf", "Streaming",
            ] + nio),
        tests(
            "Adapters", "SQLiteStoreTests",
            [
                "Support", "StoreFixtures", "Accounts", "Board", "Catalog", "Journal", "Listening", "Lyrics",
                "Primitives", "Shelf", "SQLiteStore", grdb,
            ]),
        tests(
            "Adapters", "QueryPlanTests",
            [
                "Support", "Analysis", "Board", "Catalog", "Discovery", "Lyrics", "Shelf", "Messaging", "Listening",
                "Submissions", "Journal", "Primitives", "Recognition", "SQLiteStore", grdb,
            ]),
        .executableTarget(
            name: "media-worker-fixture", dependencies: ["Media", "Catalog", "CLinux", logging],
            path: "Tests/Adapters/MediaWorkerFixture", swiftSettings: strict),
        tests(
            "Adapters", "MediaTests",
            [
                "Support", "Media", "media-worker-fixture", "Analysis", "Streaming", "Fingerprints", "Files", "Catalog",
                "Primitives", "Submissions", "Moderation",
                "CTurboJPEG", "CSpng", subprocess, system, crypto, logging,
            ] + nio),
        tests("Adapters", "FilesTests", ["Support", "Files", "Primitives", "Recognition", logging] + nio),
        tests(
            "Adapters", "NetworkClientsTests",
            [
                "Support", "NetworkClients", "Accounts", "Catalog", "Listening", "Lyrics", "Podcasts", "Primitives",
                "Submissions",
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ] + nio),
        tests("Adapters", "BundlingTests", ["Support", "Bundling"]),
        tests("Adapters", "CredentialsTests", ["Credentials", "Accounts", "Primitives"]),

        tests(
            "Domains", "AccountsTests",
            [
                "Support", "Accounts", "Messaging", "NetworkClients", "Submissions", "Credentials", "SQLiteStore",
                "Journal", "Primitives", crypto, grdb,
            ] + nio),
        tests("Domains", "AnalysisTests", ["Analysis", "Signal"]),
        tests(
            "Domains", "BackupsTests",
            ["Support", "Backups", "Archives", "SQLiteStore", "Accounts", "Journal", "Primitives", crypto, grdb] + nio),
        tests("Domains", "BoardTests", ["Support", "Board", "Accounts", "Catalog", "Journal", "Primitives"]),
        tests(
            "Domains", "CatalogTests",
            [
                "Support", "Accounts", "Analysis", "Catalog", "Discovery", "Fingerprints", "Streaming", "Listening",
                "Shelf",
                "Lyrics", "Moderation", "Board", "Journal", "Primitives", "Recognition", "SQLiteStore", "Files", grdb,
                crypto, logging,
            ] + nio),
        tests("Domains", "DiscoveryTests", ["Support", "Analysis", "Discovery", "Catalog", "Primitives"]),
        tests("Domains", "ListeningTests", ["Support", "Listening", "Accounts", "Catalog", "Primitives"]),
        tests("Domains", "LyricsTests", ["Support", "Lyrics", "Catalog", "Primitives"]),
        tests(
            "Domains", "MessagingTests",
            [
                "Support", "Messaging", "NetworkClients", "Administration", "Accounts", "Journal", "Primitives",
                "SQLiteStore", grdb,
            ] + nio),
        tests(
            "Domains", "PortabilityTests",
            ["Support", "Portability", "Archives", "Catalog", "Journal", "Primitives"] + nio, exclude: ["Files"]),
        tests("Domains", "PodcastsTests", ["Podcasts", "Primitives"], exclude: ["Feeds"]),
        tests("Domains", "PrimitivesTests", ["Support", "Primitives"]),
        tests("Domains", "RecognitionTests", ["Recognition", "Signal"]),
        tests("Domains", "SignalTests", ["Signal"]),
        tests("Domains", "StreamingTests", ["Support", "Streaming", "Catalog", "Primitives"]),
        tests(
            "Domains", "SubmissionsTests",
            [
                "Support", "Submissions", "NetworkClients", "Gateway", "SQLiteStore", "Files", "Accounts", "Catalog",
                "Journal", "Primitives",
                grdb, logging, .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ] + nio),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
