import Foundation
import Support
import Testing

extension FaultTests {
    /// kill -9 during scans, alternating between the command and the server.
    @Suite("A scan that is killed", .timeLimit(.minutes(10))) struct ScanKillTests {
        private static let kills = 10
        private static let albums = 100
        private static let tracksPerAlbum = 10

        @Test("the next scan completes a first scan killed at any moment, with the same catalog")
        func first() async throws {
            let (folder, music) = try await prepared()
            defer { withExtendedLifetime(folder) {} }
            var random = SeededGenerator(seed: 1)
            let length = try await scan(folder.path + "/reference")
            let expected = try CatalogDump.lines(ofDatabase: folder.path + "/reference/rondo.sqlite")
            #expect(expected.count > Self.albums * Self.tracksPerAlbum)
            for round in 0..<Self.kills {
                let data = folder.path + "/round-\(round)"
                try await addLibrary(music, to: data)
                let moment = Duration.milliseconds(Int.random(in: 0...length, using: &random))
                try await killedScan(data, folder, byServer: round % 2 == 1, after: moment)
                _ = try await scan(data)
                try compare(data, expected, "round \(round), killed after \(moment)")
            }
        }

        @Test("the next scan completes a killed rescan of moved, changed, new and removed files")
        func again() async throws {
            let (folder, music) = try await prepared()
            defer { withExtendedLifetime(folder) {} }
            var random = SeededGenerator(seed: 2)
            _ = try await scan(folder.path + "/reference")
            for round in 0..<Self.kills {
                try FileManager.default.copyItem(
                    atPath: folder.path + "/reference", toPath: folder.path + "/round-\(round)")
            }
            try change(music)
            let length = try await scan(folder.path + "/reference")
            let expected = try CatalogDump.lines(ofDatabase: folder.path + "/reference/rondo.sqlite")
            let kept = try identities(folder.path + "/reference")
            for round in 0..<Self.kills {
                let data = folder.path + "/round-\(round)"
                let moment = Duration.milliseconds(Int.random(in: 0...length, using: &random))
                try await killedScan(data, folder, byServer: round % 2 == 1, after: moment)
                _ = try await scan(data)
                try compare(data, expected, "round \(round), killed after \(moment)")
                #expect(try identities(data) == kept, "a moved or changed file has lost its identity in round \(round)")
            }
        }

        private func compare(_ data: String, _ expected: Set<String>, _ round: String) throws {
            let found = try CatalogDump.lines(ofDatabase: data + "/rondo.sqlite")
            let differences = found.symmetricDifference(expected).sorted().prefix(10)
            #expect(differences.isEmpty, "\(round): \(differences.joined(separator: "\n"))")
            #expect(try problems(inDatabase: data + "/rondo.sqlite") == [])
        }

        /// The ids of the tracks that the first scan found and that are still in the catalog after the change.
        private func identities(_ data: String) throws -> Set<String> {
            try CatalogDump.identities(inDatabase: data + "/rondo.sqlite", titles: "Piece %")
        }

        // MARK: Scanning

        /// A music folder, and a data folder `reference` with a finished scan of it.
        private func prepared() async throws -> (folder: TemporaryFolder, music: String) {
            let folder = try TemporaryFolder()
            let music = folder.path + "/music"
            for album in 0..<Self.albums { try write(album, to: music) }
            try await addLibrary(music, to: folder.path + "/reference")
            return (folder, music)
        }

        private func addLibrary(_ music: String, to data: String) async throws {
            let added = try await Program.run(
                Program.path, ["library", "add", music, "--name", "Music", "--data", data])
            try #require(added.status == 0, "\(added.error)")
        }

        /// Returns the duration in milliseconds.
        private func scan(_ data: String) async throws -> Int {
            let begun = ContinuousClock.now
            let scan = try await Program.run(Program.path, ["scan", "--wait", "--data", data])
            try #require(scan.status == 0, "\(scan.output) \(scan.error)")
            return Int((ContinuousClock.now - begun) / .milliseconds(1))
        }

        private func killedScan(
            _ data: String, _ folder: TemporaryFolder, byServer: Bool, after moment: Duration
        ) async throws {
            if byServer {
                let server = try await ServerProcess.start(["--data", data], in: folder)
                try await Task.sleep(for: moment)
                _ = await server.stop(SIGKILL)
            } else {
                let process = try ChildProcess([Program.path, "scan", "--wait", "--data", data])
                try await Task.sleep(for: moment)
                process.signal(SIGKILL)
                await process.ended()
            }
        }

        // MARK: Music

        private func write(_ album: Int, to music: String) throws {
            let folder = "\(music)/Artist \(album / 5)/Album \(album)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for track in 1...Self.tracksPerAlbum {
                try write("Piece \(album)-\(track)", album, track, "\(folder)/\(track).wav")
            }
            if album % 3 == 0 {
                let cover = picture(bytes: 400, seed: UInt64(album + 1))
                try Data(cover).write(to: URL(fileURLWithPath: folder + "/cover.png"))
            }
        }

        private func write(_ title: String, _ album: Int, _ track: Int, _ path: String) throws {
            let frames = [
                ("TIT2", title), ("TPE1", "Artist \(album / 5)"), ("TALB", "Album \(album)"), ("TRCK", "\(track)"),
                ("TYER", "\(1960 + album % 60)"), ("TCON", "Genre \((album + track) % 12)"),
            ]
            let file = TaggedWAV.file(frames, seed: UInt64(album * 1000 + track))
            try Data(file).write(to: URL(fileURLWithPath: path))
        }

        /// Of every six albums, moves one, renames the files of one, retags one, removes one, and adds a track to one.
        private func change(_ music: String) throws {
            let files = FileManager.default
            for album in 0..<Self.albums {
                let folder = "\(music)/Artist \(album / 5)/Album \(album)"
                switch album % 6 {
                case 0: try files.moveItem(atPath: folder, toPath: "\(music)/Moved \(album)")
                case 1:
                    for track in 1...Self.tracksPerAlbum {
                        try files.moveItem(atPath: "\(folder)/\(track).wav", toPath: "\(folder)/0\(track) new.wav")
                    }
                case 2:
                    for track in 1...Self.tracksPerAlbum {
                        try write("Piece \(album)-\(track) anew", album, track, "\(folder)/\(track).wav")
                    }
                case 3: try files.removeItem(atPath: folder)
                case 4: try write("New \(album)", album, 11, "\(folder)/11.wav")
                default: break
                }
            }
        }
    }
}
