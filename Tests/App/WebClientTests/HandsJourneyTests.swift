import Foundation
import Support
import Testing

/// Selecting, dragging, sorting and swiping songs.
extension WebClientTests {
    @Test(
        "songs are selected, dragged, sorted and swiped; cards have menus, pages can be pulled, and a double tap likes a cover"
    )
    func hands() async throws {
        let folder = try TemporaryFolder()
        let made = try await Program.run(
            "/usr/bin/env", ["python3", Program.benchmarks + "/library.py", folder.path + "/music", "300"])
        try #require(made.status == 0, "\(made.error)")
        try await Self.run("hands.mjs", in: folder)
    }
}
