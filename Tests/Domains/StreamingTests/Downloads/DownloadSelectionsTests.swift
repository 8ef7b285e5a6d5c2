import Support
import Catalog
import Primitives
import Synchronization
import Testing

@testable import Streaming

@Suite("Selections of downloads") struct DownloadSelectionsTests {
    private let ada = ID<Person>("ada")
    private let bo = ID<Person>("bo")

    @Test("are private to their user, for an hour") func owner() {
        let clock = TestClock()
        let selections = DownloadSelections(clock: clock)
        let selection = selections.store(.tracks([ID("a")]), of: ada)
        #expect(selections.find(selection.id, of: ada) == .tracks([ID("a")]))
        #expect(selections.find(selection.id, of: bo) == nil)
        clock.advance(by: .seconds(3599))
        #expect(selections.find(selection.id, of: ada) != nil)
        clock.advance(by: .seconds(1))
        #expect(selections.find(selection.id, of: ada) == nil)
    }

    @Test("are limited for each user and in total") func bounds() {
        let selections = DownloadSelections(clock: TestClock())
        let others = selections.store(.album(ID("x")), of: bo)
        let kept = (0...DownloadSelections.most).map { selections.store(.album(ID("\($0)")), of: ada).id }
        #expect(selections.find(kept[0], of: ada) == nil && selections.find(kept[1], of: ada) != nil)
        #expect(selections.find(others.id, of: bo) != nil)
        let many = (0..<DownloadSelections.mostTracks).map { _ in ID<Track>("t") }
        let large = selections.store(.tracks(many), of: ada)
        #expect(selections.find(others.id, of: bo) == nil && selections.find(large.id, of: ada) != nil)
    }
}
