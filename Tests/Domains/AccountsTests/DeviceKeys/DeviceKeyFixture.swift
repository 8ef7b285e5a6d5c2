import Accounts
import Crypto
import Foundation
import GRDB
import Journal
import NIOPosix
import Credentials
import Primitives
import SQLiteStore
import Support

/// Steps that the device key tests share.
extension AccountsFixture {
    func key(
        of user: User, _ draft: DeviceKeyDraft = DeviceKeyDraft(label: "phone")
    ) async throws -> IssuedDeviceKey {
        try await deviceKeys.create(draft, for: user.id, as: .commandLine)
    }

    /// Nil when the credential is refused.
    func admit(
        _ credential: DeviceCredential, client: String = "Symfonium", from address: String = "192.0.2.1"
    ) async throws -> DeviceKeyAccess? {
        do {
            return try await deviceKeys.authenticate(credential, client: client, address: address)
        } catch let error as DomainError where error.code == .unauthenticated || error.code == .rateLimited {
            return nil
        }
    }

    /// The newest rows of the journal.
    func journal() async throws -> [JournalRecord] {
        try await SQLiteJournalStore(database).entries(.everything, PageRequest(limit: 100)).items
    }

    /// Changes the database directly, as Rondo itself never would.
    func execute(_ sql: String) throws {
        try DatabaseQueue(path: folder.appendingPathComponent("rondo.sqlite").path).write { try $0.execute(sql: sql) }
    }

    /// The content of a key file, which is created if missing.
    func otherSecret(at path: String) throws -> ServerSecret {
        try ServerSecretFile.loadOrCreate(at: path)
    }

    static func md5(_ text: String) -> String {
        Insecure.MD5.hash(data: Data(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The service of another process on the same data folder.
    func sibling() throws -> DeviceKeyService {
        let store = SQLiteAccountStore(
            try SQLiteDatabase.new(at: folder.appendingPathComponent("rondo.sqlite").path))
        return DeviceKeyService(
            store: store,
            rings: try DeviceKeyRingFile(path: folder.appendingPathComponent("ring").path, threads: .singleton),
            authentication: Authentication(store: store, wallClock: clock, clock: clock),
            pictures: SignedPictureURLs(secret: try otherSecret(at: folder.appendingPathComponent("secret").path)),
            clock: clock, monotonicClock: clock)
    }
}
