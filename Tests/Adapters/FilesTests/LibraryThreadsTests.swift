import Files
import Testing

@Suite("The threads of libraries") struct LibraryThreadsTests {
    /// A scan whose calls were counted as silent just after their answers found half of a library on a busy machine.
    @Test("count no call as silent whose answer is there")
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
