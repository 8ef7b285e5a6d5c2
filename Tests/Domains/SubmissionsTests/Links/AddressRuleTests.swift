import NIOPosix
import Primitives
import NetworkClients
import Testing

@testable import Submissions

@Suite("Permitted addresses of links", .timeLimit(.minutes(2))) struct AddressRuleTests {
    private static let pool: NIOThreadPool = {
        let pool = NIOThreadPool(numberOfThreads: 2)
        pool.start()
        return pool
    }()

    /// Every notation of these addresses leads to one that is not public, whoever resolves it.
    private static let forbidden = [
        "127.0.0.1", "127.0.0.1.", "127.1", "127.0.1", "127.255.255.254", "2130706433", "0x7f000001", "0x7f.0.0.1",
        "0x7F.1", "0177.0.0.1", "017700000001", "00000177.0.0.1", "0x7f.0x0.0x0.0x1", "0", "0.0.0.0", "0.1.2.3",
        "10.0.0.1", "10.255.255.255", "012.0.0.1", "0xa.1", "100.64.0.1", "100.127.255.255", "169.254.169.254",
        "169.254.0.1", "0xa9fea9fe", "2852039166", "0251.0376.0251.0376", "172.16.0.1", "172.31.255.255", "192.0.0.1",
        "192.0.0.192", "192.0.2.1", "192.88.99.1", "192.168.0.1", "192.168.255.255", "0xc0a80001", "3232235521",
        "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1",
        "255.255.255.255", "168.63.129.16", "localhost", "LOCALHOST", "localhost.", "[::1]", "[::]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]", "[0:0:0:0:0:ffff:10.0.0.1]", "[::127.0.0.1]", "[::ffff:0:127.0.0.1]", "[64:ff9b::127.0.0.1]",
        "[64:ff9b::a00:1]", "[64:ff9b:1::1]", "[100::1]", "[2001::1]", "[2001:0:53aa:64c::1]", "[2001:2::1]",
        "[2001:10::1]", "[2001:20::1]", "[2001:db8::1]", "[2002:7f00:1::]", "[2002:a00:1::1]", "[3fff::1]", "[5f00::1]",
        "[fc00::1]", "[fd00:ec2::254]", "[fe80::1]", "[febf::1]", "[fec0::1]", "[ff02::1]", "[4000::1]",
        "①②⑦.⓪.⓪.①", "１２７.0.0.1", "127。0。0。1", "ⓛocalhost",
    ]

    private static let open = [
        "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.1", "100.63.255.255", "100.128.0.1", "126.255.255.255",
        "128.0.0.1", "169.253.255.255", "172.15.255.255", "172.32.0.1", "192.0.1.1", "192.167.255.255",
        "198.17.255.255",
        "198.20.0.1", "223.255.255.255", "134744072", "[2606:4700:4700::1111]", "[2a00:1450::1]", "[64:ff9b::808:808]",
        "[::ffff:8.8.8.8]",
    ]

    @Test("only public addresses are permitted, in every notation", arguments: forbidden)
    func forbids(host: String) async throws {
        guard let address = try? LinkAddress("http://\(host)/song.mp3") else { return }
        let found = try await SystemNameResolver(pool: Self.pool).addresses(of: address.host)
        #expect(throws: LinkFailure.unreachable) {
            try LinkRules().admit(found, for: address, own: [])
        }
        // A port that an admin names for a public host does not open these addresses.
        let rules = LinkRules(hosts: [try LinkHostRule("\(address.authority):8080")])
        let other = try LinkAddress("http://\(address.authority):8080/")
        try rules.check(other)
        #expect(throws: LinkFailure.unreachable) { try rules.admit(found, for: other, own: []) }
    }

    @Test("public addresses, up to the edges of private ranges", arguments: open)
    func admits(host: String) async throws {
        let address = try LinkAddress("https://\(host)/song.mp3")
        let found = try await SystemNameResolver(pool: Self.pool).addresses(of: address.host)
        #expect(try !LinkRules().admit(found, for: address, own: []).isEmpty)
        #expect(throws: LinkFailure.unreachable) { try LinkRules().admit(found, for: address, own: Set(found)) }
        let odd = try LinkAddress("https://\(host):8443/song.mp3")
        #expect(throws: LinkFailure.unreachable) { try LinkRules().admit(found, for: odd, own: []) }
    }

    @Test("one forbidden address among those of a name forbids them all")
    func mixed() throws {
        let address = try LinkAddress("http://example.org/")
        let (good, bad) = (try #require(IPAddress("1.1.1.1")), try #require(IPAddress("::1")))
        for found in [[good, bad], [bad, good], [bad], []] {
            #expect(throws: LinkFailure.unreachable) { try LinkRules().admit(found, for: address, own: []) }
        }
    }

    @Test("a network that an admin permits opens only itself, on its port")
    func permits() throws {
        let rules = LinkRules(
            networks: try ["127.0.0.1:8080", "192.168.1.0/24", "fd00::/8", "[fd00::5]:81"].map {
                try LinkNetworkRule($0)
            })
        #expect(rules.networks.map(\.text) == ["127.0.0.1:8080", "192.168.1.0/24", "fd00::/8", "[fd00::5]:81"])
        func reaches(_ address: String, _ port: Int) throws -> Bool {
            let link = try LinkAddress("http://example.org:\(port)/")
            return (try? rules.admit([try #require(IPAddress(address))], for: link, own: [])) != nil
        }
        #expect(try reaches("127.0.0.1", 8080) && !reaches("127.0.0.1", 80) && !reaches("127.0.0.2", 8080))
        #expect(try reaches("192.168.1.9", 443) && !reaches("192.168.1.9", 22) && !reaches("192.168.2.9", 80))
        #expect(try reaches("::ffff:192.168.1.9", 80) && reaches("fd12::1", 80) && !reaches("fd12::1", 81))
        #expect(try reaches("fd00::5", 81) && !reaches("fc00::1", 80))
    }

    @Test("a private address in a link is refused by name, a permitted one and host names pass")
    func literals() throws {
        let rules = LinkRules(networks: [try LinkNetworkRule("192.168.1.5:8080")])
        for forbidden in [
            "http://127.0.0.1/", "http://192.168.1.5/", "http://[::1]/", "http://[::ffff:10.0.0.1]/",
            "http://169.254.1.1/",
        ] {
            let address = try LinkAddress(forbidden)
            #expect(throws: LinkFailure.forbidden, "\(forbidden)") { try rules.checkLiteral(address) }
        }
        for passing in ["http://192.168.1.5:8080/", "http://9.9.9.9/", "http://localhost/", "https://example.org/"] {
            try rules.checkLiteral(try LinkAddress(passing))
        }
    }

    @Test("a list of hosts allows these hosts only")
    func hosts() throws {
        let rules = LinkRules(
            hosts: try ["example.org", "*.example.com", "files.example.net:8443"].map { try LinkHostRule($0) })
        #expect(rules.hosts.map(\.text) == ["example.org", "*.example.com", "files.example.net:8443"])
        for allowed in [
            "http://example.org/", "https://EXAMPLE.org./", "http://a.example.com/", "https://a.b.example.com/",
            "https://files.example.net:8443/",
        ] {
            try rules.check(try LinkAddress(allowed))
        }
        for other in [
            "http://example.com/", "http://badexample.com/", "http://example.org.evil.net/", "http://example.org:8080/",
            "https://files.example.net/", "http://127.0.0.1/",
        ] {
            let address = try LinkAddress(other)
            #expect(throws: LinkFailure.notListed, "\(other)") { try rules.check(address) }
        }
        for wrong in [
            "", "*", "*.", "http://example.org", "a b", "example.org/x", "user@example.org", "*.1.2.3.4", "a:99999",
        ] {
            #expect(throws: DomainError.self, "\(wrong)") { try LinkHostRule(wrong) }
        }
        for wrong in [
            "", "example.org", "10.0.0.1/8", "10.0.0.0/33", "1.2.3.4:0", "1.2.3.4:x", "::1/129", "127.1", "[::1",
        ] {
            #expect(throws: DomainError.self, "\(wrong)") { try LinkNetworkRule(wrong) }
        }
    }
}
