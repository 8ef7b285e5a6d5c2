import Listening
import Primitives
import Support
import Testing

@testable import NetworkClients

/// Documents that renderers send. All of them are untrusted.
@Suite("Renderers' documents") struct RendererDocumentTests {
    private static let location = "http://192.168.1.20:49494/description.xml"

    private static func device(_ text: String) throws -> RendererDevice {
        try RendererDevice(describedBy: Array(text.utf8), at: LinkAddress(location))
    }

    @Test("a description names a renderer and its services")
    func description() throws {
        var device = try Self.device(FakeRenderer.description(name: " Living\u{202E} room\n"))
        #expect(device.renderer.name == "Living room" && device.renderer.model == "Fake")
        #expect(device.renderer.address == "192.168.1.20")
        #expect(device.transport.text == "http://192.168.1.20:49494/control/transport")
        #expect(device.volume?.text == "http://192.168.1.20:49494/control/volume")
        let same = try Self.device(FakeRenderer.description(name: "Other", base: "http://192.168.1.20:80/"))
        #expect(same.renderer.id == device.renderer.id, "its id is made of its own name for ever")
        #expect(same.transport.text == "http://192.168.1.20/control/transport")
        let other = try Self.device(FakeRenderer.description(udn: "uuid:other"))
        #expect(other.renderer.id != device.renderer.id)
        device.learn(transport: nil, volume: nil)
        #expect(!device.takesNext && device.loudest == 100)
    }

    @Test(
        "a description is refused when it refers elsewhere, is no renderer's or is not plain XML",
        arguments: [
            FakeRenderer.description(control: "http://192.168.1.1/admin"),
            FakeRenderer.description(control: "//evil.example/control"),
            FakeRenderer.description(control: "https://192.168.1.20/control"),
            FakeRenderer.description(control: "http://192.168.1.20@evil.example/"),
            FakeRenderer.description(base: "http://192.168.1.21:49494/"),
            FakeRenderer.description(kind: "MediaServer:1"), FakeRenderer.description(udn: ""),
            FakeRenderer.description(udn: String(repeating: "u", count: 300)),
            #"<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>"# + FakeRenderer.description(name: "&b;"),
            FakeRenderer.description(name: "&bomb;"), String(repeating: "<device>", count: 4000), "<root></root>", "",
            "\u{0}\u{1}garbage", String(FakeRenderer.description().dropLast(20)),
            "<root>" + String(repeating: "<device/>", count: 5000) + "</root>",
        ])
    func hostile(_ text: String) {
        #expect(throws: RendererFault.malformed) { try Self.device(text) }
    }

    @Test("the reply to a search may refer only to its sender")
    func search() throws {
        let sender = try #require(IPAddress("192.168.1.20"))
        func found(_ lines: String...) -> String? {
            RendererSearch.location(in: Array((lines + ["", ""]).joined(separator: "\r\n").utf8), from: sender)?.text
        }
        let (status, kind) = ("HTTP/1.1 200 OK", "ST: \(RendererSearch.kind)")
        #expect(found(status, "Location:  \(Self.location) ", kind) == Self.location)
        #expect(found(status, "LOCATION: http://192.168.1.21/d.xml", kind) == nil, "another machine")
        #expect(found(status, "LOCATION: http://127.0.0.1/d.xml", kind) == nil)
        #expect(found(status, "LOCATION: http://renderer.example/d.xml", kind) == nil)
        #expect(found(status, "LOCATION: https://192.168.1.20/d.xml", kind) == nil)
        #expect(found(status, "LOCATION: file:///etc/passwd", kind) == nil)
        #expect(found(status, "LOCATION: \(Self.location)", "ST: upnp:rootdevice") == nil)
        #expect(found("NOTIFY * HTTP/1.1", "LOCATION: \(Self.location)", kind) == nil)
        #expect(found("HTTP/1.1 404 Not Found", "LOCATION: \(Self.location)", kind) == nil)
        #expect(found(status, "LOCATION: \(Self.location)" + String(repeating: "x", count: 2048), kind) == nil)
        #expect(found("") == nil)
    }

    @Test("messages escape their content, and replies are read by name")
    func messages() throws {
        let message = SOAPMessage.request("Play", of: "urn:t", [("Speed", "1<&\">'\u{0}\u{FFFF}é")])
        #expect(message.contains("<Speed>1&lt;&amp;&quot;&gt;&apos;é</Speed>"))
        func read(_ body: String) throws(RendererFault) -> [String: String] {
            try SOAPMessage.results(
                of: "Play", in: Array("<s:Envelope><s:Body>\(body)</s:Body></s:Envelope>".utf8))
        }
        #expect(try read("<u:PlayResponse><A>1 &lt; 2</A><A>3</A></u:PlayResponse>") == ["A": "1 < 2"])
        #expect(throws: RendererFault.malformed) { try read("<u:StopResponse/>") }
        #expect(throws: RendererFault.malformed) { try read("") }
        #expect(throws: RendererFault.refused(701)) {
            try read("<s:Fault><detail><UPnPError><errorCode>701</errorCode></UPnPError></detail></s:Fault>")
        }
        #expect(throws: RendererFault.refused(501)) { try read("<s:Fault/>") }
    }

    @Test("metadata for a renderer is escaped, and times are whole seconds")
    func songs() {
        let song = RendererSong(
            address: "http://10.0.0.1/a?b&c", mediaType: "audio/mpeg", title: "A <b> & \"c\"", artist: "D'E",
            album: "]]>", length: .seconds(3725), start: .zero, isSeekable: true)
        #expect(song.metadata.contains("<dc:title>A &lt;b&gt; &amp; &quot;c&quot;</dc:title>"))
        #expect(song.metadata.contains("<upnp:artist>D&apos;E</upnp:artist><upnp:album>]]&gt;</upnp:album>"))
        #expect(song.metadata.contains(#"duration="1:02:05.000">http://10.0.0.1/a?b&amp;c</res>"#))
        #expect(RendererSong.clock(.milliseconds(59_999)) == "0:00:59")
        #expect(RendererSong.time("1:02:05.500") == .seconds(3725) && RendererSong.time("00:00:07") == .seconds(7))
        for text in ["NOT_IMPLEMENTED", "", "1:2", "-1:00:00", "99999999:0:0", "a:b:c"] {
            #expect(RendererSong.time(text) == nil)
        }
    }

    @Test("an interface's network is computed from its address and mask")
    func interfaces() {
        let found = NetworkInterface(name: "eth0", address: "192.168.7.9", mask: "255.255.252.0")
        #expect(found?.network.text == "192.168.4.0/22")
        #expect(NetworkInterface(name: "eth0", address: "fe80::1", mask: "ffff::") == nil)
        #expect(NetworkInterface(name: "eth0", address: nil, mask: nil) == nil)
    }
}
