package import Primitives
import Synchronization

/// Accepts pictures that users upload: for themselves, and for playlists, folders, shelf items, wishes and submissions.
/// Each is checked, decoded and encoded again as a square, and only the square is stored.
///
/// An unused square stays for two days until the cleanup removes it. So a user's uploads a day are limited, the disk's
/// reserve stays free, and the owner of each square is recorded: squares that one user has let go do not stop the
/// cleanup (decision 0028).
package struct PictureUploads: Sendable {
    /// A user's limit within 24 hours. Moderators have none: they correct the covers of whole libraries.
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

    /// `bytes` is a whole JPEG, PNG or WebP file, whatever its declared type is. Throws `rateLimited` with reason
    /// `too_many_pictures`, and `storageFull`.
    package func store(_ bytes: [UInt8], as caller: Principal) async throws -> BlobKey {
        try PictureRules.check(bytes)
        if !caller.may(.moderate) { try allowance.take(by: caller.user) }
        return try await store(bytes, uploadedBy: caller.user)
    }

    /// The same for a picture that the server has fetched for a user. Nil where it is none that can be stored, or the
    /// user has stored too many today: the thing that it belongs to does without it.
    package func store(copied bytes: [UInt8], as caller: Principal) async throws -> BlobKey? {
        let withoutPicture: [DomainError.Code] = [.unsupportedMediaType, .tooLarge, .rateLimited, .unavailable]
        do {
            return try await store(bytes, as: caller)
        } catch let error as DomainError where withoutPicture.contains(error.code) {
            return nil
        }
    }

    /// The same for a picture in a container with limits of its own: an imported archive, or an uploaded file.
    package func store(_ bytes: [UInt8], uploadedBy person: ID<Person>) async throws -> BlobKey {
        let key = try await store(fetched: bytes)
        try await owners.note(person, of: key)
        return key
    }

    /// The same for a picture that the server itself has fetched. It has no owner.
    package func store(fetched bytes: [UInt8]) async throws -> BlobKey {
        try PictureRules.check(bytes)
        try await blobs.requireRoom(for: bytes.count, leaving: reserve)
        return try await blobs.put(maker.square(bytes))
    }
}

/// Counts each user's uploaded pictures of the last day. A restart resets it.
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

/// Makes a profile picture from an upload. It is decoded and encoded again, so that only the visible content remains,
/// without metadata such as the place.
package protocol PictureMaker: Sendable {
    /// The square middle of the picture as a JPEG file. Throws `unsupportedMediaType` with reason `picture_type` for a
    /// file that cannot be decoded, and `unavailable`.
    func square(_ original: [UInt8]) async throws -> [UInt8]
}

/// The rules for profile pictures.
package enum PictureRules {
    package static let maximumBytes = 5 * 1024 * 1024

    package static func check(_ bytes: [UInt8]) throws(DomainError) {
        guard bytes.count <= maximumBytes else {
            throw DomainError(.tooLarge, "A picture has at most 5 MiB", reason: "picture_too_large")
        }
        switch ImageKind(sniffing: bytes) {
        case .jpeg, .png, .webp:
            guard let size = ImageSize(of: bytes), size.isAcceptable else {
                throw DomainError(
                    .unsupportedMediaType, "The image's header is damaged or declares more than 40 megapixels",
                    reason: "picture_type")
            }
        case .gif, nil:
            throw DomainError(
                .unsupportedMediaType, "A picture is a JPEG, PNG or WebP image", reason: "picture_type")
        }
    }
}
