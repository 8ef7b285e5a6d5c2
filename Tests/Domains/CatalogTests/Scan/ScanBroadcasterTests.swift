import Primitives
import Testing

@testable import Catalog

@Suite("Scan progress") struct ScanBroadcasterTests {
    @Test("shows only the latest state, and every end") func latest() async throws {
        let broadcaster = ScanBroadcaster(interval: .seconds(3600))
        var scan = Scan(id: ID("s"), library: nil, startedAt: Timestamp(milliseconds: 1))
        broadcaster.publish(scan)
        var updates = broadcaster.updates().makeAsyncIterator()
        #expect(await updates.next() == scan)
        for _ in 1...50 {
            scan.counts.filesFound += 1
            broadcaster.publish(scan)
        }
        #expect(broadcaster.latest?.counts.filesFound == 50)
        scan.state = .finished
        broadcaster.publish(scan)
        #expect(await updates.next() == scan)
    }
}
