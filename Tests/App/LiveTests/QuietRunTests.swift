import Foundation
import Support
import Testing

/// The part of the output of `swift test` that `Tests/run` prints.
@Suite("A quiet test run") struct QuietRunTests {
    private static func filtered(_ text: String) async throws -> (output: String, log: String) {
        let folder = try TemporaryFolder()
        let result = try await Program.run(
            "/usr/bin/env", ["python3", Program.root + "/Tests/quiet.py", folder.path + "/log"], input: text)
        try #require(result.status == 0, "\(result.error)")
        return (result.output, try String(contentsOfFile: folder.path + "/log", encoding: .utf8))
    }

    @Test("prints failures with their comments, a line for each suite and the end; the rest goes to the log")
    func ended() async throws {
        let text = """
            ◇ Test run started.
            ◇ Suite "One" started.
            ◇ Test "a" started.
            ◇ Test b() started.
            ✔ Test "a" passed after 0.001 seconds.
            \u{1B}[91m✘\u{1B}[0m Test b() recorded an issue at File.swift:1:2: Expectation failed: x
            ↳ x → false
              and more
            ✘ Test b() failed after 0.1 seconds with 1 issue.
            ✘ Suite "One" failed after 0.1 seconds with 1 issue.
            ◇ Suite "Two" started.
            ➜ Test "c" skipped: "needs a disk"
            some library says something
            ✔ Suite "Two" passed after 0.2 seconds.
            ✘ Test run with 3 tests in 2 suites failed after 0.3 seconds with 1 issue.

            """
        let (output, log) = try await Self.filtered(text)
        #expect(log == text)
        #expect(
            output == """
                ✘ Test b() recorded an issue at File.swift:1:2: Expectation failed: x
                ↳ x → false
                  and more
                ✘ Test b() failed after 0.1 seconds with 1 issue.
                ✘ Suite "One" failed after 0.1 seconds with 1 issue.
                ✔ Suite "Two" passed after 0.2 seconds.
                ✘ Test run with 3 tests in 2 suites failed after 0.3 seconds with 1 issue.

                """)
    }

    @Test("a run that is cut off lists the tests that had begun and not ended")
    func cutOff() async throws {
        let (output, _) = try await Self.filtered(
            """
            ◇ Test "a" started.
            ◇ Test "b" started.
            ◇ Test "b" started.
            ✔ Test "a" passed after 0.001 seconds.
            ✔ Test "b" with 2 test cases passed after 0.001 seconds.

            """)
        #expect(output == "Begun and not ended:\n    \"b\"\n")
    }
}
