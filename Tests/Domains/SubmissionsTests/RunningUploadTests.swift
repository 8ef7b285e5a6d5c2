import Files
import GRDB
import NIOPosix
import Primitives
import Support
import Testing

@testable import SQLiteStore
@testable import Submissions

@Suite("Running uploads") struct RunningUploadTests {
    private struct Bounds: UploadAllowance {
        func bounds(for caller: Principal) async throws -> UploadBounds {
            UploadBounds(file: 1 << 30, person: 1 << 30, everybody: 1 << 30)
        }
    }

    private let folder: TemporaryFolder
    private let uploads: UploadService
    private let bo = Principal(user: ID("bo"), role: .contributor)

    init() async throws {
        folder = try TemporaryFolder()
        let database = try SQLiteDatabase.new(at: folder.path + "/rondo.sqlite")
        try await database.write(.accounts) { db in
            for name in ["bo", "eve"] {
                try db.execute(
                    sql: """
                        INSERT INTO account (id, username, username_key, display_name, search_text, role, disabled,
                          locale, theme, created_at)
                        VALUES (?1, ?1, ?1, ?1, ?1, 'contributor', 0, 'en', 'system', 1)
                        """, arguments: [name])
            }
        }
        uploads = UploadService(
            store: SQLiteUploadStore(database),
            quarantine: try DiskQuarantine(folder: folder.path + "/quarantine", pool: .singleton),
            allowance: Bounds(), reserve: 0, whole: {})
    }

    @Test(
        "nobody else can end, read, continue or measure an upload in any role, and it continues",
        arguments: [Role.contributor, .moderator, .admin]) func strangers(role: Role) async throws
    {
        let eve = Principal(user: ID("eve"), role: role)
        let upload = try await uploads.create(try UploadDraft(name: "a.flac", length: 6), as: bo)
        let reception = try await uploads.begin(upload.id, at: 0, checksum: nil, as: bo)
        try await reception.append([1, 2, 3])
        let attacks: [@Sendable () async throws -> Void] = [
            { [uploads] in try await uploads.cancel(upload.id, as: eve) },
            { [uploads] in _ = try await uploads.position(of: upload.id, as: eve) },
            { [uploads] in _ = try await uploads.upload(upload.id, as: eve) },
            { [uploads] in _ = try await uploads.begin(upload.id, at: 0, checksum: nil, as: eve) },
            { [uploads] in _ = try await uploads.begin(upload.id, at: 3, checksum: nil, as: eve) },
        ]
        for attack in attacks {
            let refusal = await #expect(throws: DomainError.self) { try await attack() }
            #expect(refusal?.code == .notFound)
        }
        try await reception.append([4, 5, 6])
        #expect(try await reception.finish().state == .checking)
    }

    @Test("its sender can end it, together with the request that sends it") func owner() async throws {
        let upload = try await uploads.create(try UploadDraft(name: "a.flac", length: 6), as: bo)
        let reception = try await uploads.begin(upload.id, at: 0, checksum: nil, as: bo)
        try await reception.append([1, 2, 3])
        try await uploads.cancel(upload.id, as: bo)
        await #expect(throws: DomainError.self) { try await reception.append([4]) }
        let gone = await #expect(throws: DomainError.self) { _ = try await uploads.upload(upload.id, as: bo) }
        #expect(gone?.code == .notFound)
    }
}
