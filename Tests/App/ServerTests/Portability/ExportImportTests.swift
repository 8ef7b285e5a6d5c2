import Primitives
import Foundation
import Support
import Testing

/// Exports and imports of users' data, through the whole server.
@Suite("Export and import", .timeLimit(.minutes(10))) struct ExportImportTests {
    private static let path = "/api/v1/me/import"

    private func python(_ script: String, _ arguments: String...) async throws -> String {
        let result = try await Program.run("/usr/bin/env", ["python3", "-c", script] + arguments)
        try #require(result.status == 0, "\(result.error)")
        return result.output
    }

    private func send(_ body: [UInt8], _ gateway: MusicServer, as token: String? = nil) async throws -> HTTPReply {
        try await gateway.request(
            "POST", Self.path, [("Content-Type", "application/octet-stream")], body: body, as: token)
    }

    /// Waits until the import has finished, and returns its state.
    private func settled(_ gateway: MusicServer, as token: String? = nil) async throws -> [String: Any] {
        var json: [String: Any] = [:]
        try await waitUntil("the import is worked on no more", within: .seconds(240)) {
            let reply = try await gateway.request("GET", Self.path, as: token)
            json = try #require(reply.json, "\(reply.text)")
            return !["examining", "running"].contains(json["state"] as? String)
        }
        return json
    }

    private func count(_ import: [String: Any], _ name: String) -> Int? {
        let report = `import`["report"] as? [String: Any]
        let plays = (report?["counts"] as? [[String: Any]])?.first { $0["kind"] as? String == "plays" }
        return plays?[name] as? Int
    }

    @Test("a ListenBrainz history is previewed, imported, exported and imported by another server")
    func journey() async throws {
        let gateway = try await MusicServer(arguments: ["--time-zone", "Europe/Warsaw"], frames: 88_200)
        let track = try await gateway.request("GET", "/api/v1/tracks/\(gateway.track)")
        let title = try #require(track.json?["title"] as? String)
        let artist = ((track.json?["artists"] as? [[String: Any]])?.first?["name"] as? String) ?? "?"
        let zip = gateway.folder + "/listens.zip"
        _ = try await python(
            """
            import json, sys, zipfile
            with zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as z:
                z.writestr('user.json', '{}')
                for year in (2023, 2024):
                    lines = [json.dumps({'listened_at': 1672531200 + (year - 2023) * 31536000 + i * 3600, 'track_metadata':
                        {'track_name': sys.argv[2] if i % 10 else 'Lost song', 'artist_name': sys.argv[3]}}) for i in range(300)]
                    z.writestr(f'listens/{year}/1.jsonl', '\\n'.join(lines))
            """, zip, title, artist)
        let sent = try await send([UInt8](try Data(contentsOf: URL(fileURLWithPath: zip))), gateway)
        #expect(sent.status == 202, "\(sent.text)")
        let ready = try await settled(gateway)
        #expect(ready["state"] as? String == "ready", "\(ready)")
        #expect(count(ready, "found") == 600 && count(ready, "added") == 540 && count(ready, "unmatched") == 60)
        #expect((ready["report"] as? [String: Any])?["source"] as? String == "listenbrainz")
        #expect(((ready["report"] as? [String: Any])?["unmatched"] as? [String])?.first?.contains("Lost song") == true)
        #expect((try await gateway.request("GET", "/api/v1/history").json?["items"] as? [Any])?.isEmpty == true)

        #expect(try await gateway.request("POST", Self.path + "/run", json: "{}").status == 202)
        let finished = try await settled(gateway)
        #expect(finished["state"] as? String == "finished" && count(finished, "added") == 540, "\(finished)")
        let year = try await gateway.request("GET", "/api/v1/statistics?period=year&date=2023-06-01")
        #expect((year.json?["total"] as? [String: Any])?["plays"] as? Int == 270, "\(year.text)")
        let plays = try await gateway.request("GET", "/api/v1/history?limit=1")
        #expect(
            (plays.json?["items"] as? [[String: Any]])?.first?["source"] as? String == "listenbrainz", "\(plays.text)")

        let export = try await gateway.request("GET", "/api/v1/me/export")
        #expect(export.status == 200 && export["content-type"] == "application/zip")
        try Data(export.body).write(to: URL(fileURLWithPath: zip))
        let told = try await python(
            """
            import csv, io, json, sys, zipfile
            z = zipfile.ZipFile(sys.argv[1])
            assert z.testzip() is None
            manifest = json.loads(z.read('rondo-export.json'))
            for section in manifest['sections']:
                rows = json.loads(z.read(f'json/{section}.json'))
                table = list(csv.reader(io.StringIO(z.read(f'csv/{section}.csv').decode())))
                assert len(table) == len(rows) + 1, section
            text = b''.join(z.read(name) for name in z.namelist())
            assert sys.argv[2].encode() not in text and b'argon2' not in text
            print(len(json.loads(z.read('json/history.json'))), json.loads(z.read('json/profile.json'))[0]['username'])
            """, zip, gateway.token)
        #expect(told == "540 ada\n")

        let bob = try await gateway.person("bob", role: "listener")
        for expected in [540, 0] {
            #expect(try await send(export.body, gateway, as: bob).status == 202)
            #expect(count(try await settled(gateway, as: bob), "added") == expected)
            #expect(try await gateway.request("POST", Self.path + "/run", json: "{}", as: bob).status == 202)
            #expect(count(try await settled(gateway, as: bob), "added") == expected)
        }
        let his = try await gateway.request("GET", "/api/v1/statistics?period=all", as: bob)
        #expect((his.json?["total"] as? [String: Any])?["plays"] as? Int == 540, "\(his.text)")
    }

    /// Sets a picture of `side` pixels at this path.
    private func put(_ side: Int, at path: String, _ gateway: MusicServer) async throws {
        let file = gateway.folder + "/\(side).png"
        let made = try await Program.run(
            "/usr/bin/env",
            [
                "ffmpeg", "-nostdin", "-loglevel", "error", "-y", "-f", "lavfi", "-i", "color=red:s=\(side)x\(side)",
                "-frames:v", "1", file,
            ])
        try #require(made.status == 0, "\(made.error)")
        let reply = try await gateway.request(
            "PUT", "/api/v1" + path, [("Content-Type", "image/png")],
            body: Array(Data(contentsOf: URL(fileURLWithPath: file))))
        #expect(reply.status == 200, "\(path): \(reply.text)")
    }

    /// The width of the picture in this field of a thing.
    private func side(_ field: String, of thing: [String: Any]?, _ gateway: MusicServer) async throws -> Int? {
        guard let path = thing?[field] as? String else { return nil }
        return ImageSize(of: try await gateway.request("GET", path).body)?.width
    }

    @Test(
        "a shelf, a wish, a queue, a smart playlist and pictures move to another server without duplicates"
    )
    func elsewhere() async throws {
        let (here, there) = (try await MusicServer(), try await MusicServer())
        func make(_ path: String, _ json: String, _ method: String = "POST") async throws -> String {
            let made = try await here.request(method, "/api/v1" + path, json: json)
            #expect((200...201).contains(made.status), "\(path): \(made.text)")
            return made.json?["id"] as? String ?? ""
        }
        let folder = try await make("/shelf/folders", #"{"name":"Road","icon":"road"}"#)
        _ = try await make("/shelf/items", #"{"trackId":"\#(here.track)","folderId":"\#(folder)","comment":"Loud"}"#)
        _ = try await make("/tracks/\(here.track)/moments", #"{"positionMs":1200,"text":"Listen"}"#)
        let typed = try await make("/shelf/items", #"{"title":"Typed","artist":"Me","rating":4.5}"#)
        let wish = try await make("/wishes", #"{"title":"Far away","artist":"Somebody","note":"Please"}"#)
        // As long as allowed: nothing may be truncated.
        let description = String(repeating: "音", count: 4000)
        let rule = #"{"field":"title","operator":"contains","value":"noise"},"#
        let rules = String(repeating: rule, count: 90).dropLast()
        _ = try await make(
            "/playlists",
            #"{"name":"Loud","description":"\#(description)","rules":{"match":"all","rules":[\#(rules)]}}"#)
        let plain = try await make("/playlists", #"{"name":"Plain","trackIds":["\#(here.track)"]}"#)
        let outer = try await make("/playlist-folders", #"{"name":"Outer"}"#)
        let inner = try await make("/playlist-folders", #"{"name":"Inner","parentId":"\#(outer)"}"#)
        let moved = try await here.request(
            "PUT", "/api/v1/playlists/\(plain)/folder", json: #"{"folderId":"\#(inner)"}"#)
        #expect((200..<300).contains(moved.status), "\(moved.text)")
        _ = try await make(
            "/queue", #"{"trackIds":["\#(here.track)"],"currentIndex":0,"positionMs":1500}"#, "PUT")
        #expect(try await here.request("PATCH", "/api/v1/me", json: #"{"locale":"pl"}"#).status == 200)
        #expect(try await there.request("GET", "/api/v1/me").json?["locale"] as? String == "en")
        let pictured = [
            "/me/picture", "/playlists/\(plain)/cover", "/shelf/folders/\(folder)/image",
            "/shelf/items/\(typed)/cover", "/wishes/\(wish)/cover",
        ]
        for (index, path) in pictured.enumerated() { try await put(100 + 10 * index, at: path, here) }
        let export = try await here.request("GET", "/api/v1/me/export")
        var reports: [[String: Any]] = []
        for _ in 0..<2 {
            #expect(try await send(export.body, there).status == 202)
            reports.append(try await settled(there))
            #expect(try await there.request("POST", Self.path + "/run", json: "{}").status == 202)
            reports.append(try await settled(there))
        }
        func added(_ report: [String: Any]) -> [String: Int] {
            let counts = (report["report"] as? [String: Any])?["counts"] as? [[String: Any]] ?? []
            return Dictionary(
                uniqueKeysWithValues: counts.map { ($0["kind"] as? String ?? "", $0["added"] as? Int ?? -1) })
        }
        let everything = [
            "folders": 1, "shelfItems": 2, "wishes": 1, "playlists": 2, "playlistEntries": 1, "playlistFolders": 2,
            "playlistPlaces": 1, "queue": 1, "settings": 1, "pictures": 5, "moments": 1,
        ]
        #expect(added(reports[0]) == everything && added(reports[1]) == everything, "\(reports[0])")
        #expect(added(reports[2]).values.allSatisfy { $0 == 0 }, "\(reports[2])")
        let shelf = try await there.request("GET", "/api/v1/shelf/items?sort=title")
        let items = try #require(shelf.json?["items"] as? [[String: Any]])
        #expect(
            items.count == 2 && items.contains { $0["title"] as? String == "Typed" && $0["rating"] as? Double == 4.5 })
        #expect(
            items.contains { $0["comment"] as? String == "Loud" && $0["folderId"] as? String == folder },
            "\(shelf.text)")
        let me = try await there.request("GET", "/api/v1/me")
        #expect(me.json?["locale"] as? String == "pl")
        #expect(try await side("picture", of: me.json, there) == 100)
        let folders = try await there.request("GET", "/api/v1/shelf/folders")
        #expect(try await side("image", of: (folders.json?["items"] as? [[String: Any]])?.first, there) == 120)
        #expect(
            try await side("cover", of: items.first { $0["title"] as? String == "Typed" }, there) == 130)
        let wishes = try await there.request("GET", "/api/v1/wishes")
        #expect(try await side("cover", of: (wishes.json?["items"] as? [[String: Any]])?.first, there) == 140)
        let queue = try await there.request("GET", "/api/v1/queue")
        #expect(queue.json?["positionMs"] as? Int == 1500, "\(queue.text)")
        let lists = try await there.request("GET", "/api/v1/playlists")
        let counts = (lists.json?["items"] as? [[String: Any]])?.map { $0["entryCount"] as? Int }
        #expect(counts == [1, 1], "\(lists.text)")
        let own = try await there.request("GET", "/api/v1/playlists/\(plain)")
        #expect(try await side("cover", of: own.json, there) == 110)
        let filed = try await there.request("GET", "/api/v1/playlist-folders").json?["items"] as? [[String: Any]]
        #expect(filed?.map { $0["name"] as? String } == ["Inner", "Outer"], "\(filed ?? [])")
        #expect(filed?.first?["parentId"] as? String == outer && filed?.first?["playlistIds"] as? [String] == [plain])
        let smart = (lists.json?["items"] as? [[String: Any]])?.first { $0["smart"] as? Bool == true }
        let whole = try await there.request("GET", "/api/v1/playlists/\(smart?["id"] as? String ?? "")")
        #expect(whole.json?["description"] as? String == description)
        let found = (whole.json?["rules"] as? [String: Any])?["rules"] as? [Any]
        #expect(found?.count == 90)
    }

    @Test("forged sections cannot exceed the API's bounds, and do no harm to later imports")
    func forged() async throws {
        let gateway = try await MusicServer(frames: 1000)
        let zip = gateway.folder + "/forged.zip"
        _ = try await python(
            """
            import json, sys, zipfile
            path, track = sys.argv[1:]
            at = '2024-01-01T00:00:00Z'
            uuid = lambda number: f'0190dddd-0000-7000-8000-{number:012d}'
            playlist = lambda number, **further: {'id': uuid(number), 'name': f'P{number}', 'createdAt': at, **further}
            entry = lambda number, place, of=1: {'playlistId': uuid(of), 'entryId': uuid(100 + number), 'place': place,
                'addedAt': at, 'title': 'x', 'trackId': track}
            rules = json.dumps({'match': 'all', 'rules': [{'field': 'title', 'operator': 'contains', 'value': 'x'}]})
            with zipfile.ZipFile(path, 'w') as z:
                z.writestr('rondo-export.json', '{}')
                z.writestr('json/playlists.json', json.dumps([playlist(1), playlist(2, name='   '), playlist(3, name='a\\0b'),
                    playlist(4, rules=rules), playlist(5, rules=7), playlist(6, description='x' * 5000)]))
                z.writestr('json/playlist-entries.json', json.dumps([entry(1, 2**63 - 1), entry(2, -2**63),
                    entry(3, '9223372036854775807'), entry(4, 2**53), entry(5, -2**53), entry(6, 1, of=4)]))
            """, zip, gateway.track)
        #expect(try await send([UInt8](try Data(contentsOf: URL(fileURLWithPath: zip))), gateway).status == 202)
        _ = try await settled(gateway)
        #expect(try await gateway.request("POST", Self.path + "/run", json: "{}").status == 202)
        let report = (try await settled(gateway))["report"] as? [String: Any]
        #expect(report?["unreadable"] as? Int == 4, "\(report ?? [:])")
        let lists = try await gateway.request("GET", "/api/v1/playlists")
        let names = (lists.json?["items"] as? [[String: Any]])?.compactMap { $0["name"] as? String }
        #expect(names.map(Set.init) == ["P1", "ab", "P4"], "\(lists.text)")
        let mine = (lists.json?["items"] as? [[String: Any]])?.first { $0["name"] as? String == "P1" }
        #expect(mine?["entryCount"] as? Int == 2, "\(lists.text)")
        let path = "/api/v1/playlists/\(mine?["id"] as? String ?? "")"
        let body = #"{"trackIds":["\#(gateway.track)"]}"#
        #expect(try await gateway.request("POST", path + "/entries", json: body).status < 300)
        #expect(try await gateway.request("GET", "/health").status == 200)
    }

    @Test("an unreadable file is refused with the reason, and the server runs on") func hostile() async throws {
        let gateway = try await MusicServer()
        for kind in ["text", "bomb", "empty", "tar", "cut"] {
            let file = gateway.folder + "/file"
            _ = try await python(
                """
                import io, sys, tarfile, zipfile
                kind, path = sys.argv[1:]
                buffer = io.BytesIO()
                if kind == 'text': buffer.write(b'{"a": [1, 2')
                if kind == 'tar': tarfile.open(fileobj=buffer, mode='w').close()
                if kind in ('bomb', 'empty', 'cut'):
                    with zipfile.ZipFile(buffer, 'w', zipfile.ZIP_DEFLATED) as z:
                        if kind == 'bomb': z.writestr('listens/1.jsonl', b' ' * (300 << 20))
                        if kind == 'cut': z.writestr('listens/1.jsonl', b'{}' * 100000)
                data = buffer.getvalue()
                open(path, 'wb').write(data[:len(data) // 2] if kind == 'cut' else data)
                """, kind, file)
            let sent = try await send([UInt8](try Data(contentsOf: URL(fileURLWithPath: file))), gateway)
            #expect(sent.status == 202, "\(sent.text)")
            let state = try await settled(gateway)
            #expect(state["state"] as? String == "failed", "\(kind): \(state)")
            #expect(
                ["import_unreadable", "import_too_large"].contains(state["reason"] as? String), "\(kind): \(state)")
            #expect(try await gateway.request("POST", Self.path + "/run", json: "{}").status == 409)
            #expect(try await gateway.request("DELETE", Self.path).status == 204)
            #expect(try await settled(gateway)["state"] as? String == "none")
            let left = try FileManager.default.contentsOfDirectory(atPath: gateway.folder + "/data/imports")
            #expect(left.isEmpty)
            #expect(try await gateway.request("GET", "/health").status == 200)
        }
    }
}
