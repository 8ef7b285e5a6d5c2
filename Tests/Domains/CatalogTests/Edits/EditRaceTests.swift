import Catalog
import Journal
import Primitives
import Synchronization
import Testing

@Suite("Concurrent corrections") struct EditRaceTests {
    @Test("read a file again that changes while it is read") func changing() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("a/1.flac", "title=Blu", "artist=Nina", "album=Pastel")
        try await catalog.scan()
        let id = try #require(try await catalog.track("Blu")?.id)
        let reads = Mutex(0)
        let music = catalog.music
        catalog.reader.onRead { _ in
            // Once, between the first and the second check of the file.
            if reads.withLock({ reads in
                reads += 1
                return reads == 1
            }) {
                try music.write("a/1.flac", "title=Blu", "artist=Nina Simone", "album=Pastel")
            }
        }
        try await catalog.edit(id) { $0.title = .set("Blue") }
        #expect(reads.withLock { $0 } == 2)
        #expect(try await catalog.track("Blue")?.artists.map(\.name) == ["Nina Simone"])
        #expect(try await catalog.scan().counts.unchanged == 1)

        catalog.reader.onRead { _ in
            let read = reads.withLock { reads in
                reads += 1
                return reads
            }
            try music.write(
                "a/1.flac", "title=Blu \(read)", "artist=Nina", "comment=" + String(repeating: "x", count: read))
        }
        let error = await #expect(throws: DomainError.self) {
            try await catalog.edit(id) { $0.title = .set("Green") }
        }
        #expect(error?.code == .unavailable && error?.reason == "file_changing")
    }

    @Test("survive a scan that had read the file before") func scanning() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("a/1.flac", "title=Blu", "artist=Nina", "album=Pastel")
        try await catalog.scan()
        let id = try #require(try await catalog.track("Blu")?.id)
        try catalog.music.write("a/1.flac", "title=Blu", "artist=Nina", "album=Pastel", "track=2")
        try catalog.music.write("a/2.flac", "title=Sea", "artist=Nina", "album=Pastel")
        let (reached, gate) = (Gate(), Gate())
        // The scan has read the first file, and blocks in the second until the correction is made.
        catalog.reader.onRead { path in
            guard path == "a/2.flac" else { return }
            reached.open()
            gate.wait()
        }
        async let scan = catalog.scan()
        await reached.opened()
        try await catalog.edit(id) { $0.title = .set("Blue") }
        gate.open()
        _ = try await scan
        #expect(try await catalog.titles() == ["Blue", "Sea"])
        #expect(try await catalog.track("Blue")?.trackNumber == 2)
        #expect(try await catalog.faults() == [])
    }

    @Test("of two moderators are both stored, and each has its row in the history") func concurrent() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("a/1.flac", "title=Blu", "artist=Nin", "album=Pastel")
        try await catalog.scan()
        let id = try #require(try await catalog.track("Blu")?.id)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for round in 0..<6 {
                group.addTask { try await catalog.edit(id) { $0.title = .set("Blue \(round)") } }
                group.addTask { try await catalog.edit(id) { $0.artists = .set(["Nina \(round)"]) } }
            }
            try await group.waitForAll()
        }
        let details = try await catalog.service.track(id, as: TestCatalog.listener)
        #expect(details.edit.fields == [.title, .artists])
        let records = try await catalog.records(of: id)
        #expect(records.count == 12)
        for (later, earlier) in zip(records, records.dropFirst()) { #expect(later.before == earlier.after) }
        #expect(records.first?.after == details.edit)
        #expect(try await catalog.faults() == [])
    }

    @Test("can be undone only until the same field is changed again") func undoing() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("a/1.flac", "title=Blu", "artist=Nin", "album=Pastel")
        try await catalog.scan()
        let id = try #require(try await catalog.track("Blu")?.id)
        try await catalog.edit(id) {
            $0.title = .set("Blue")
            $0.year = .set(1990)
        }
        try await catalog.edit(id) { $0.artists = .set(["Nina"]) }
        try await catalog.edit(id) { $0.title = .set("Blues") }
        let records = try await catalog.records(of: id)
        let conflict = await #expect(throws: DomainError.self) {
            try await catalog.edits.undo(records[2].id, of: id, as: TestCatalog.moderator, by: .gateway)
        }
        #expect(conflict?.code == .conflict && conflict?.reason == "edited_since" && conflict?.field == "title")
        try await catalog.edits.undo(records[0].id, of: id, as: TestCatalog.moderator, by: .gateway)
        #expect(try await catalog.track("Blue")?.artists.map(\.name) == ["Nina"])
        try await catalog.edits.undo(records[2].id, of: id, as: TestCatalog.moderator, by: .gateway)
        #expect(try await catalog.track("Blu")?.year == nil)
        let foreign = await #expect(throws: DomainError.self) {
            try await catalog.edits.undo(ID("nothing"), of: id, as: TestCatalog.moderator, by: .gateway)
        }
        #expect(foreign?.code == .notFound)
    }
}
