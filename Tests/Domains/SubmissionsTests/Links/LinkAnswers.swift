import NIOCore
import Support

/// The replies of the server in these tests.
extension LinkFetchTests {
    static let song = [UInt8]("ID3".utf8) + (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    /// The server's behavior, by path.
    static func answer(_ head: String, canary: Int) -> [FileServer.Step] {
        let path = head.split(separator: " ").dropFirst().first ?? ""
        let audio = "Content-Type: audio/mpeg"
        func redirect(_ location: String, _ status: String = "302 Found") -> [FileServer.Step] {
            FileServer.answer(status, ["Location: \(location)"])
        }
        switch path {
        case "/song.mp3": return FileServer.answer("200 OK", [audio, "Set-Cookie: a=b"], song)
        case "/named":
            return FileServer.answer(
                "200 OK", [audio, "Content-Disposition: attachment; filename=\"My song.mp3\""], song)
        case "/plain": return FileServer.answer("200 OK", ["Content-Type: application/octet-stream"], song)
        case "/untyped": return FileServer.answer("200 OK", [], song)
        case "/close": return [.send(FileServer.head("200 OK", [audio])), .send(song)]
        case "/chunked":
            let size = String(song.count, radix: 16)
            return [
                .send(FileServer.head("200 OK", [audio, "Transfer-Encoding: chunked"])),
                .send(Array("\(size)\r\n".utf8)),
                .send(song), .send(Array("\r\n0\r\n\r\n".utf8)),
            ]
        case "/page": return FileServer.answer("200 OK", ["Content-Type: text/html; charset=utf-8"], song)
        case "/disguised": return FileServer.answer("200 OK", [audio], Array("\n<!doctype html><title>no</title>".utf8))
        case "/zip": return FileServer.answer("200 OK", [audio], Array("PK".utf8) + [3, 4] + song)
        case "/image": return FileServer.answer("200 OK", ["Content-Type: image/png"], song)
        case "/gzip": return FileServer.answer("200 OK", [audio, "Content-Encoding: gzip"], song)
        case "/empty": return FileServer.answer("200 OK", [audio], [])
        case "/missing": return FileServer.answer("404 Not Found", [audio], song)
        case "/partial": return FileServer.answer("206 Partial Content", [audio], song)
        case "/huge": return [.send(FileServer.head("200 OK", [audio, "Content-Length: 99999999999"])), .hold]
        case "/endless": return [.send(FileServer.head("200 OK", [audio])), .endless(song, every: .zero)]
        case "/cut": return [.send(FileServer.head("200 OK", [audio, "Content-Length: 300000"])), .send(song)]
        case "/cut-chunk":
            return [
                .send(FileServer.head("200 OK", [audio, "Transfer-Encoding: chunked"])), .send(Array("fffff\r\n".utf8)),
                .send(song),
            ]
        case "/drip": return [.send(FileServer.head("200 OK", [audio])), .endless([1], every: .milliseconds(50))]
        case "/stalls":
            return [.send(FileServer.head("200 OK", [audio, "Content-Length: 300000"])), .send(song), .hold]
        case "/silent": return [.hold]
        case "/garbage": return [.send(Array("SSH-2.0-OpenSSH_9.2\r\n".utf8)), .hold]
        case "/headers":
            return [.send(Array("HTTP/1.1 200 OK\r\n".utf8)), .endless(Array("X: y\r\n".utf8), every: .zero)]
        case "/to-song": return redirect("/song.mp3", "308 Permanent Redirect")
        case "/1": return redirect("/2")
        case "/2": return redirect("/to-song")
        case "/0": return redirect("/1")
        case "/loop": return redirect("/loop")
        case "/to-file": return redirect("file:///etc/passwd")
        case "/to-gopher": return redirect("gopher://127.0.0.1:\(canary)/")
        case "/to-canary": return redirect("http://127.0.0.1:\(canary)/song.mp3")
        case "/to-name": return redirect("http://canary.example:\(canary)/song.mp3")
        case "/to-number": return redirect("http://2130706433:\(canary)/song.mp3")
        case "/to-mapped": return redirect("http://[::ffff:127.0.0.1]:\(canary)/song.mp3")
        case "/to-user": return redirect("http://a:b@127.0.0.1:\(canary)/song.mp3")
        case "/to-nothing": return FileServer.answer("302 Found", [])
        default: return FileServer.answer("404 Not Found", [])
        }
    }
}
