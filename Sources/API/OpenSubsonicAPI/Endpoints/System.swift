import Accounts
import HTTPSupport
import Primitives

/// Whether the server is there, and what it can do.
package struct SystemEndpoints: Sendable {
    /// Those of the protocol's extensions that work in full, with their versions.
    private let extensions: [(name: String, versions: [Int])] = [
        ("apiKeyAuthentication", [1]), ("formPost", [1]), ("indexBasedQueue", [1]), ("playbackReport", [1]),
        ("songLyrics", [1, 2]), ("topSongsByArtistId", [1]), ("transcodeOffset", [1]), ("transcoding", [1]),
    ]

    package init() {}

    package var endpoints: [SubsonicEndpoint] {
        [
            SubsonicEndpoint("ping", .requires(.read, .browse)) { _ in .empty },
            SubsonicEndpoint("getLicense", .requires(.read, .browse), license),
            SubsonicEndpoint("getOpenSubsonicExtensions", .anyone, listExtensions),
            SubsonicEndpoint("tokenInfo", .requires(.read, .browse), tokenInfo),
        ]
    }

    /// There is none to buy: some clients refuse to go on without a valid one.
    @Sendable private func license(_ call: SubsonicCall) -> Reply {
        Reply { $0.object("license") { $0.attribute("valid", true) } }
    }

    @Sendable private func listExtensions(_ call: SubsonicCall) -> Reply {
        Reply { [extensions] writer in
            writer.array("openSubsonicExtensions", extensions) { writer, item in
                writer.attribute("name", item.name)
                writer.numbers("versions", item.versions)
            }
        }
    }

    @Sendable private func tokenInfo(_ call: SubsonicCall) throws -> Reply {
        let username = try call.signedIn().username
        return Reply { $0.object("tokenInfo") { $0.attribute("username", username) } }
    }
}
