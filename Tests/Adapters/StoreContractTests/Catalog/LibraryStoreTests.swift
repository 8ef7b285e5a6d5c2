import Catalog
import Journal
import Primitives
import StoreFixtures
import Testing

@Suite("The store of libraries") struct LibraryStoreTests {
    private let time = Timestamp(milliseconds: 1)

    private func library(_ id: String, named name: String) -> Library {
        Library(id: ID(id), name: name, path: Array("/music".utf8), addedAt: time)
    }

    @Test("a decision that refuses writes nothing") func refused() async throws {
        let engine = try Engine.sqlite()
        await #expect(throws: DomainError.self) {
            try await engine.libraries.edit { _ -> (Changes<LibraryWrite>?, Void) in
                throw DomainError(.conflict, "no")
            }
        }
        #expect(try await engine.libraries.libraries() == [])
        #expect(try await engine.journal.entries(.everything, .first(5)).items.isEmpty)
    }

    @Test("a removed library is recognized by its path, and gets its id back") func restored() async throws {
        let engine = try Engine.sqlite()
        let (first, again) = (library("l", named: "First"), library("l", named: "Again"))
        /// Writes, and returns the id of the library that was removed from this path before.
        func write(_ write: LibraryWrite) async throws -> ID<Library>? {
            try await engine.libraries.edit { [time] libraries in
                (Changes(at: time, write), try libraries.removedLibrary(at: first.path))
            }
        }
        #expect(try await write(.put(first)) == nil)
        #expect(try await write(.remove(first.id, at: time)) == nil)
        #expect(try await engine.libraries.libraries() == [])
        #expect(try await write(.put(again)) == first.id)
        #expect(try await engine.libraries.libraries() == [again])
    }
}
