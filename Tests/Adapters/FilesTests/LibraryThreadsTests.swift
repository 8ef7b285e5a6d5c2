import Files
import Testing

@Suite("Library threads") struct LibraryThreadsTests {
    /// A call counted as silent just after its answer makes a scan on a busy machine miss part of a library.
    @Test("an answered call never counts as silent")
    func answered() async throws {
        let (threads, root) = (LibraryThreads(), Array("music".utf8))
        for number in 0..<500 {
            let answer = try await threads.run(for: root) { number }
            #expect(answer == number)
            let silent = threads.silentCalls(for: root)
            guard silent == 0 else {
                Issue.record("\(silent) calls are silent after \(number) answers")
                return
            }
        }
    }
}
