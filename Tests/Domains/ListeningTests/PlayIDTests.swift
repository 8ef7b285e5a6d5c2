import Listening
import Primitives
import Testing

@Suite("Names from players")
struct PlayIDTests {
    @Test("a play id is a UUID in upper or lower case")
    func uuid() throws {
        let play = try PlayID("A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11")
        #expect(play.text == "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11")
    }

    @Test(
        "anything else is refused",
        arguments: [
            "", "x", "a0eebc999c0b4ef8bb6d6bb9bd380a11", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a1",
            "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a1g", "a0eebc99x9c0b-4ef8-bb6d-6bb9bd380a11",
            "ａ0eebc99-9c0b-4ef8-bb6d-6bb9bd380", String(repeating: "a", count: 10_000),
        ])
    func refused(text: String) {
        let failure = #expect(throws: DomainError.self) { try PlayID(text) }
        #expect(failure?.field == "playId")
    }

    @Test("a player's name is stripped of control characters and outer spaces, and truncated")
    func client() {
        #expect(ClientName.clean("  Chrome\u{0}\n on  Linux ") == "Chrome on Linux")
        #expect(ClientName.clean("\u{202E}evil") == "evil")
        #expect(ClientName.clean(String(repeating: "é", count: 500))?.count == 64)
        #expect(ClientName.clean(" \t ") == nil)
        #expect(ClientName.clean(nil) == nil)
    }
}
