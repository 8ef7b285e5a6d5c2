import Accounts
package import Catalog
import Journal
import Primitives

/// Looking for new files.
package struct ScanEndpoints: Sendable {
    private let browsing: BrowsingService
    private let scans: ScanService

    package init(browsing: BrowsingService, scans: ScanService) {
        self.browsing = browsing
        self.scans = scans
    }

    package var endpoints: [SubsonicEndpoint] {
        [
            SubsonicEndpoint("getScanStatus", .requires(.read, .browse), status),
            SubsonicEndpoint("startScan", .requires(.admin, .manageLibraries), start),
        ]
    }

    @Sendable private func status(_ call: SubsonicCall) async throws -> Reply {
        let caller = try call.caller
        return Self.reply(
            isScanning: try await scans.isScanning(as: caller), count: try await browsing.trackCount(as: caller))
    }

    /// A scan that runs already will do.
    @Sendable private func start(_ call: SubsonicCall) async throws -> Reply {
        let caller = try call.caller
        let actor = JournalEntry.Actor(user: caller.user, origin: call.origin)
        do {
            _ = try await scans.start(nil, as: caller, by: actor)
        } catch let error as DomainError where error.reason == "scan_running" {
        }
        // A key that is for administering alone sees nothing of the catalogue.
        let count = caller.may(.browse) ? try await browsing.trackCount(as: caller) : nil
        return Self.reply(isScanning: true, count: count)
    }

    private static func reply(isScanning: Bool, count: Int?) -> Reply {
        Reply { writer in
            writer.object("scanStatus") { writer in
                writer.attribute("scanning", isScanning)
                writer.attribute("count", count)
            }
        }
    }
}
