import Foundation
import Support
import Testing

/// Songs that are selected, dragged, sorted and swiped.
extension WebClientTests {
    @Test(
        "songs are selected over a long list, dragged together, sorted by heads, and swiped; cards have menus, pages are pulled, and a cover that is tapped twice is liked"
    )
    func hands() async throws {
        let folder = try TemporaryFolder()
        let made = try await Program.run(
            "/usr/bin/env", ["python3", Program.benchmarks + "/library.py", folder.path + "/music", "300"])
        try #require(made.status == 0, "\(made.error)")
        try await Self.run("hands.mjs", in: folder)
    }
}
