import Accounts
package import Catalog
import HTTPSupport
import Journal
import Primitives

/// The server's availability and abilities.
package struct SystemEndpoints: Sendable {
    /// The protocol's extensions that work in full, with their versions.
    private let extensions: [(name: String, versions: [Int])] = [
        ("apiKeyAuthentication", [1]), ("formPost", [1]), ("getPodcastEpisode", [1]), ("indexBasedQueue", [1]),
        ("playbackReport", [1]),
        ("songLyrics", [1, 2]), ("sonicSimilarity", [1]), ("topSongsByArtistId", [1]), ("transcodeOffset", [1]),
        ("transcoding", [1]),
    ]

    @TableBuilder<SubsonicEndpoint> package var endpoints: [SubsonicEndpoint] {
        SubsonicEndpoint("ping", .requires(.read, .browse)) { _ in .empty }
        SubsonicEndpoint("getLicense", .requires(.read, .browse), license)
        SubsonicEndpoint("getOpenSubsonicExtensions", .anyone, listExtensions)
        SubsonicEndpoint("tokenInfo", .requires(.read, .browse), tokenInfo)
    }

    /// Always valid: there is no license to buy, but some clients refuse to continue without one.
    private func license(_ call: SubsonicCall) -> Reply {
        Reply("license") { $0.attribute("valid", true) }
    }

    private func listExtensions(_ call: SubsonicCall) -> Reply {
        Reply { [extensions] writer in
            writer.array("openSubsonicExtensions", extensions) { writer, item in
                writer.attribute("name", item.name)
                writer.numbers("versions", item.versions)
            }
        }
    }

    private func tokenInfo(_ call: SubsonicCall) throws -> Reply {
        let username = try call.signedIn().username
        return Reply("tokenInfo") { $0.attribute("username", username) }
    }
}

/// Scans for new files, and their state.
package struct ScanEndpoints: Sendable {
    let browsing: CatalogSyncService
    let scans: ScanService

    package var endpoints: [SubsonicEndpoint] {
        [
            SubsonicEndpoint("getScanStatus", .requires(.read, .browse), status),
            SubsonicEndpoint("startScan", .requires(.admin, .manageLibraries), start),
        ]
    }

    private func status(_ call: SubsonicCall) async throws -> Reply {
        let caller = try call.caller
        return Self.reply(
            isScanning: try await scans.isScanning(as: caller), count: try await browsing.trackCount(as: caller))
    }

    /// Starts a scan; one that already runs is enough.
    private func start(_ call: SubsonicCall) async throws -> Reply {
        let caller = try call.caller
        let actor = JournalEntry.Actor(user: caller.user, origin: call.origin)
        do {
            _ = try await scans.start(nil, as: caller, by: actor)
        } catch let error as DomainError where error.reason == "scan_running" {
        }
        // A key for administration alone may not read the catalog.
        let count = caller.may(.browse) ? try await browsing.trackCount(as: caller) : nil
        return Self.reply(isScanning: true, count: count)
    }

    private static func reply(isScanning: Bool, count: Int?) -> Reply {
        Reply("scanStatus") { writer in
            writer.attribute("scanning", isScanning)
            writer.attribute("count", count)
        }
    }
}

/// Features that this server does not have: videos. Lists are empty, and lookups find nothing.
package struct UnsupportedEndpoints: Sendable {
    package var endpoints: [SubsonicEndpoint] {
        let videos = SubsonicEndpoint("getVideos", .requires(.read, .browse)) { _ in
            Reply.list("videos", of: "video", [Int](), each: 0) { _, _ in }
        }
        return [videos]
            + ["getVideoInfo", "getCaptions", "hls.m3u8"].map { name in
                SubsonicEndpoint(name, .requires(.read, .browse)) { call in
                    _ = try call.required("id")
                    throw SubsonicFailure.absent("video")
                }
            }
    }
}
