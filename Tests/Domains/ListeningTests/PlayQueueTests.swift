import Catalog
import Listening
import Primitives
import Testing

@Suite("Play queue")
struct PlayQueueTests {
    private func queue(_ tracks: String, at index: Int) -> PlayQueue {
        PlayQueue(
            tracks: tracks.map { ID(String($0)) }, currentIndex: index, position: .seconds(7), revision: 1,
            updatedAt: nil, client: nil)
    }

    @Test(
        "without missing tracks, the current one stays, or the next one starts from its beginning",
        arguments: [
            ("abcd", 2, "", "abcd", 2, 7), ("abcd", 2, "a", "bcd", 1, 7), ("abcd", 2, "d", "abc", 2, 7),
            ("abcd", 2, "c", "abd", 2, 0), ("abcd", 3, "d", "abc", 2, 0), ("abcd", 2, "abcd", "", 0, 0),
            ("aba", 2, "b", "aa", 1, 7), ("aba", 2, "a", "b", 0, 0),
        ])
    func keeping(tracks: String, index: Int, gone: String, left: String, expected: Int, position: Int) {
        let result = queue(tracks, at: index).keeping { !gone.contains($0.rawValue) }
        #expect(result.tracks.map(\.rawValue).joined() == left)
        #expect(result.currentIndex == expected)
        #expect(result.position == .seconds(position))
    }

    @Test("a new list is refused when it is too long or its index is invalid")
    func bounds() throws {
        func list(_ count: Int, _ index: Int, _ position: Duration = .zero) throws -> QueueReplacement {
            try QueueReplacement(
                tracks: Array(repeating: ID("t"), count: count), currentIndex: index, position: position, client: nil,
                expected: nil)
        }
        #expect(throws: Never.self) { try list(10_000, 9999) }
        #expect(throws: Never.self) { try list(0, 0) }
        #expect(throws: DomainError.self) { try list(10_001, 0) }
        #expect(throws: DomainError.self) { try list(3, 3) }
        #expect(throws: DomainError.self) { try list(0, 1) }
        #expect(throws: DomainError.self) { try list(3, -1) }
        #expect(throws: DomainError.self) { try list(3, 0, .milliseconds(-1)) }
    }
}
