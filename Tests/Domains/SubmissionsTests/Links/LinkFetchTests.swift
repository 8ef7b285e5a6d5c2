import Files
import Gateway
import NIOCore
import Primitives
import SQLiteStore
import Support
import Testing

@testable import Submissions

/// The way from a link into the quarantine, with real sockets on both sides.
@Suite("Fetching links", .timeLimit(.minutes(5))) struct LinkFetchTests {
    @Test("a file arrives complete, with or without a known length, and is an upload of the same id")
    func files() async throws {
        let server = try await FileServer { Self.answer($0, canary: 1) }
        let links = try await LinkFixture(networks: ["127.0.0.1:\(server.port)"])
        let paths = ["song.mp3", "named", "plain", "untyped", "close", "chunked", "to-song", "1"]
        let ended = try await links.run(paths.map { "http://127.0.0.1:\(server.port)/\($0)" })
        let uploads = try await links.uploads.uploads(for: LinkFixture.bob)
        #expect(ended.map(\.state) == paths.map { _ in .done }, "\(ended.map(\.failure))")
        #expect(Set(uploads.map(\.id)) == Set(ended.map(\.id)) && uploads.allSatisfy { $0.state == .checking })
        for (link, upload) in zip(ended, uploads) {
            #expect(links.bytes(of: link.id) == Self.song && upload.received == Int64(Self.song.count))
        }
        #expect(
            ended.map(\.name) == [
                "song.mp3", "My song.mp3", "plain", "untyped", "close", "chunked", "song.mp3", "song.mp3",
            ])
        #expect(try await links.uploads.used(by: LinkFixture.bob) == Int64(Self.song.count * paths.count))
        let heads = server.heads
        #expect(heads.allSatisfy { $0.contains("Host: 127.0.0.1:\(server.port)") && $0.contains("identity") })
        for word in ["cookie", "authorization", "referer"] {
            #expect(heads.allSatisfy { !$0.lowercased().contains(word) })
        }
    }

    @Test(
        "other files and failed transfers end with their reason and leave nothing",
        arguments: [
            ("page", LinkFailure.page), ("disguised", .page), ("zip", .notAudio), ("image", .notAudio),
            ("empty", .notAudio),
            ("gzip", .compressed), ("missing", .refused), ("partial", .refused), ("huge", .tooLarge),
            ("endless", .tooLarge),
            ("cut", .broken), ("cut-chunk", .broken), ("drip", .tooSlow), ("stalls", .tooSlow),
            ("silent", .unreachable),
            ("garbage", .unreachable), ("headers", .unreachable), ("0", .redirected), ("loop", .redirected),
            ("to-file", .redirected), ("to-gopher", .redirected), ("to-user", .redirected), ("to-nothing", .refused),
            ("to-canary", .unreachable), ("to-name", .unreachable), ("to-number", .unreachable),
            ("to-mapped", .unreachable),
        ])
    func failures(path: String, failure: LinkFailure) async throws {
        let canary = try await FileServer { _ in FileServer.answer("200 OK", ["Content-Type: audio/mpeg"], Self.song) }
        let server = try await FileServer { Self.answer($0, canary: canary.port) }
        let names = LinkFixture.Names(["canary.example": [["127.0.0.1"]], "2130706433": [["127.0.0.1"]]])
        let links = try await LinkFixture(
            names: names, networks: ["127.0.0.1:\(server.port)"],
            reach: failure == .unreachable ? LinkFixture.brief : LinkFixture.patient,
            pace: failure == .tooSlow ? LinkFixture.brief : LinkFixture.patient)
        let ended = try await links.run(["http://127.0.0.1:\(server.port)/\(path)"])
        #expect(ended.map(\.failure) == [failure])
        #expect(try links.kept() == [])
        #expect(try await links.uploads.used(by: LinkFixture.bob) == 0)
        #expect(try await links.uploads.uploads(for: LinkFixture.bob).isEmpty)
        #expect(canary.connections == 0)
    }

    @Test(
        "a fetch that is no longer allowed ends before the file is complete, and leaves nothing",
        arguments: LinkFixture.Change.allCases, ["song.mp3", "endless"])
    func changes(change: LinkFixture.Change, path: String) async throws {
        let server = try await FileServer { Self.answer($0, canary: 1) }
        let links = try await LinkFixture(
            networks: ["127.0.0.1:\(server.port)"],
            bounds: UploadBounds(file: 64 << 20, person: 64 << 20, everybody: 1 << 30),
            reach: change == .noNetworks ? .seconds(8) : LinkFixture.patient, change: change)
        let ended = try await links.run(["http://127.0.0.1:\(server.port)/\(path)"])
        let failure: LinkFailure =
            switch change {
            case .switchedOff: .off
            case .otherHosts: .notListed
            case .noNetworks: .unreachable
            case .demoted, .disabled: .notAllowed
            }
        #expect(server.connections == 1 && ended.map(\.failure) == [failure])
        #expect(try links.kept() == [])
        #expect(try await links.uploads.uploads(for: LinkFixture.bob).isEmpty)
    }

    @Test("a name is resolved once, and the connection goes to the checked address even if the name changes")
    func rebinding() async throws {
        let server = try await FileServer { Self.answer($0, canary: 1) }
        let canary = try await FileServer(host: "127.0.0.2", port: server.port) { Self.answer($0, canary: 1) }
        let names = LinkFixture.Names([
            "first.example": [["127.0.0.1"], ["127.0.0.2"]], "second.example": [["127.0.0.2"], ["127.0.0.1"]],
            "mixed.example": [["127.0.0.1", "127.0.0.2"]], "mixed6.example": [["::1", "127.0.0.1"]],
            "mapped.example": [["::ffff:127.0.0.2"]], "nobody.example": [[]],
        ])
        let hosts = ["first", "second", "mixed", "mixed6", "mapped", "nobody"]
        for (reach, hosts) in [(LinkFixture.patient, hosts.prefix(1)), (LinkFixture.brief, hosts.dropFirst())] {
            let links = try await LinkFixture(names: names, networks: ["127.0.0.1:\(server.port)"], reach: reach)
            let ended = try await links.run(hosts.map { "http://\($0).example:\(server.port)/song.mp3" })
            #expect(ended.map(\.failure) == hosts.map { $0 == "first" ? nil : .unreachable })
        }
        #expect(names.asked == hosts.map { "\($0).example" })
        #expect(server.connections == 1 && canary.connections == 0)
        #expect(server.heads.first?.contains("Host: first.example:\(server.port)\r\n") == true)
    }

    @Test("a closed port and a forbidden address give the same error after the same time")
    func uniform() async throws {
        let gone: Int
        do { gone = try await FileServer { _ in [] }.port }
        for link in ["http://127.0.0.1:\(gone)/a.mp3", "http://nobody.example/"] {
            let links = try await LinkFixture(networks: ["127.0.0.1:\(gone)"], reach: LinkFixture.brief)
            let begun = ContinuousClock.now
            #expect(try await links.run([link]).map(\.failure) == [.unreachable])
            #expect(ContinuousClock.now - begun >= LinkFixture.brief)
        }
    }

    @Test("a private address in the link itself is refused as such, and no request is sent")
    func spelledOut() async throws {
        for link in ["http://127.0.0.1:22/a.mp3", "http://10.0.0.1/a.mp3", "http://[::1]/a.mp3"] {
            let links = try await LinkFixture(networks: ["127.0.0.1:1"], reach: LinkFixture.brief)
            #expect(try await links.run([link]).map(\.failure) == [.forbidden])
        }
    }

    @Test("TLS verifies the host name, and no redirect leads to an unencrypted address")
    func encrypted() async throws {
        let folder = try TemporaryFolder()
        let authority = DevelopmentAuthority(
            folder: folder.path + "/certs", names: ["music.example"],
            sealer: KeySealer(key: [UInt8](repeating: 7, count: 32)))
        _ = try authority.prepare()
        let plain = try await FileServer { Self.answer($0, canary: 1) }
        let answer: @Sendable (String) -> [FileServer.Step] = { head in
            head.contains("GET /down")
                ? FileServer.answer("302 Found", ["Location: http://music.example:\(plain.port)/song.mp3"])
                : Self.answer(head, canary: 1)
        }
        let server = try await FileServer(
            certificate: authority.files.certificate, key: authority.files.key, answer)
        // This certificate does not name the address either, which NIOSSL would accept in place of the name.
        let other = try await FileServer(
            host: "127.0.0.2", port: server.port, certificate: authority.files.certificate, key: authority.files.key,
            answer
        )
        let names = LinkFixture.Names(["music.example": [["127.0.0.1"]], "other.example": [["127.0.0.2"]]])
        let networks = ["127.0.0.0/30:\(server.port)", "127.0.0.1:\(plain.port)"]
        let links = try await LinkFixture(names: names, networks: networks, authority: authority.files.authority)
        let base = "example:\(server.port)"
        let ended = try await links.run([
            "https://music.\(base)/song.mp3", "https://music.\(base)/close", "https://music.\(base)/down",
        ])
        #expect(ended.map(\.failure) == [nil, nil, .redirected])
        let misnamed = try await LinkFixture(
            names: names, networks: networks, authority: authority.files.authority, reach: .seconds(10))
        #expect(try await misnamed.run(["https://other.\(base)/song.mp3"]).map(\.failure) == [.unreachable])
        #expect(plain.connections == 0 && other.connections == 1 && other.heads.isEmpty)
        let distrusting = try await LinkFixture(names: names, networks: networks, reach: LinkFixture.brief)
        #expect(try await distrusting.run(["https://music.\(base)/song.mp3"]).map(\.failure) == [.unreachable])
    }

    @Test("the quota is checked while a file arrives, with or without a known length")
    func quota() async throws {
        let server = try await FileServer { Self.answer($0, canary: 1) }
        let bounds = UploadBounds(file: 1 << 20, person: 150_000, everybody: 1 << 30)
        let links = try await LinkFixture(networks: ["127.0.0.1:\(server.port)"], bounds: bounds)
        let ended = try await links.run(["song.mp3", "close"].map { "http://127.0.0.1:\(server.port)/\($0)" })
        #expect(ended.map(\.failure) == [.quota, .quota])
        #expect(try links.kept() == [])
        let full = try await LinkFixture(
            networks: ["127.0.0.1:\(server.port)"],
            bounds: UploadBounds(file: 1 << 20, person: 1 << 30, everybody: 150_000))
        #expect(try await full.run(["http://127.0.0.1:\(server.port)/song.mp3"]).map(\.failure) == [.noRoom])
    }

    @Test("a withdrawn import ends at once and leaves nothing")
    func cancel() async throws {
        let server = try await FileServer { Self.answer($0, canary: 1) }
        let links = try await LinkFixture(networks: ["127.0.0.1:\(server.port)"])
        let url = "http://127.0.0.1:\(server.port)/drip"
        let slow = try await links.run([url.replacing("drip", with: "stalls")]) { found in
            guard let one = found.first, one.state == .fetching, links.queue.broadcaster.latest(one.id) != nil else {
                return found.isEmpty
            }
            try await links.service.remove(one.id, as: LinkFixture.bob)
            return false
        }
        #expect(slow.isEmpty)
        #expect(try links.kept() == [])
        await #expect(throws: DomainError.self) { try await links.service.remove(ID("nothing"), as: LinkFixture.bob) }
    }

    @Test("an interrupted fetch of an earlier process is repeated, once")
    func restart() async throws {
        let server = try await FileServer { Self.answer($0, canary: 1) }
        let links = try await LinkFixture(networks: ["127.0.0.1:\(server.port)"])
        let made = try await links.service.create(
            "http://127.0.0.1:\(server.port)/song.mp3", wish: nil, as: LinkFixture.bob, from: "test")
        _ = try await links.store.next(attempts: 9, at: Timestamp(milliseconds: 1))
        try await links.quarantine.create(made.id.rawValue)
        #expect(try await links.store.next(attempts: 9, at: Timestamp(milliseconds: 1)) == nil)
        let ended = try await links.run([])
        #expect(ended.map(\.state) == [.done] && links.bytes(of: made.id) == Self.song)
        #expect(try await links.uploads.uploads(for: LinkFixture.bob).count == 1)
        #expect(try await !links.store.finish(made.id, name: "again", received: 1, at: Timestamp(milliseconds: 1)))
        let old = try await links.store.ended(before: Timestamp(milliseconds: .max))
        #expect(old.ids == [made.id] && old.total == 1)
        #expect(try await links.store.removeEnded(old.ids, before: Timestamp(milliseconds: 0)) == 0)
        #expect(try await links.store.removeEnded(old.ids, before: Timestamp(milliseconds: .max)) == 1)
        #expect(try await links.service.imports(as: LinkFixture.bob).isEmpty)
    }

    @Test("users without permission, disabled links and too many at once are refused")
    func refusals() async throws {
        let links = try await LinkFixture(networks: [])
        await #expect(throws: DomainError.self) {
            try await links.service.create(
                "http://example.org/", wish: nil, as: Principal(user: ID("lea"), role: .listener), from: "test")
        }
        let off = try await LinkFixture(networks: [], isEnabled: false)
        await #expect(throws: DomainError(.conflict, LinkFailure.off.detail, reason: "links_off")) {
            try await off.service.create("http://example.org/", wish: nil, as: LinkFixture.bob, from: "test")
        }
        await #expect(throws: DomainError.noSuchWish) {
            try await links.service.create("http://example.org/", wish: ID("none"), as: LinkFixture.bob, from: "test")
        }
        for _ in 0..<LinkImportService.mostWaiting {
            _ = try await links.service.create("http://example.org/", wish: nil, as: LinkFixture.bob, from: "test")
        }
        await #expect(throws: DomainError(.conflict, "At most 50 links wait at once", reason: "too_many_links")) {
            try await links.service.create("http://example.org/", wish: nil, as: LinkFixture.bob, from: "test")
        }
    }
}
