package import Primitives
import Synchronization

/// Takes the pictures that people upload: for themselves, and for playlists, folders, entries, wishes and submissions. Each is checked, decoded and
/// encoded anew as a square, and only the square is stored.
///
/// A square that nothing shows any more is stored for two days, until the cleanup takes it. So a person uploads a bounded number a day, the disk's
/// reserve stays free, and whose a square is, is noted: what one person has let go does not stop the cleanup (decision 0028).
package struct PictureUploads: Sendable {
    /// Of one person within 24 hours. Moderators have no such bound: they correct the covers of whole libraries.
    package static let mostPerDay = 100

    private let maker: any PictureMaker
    private let blobs: any BlobStore
    private let owners: any BlobOwners
    private let reserve: Int64
    private let allowance: PictureAllowance

    /// - Parameter reserve: bytes of the disk that pictures leave free.
    package init(
        maker: any PictureMaker, blobs: any BlobStore, owners: any BlobOwners, reserve: Int64 = 0,
        clock: any MonotonicClock = SystemMonotonicClock()
    ) {
        self.maker = maker
        self.blobs = blobs
        self.owners = owners
        self.reserve = reserve
        allowance = PictureAllowance(clock: clock)
    }

    /// `bytes` is a whole JPEG, PNG or WebP file, whatever its declared type was. Throws `rateLimited` with reason `too_many_pictures`, and
    /// `storageFull`.
    package func keep(_ bytes: [UInt8], as caller: Principal) async throws -> BlobKey {
        try PictureRules.check(bytes)
        if !caller.may(.moderate) { try allowance.take(by: caller.user) }
        return try await keep(bytes, broughtBy: caller.user)
    }

    /// The same for a picture in something whose own bounds hold: an archive that is imported, or an uploaded file.
    package func keep(_ bytes: [UInt8], broughtBy person: ID<Person>) async throws -> BlobKey {
        try PictureRules.check(bytes)
        try await blobs.requireRoom(for: bytes.count, leaving: reserve)
        let key = try await blobs.put(maker.square(bytes))
        try await owners.note(person, of: key)
        return key
    }
}

/// How many pictures each person has uploaded within the last day. A restart forgets it.
private final class PictureAllowance: Sendable {
    private static let day = Duration.seconds(86_400)

    private let clock: any MonotonicClock
    private let uploads = Mutex<[ID<Person>: [Duration]]>([:])

    init(clock: any MonotonicClock) {
        self.clock = clock
    }

    /// Counts one more. Throws `rateLimited` with the time to wait.
    func take(by person: ID<Person>) throws(DomainError) {
        let now: Duration = clock.now()
        let wait = uploads.withLock { uploads -> Duration? in
            var recent = (uploads[person] ?? []).filter { now - $0 < Self.day }
            if recent.count >= PictureUploads.mostPerDay, let first = recent.first { return first + Self.day - now }
            recent.append(now)
            uploads[person] = recent
            return nil
        }
        if let wait {
            throw DomainError(
                .rateLimited, "You uploaded \(PictureUploads.mostPerDay) pictures within a day. Try again later",
                reason: "too_many_pictures", retryAfter: wait)
        }
    }
}
