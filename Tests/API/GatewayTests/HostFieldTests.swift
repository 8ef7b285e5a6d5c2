import Gateway
import Testing

@Suite("The Host field") struct HostFieldTests {
    @Test(
        "well-formed hosts lose their port and their case",
        arguments: [
            ("localhost:8443", "localhost"), ("Rondo.Example", "rondo.example"), ("[::1]:443", "[::1]"),
            ("127.0.0.1", "127.0.0.1"),
            ("a_b:", "a_b"),
        ])
    func valid(field: String, name: String) {
        #expect(HostField.name(in: field) == name)
    }

    @Test(
        "malformed hosts are refused",
        arguments: [
            "", " ", "a b", "a,b", "http://a", "a/b", "a@b", "a:b", "a:99999", "a:1:2", "[::1", "[]", "[zz]", "[::1]x",
            "a\u{0}", "ä",
            String(repeating: "a", count: 300),
        ])
    func malformed(field: String) {
        #expect(HostField.name(in: field) == nil)
    }
}
