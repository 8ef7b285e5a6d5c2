package import Catalog
import Journal
package import Primitives

/// Users' likes, ratings and reviews, and the access to those of others.
package struct AnnotationService: Sendable {
    /// The most things that one call can like.
    package static let most = 1000
    /// The most users that a search by name looks through.
    private static let mostPeople = 1000
    /// The first moment of the year 2000: nobody liked anything here before.
    private static let earliestLike = Timestamp(milliseconds: 946_684_800_000)

    private let store: any AnnotationStore
    private let catalog: any CatalogStore
    private let clock: any WallClock

    package init(
        store: any AnnotationStore, catalog: any CatalogStore, clock: any WallClock = SystemWallClock()
    ) {
        self.store = store
        self.catalog = catalog
        self.clock = clock
    }

    /// Likes all of the things, or none where one is unknown. Things that are liked already keep their time.
    ///
    /// - Parameter instant: when the caller liked them, if that was before now: their device could not reach the server
    ///   then. Throws `invalid` for a time before the year 2000; one to come is taken as now.
    package func like(
        _ subjects: [AnnotationSubject], at instant: Timestamp? = nil, as caller: Principal, from origin: String
    ) async throws {
        if let instant, instant < Self.earliestLike {
            throw DomainError.invalid("A like was between the year 2000 and now", field: "at")
        }
        try await setLiked(true, subjects, at: instant, as: caller, from: origin)
    }

    package func unlike(_ subjects: [AnnotationSubject], as caller: Principal, from origin: String) async throws {
        try await setLiked(false, subjects, as: caller, from: origin)
    }

    private func setLiked(
        _ isLiked: Bool, _ subjects: [AnnotationSubject], at instant: Timestamp? = nil, as caller: Principal,
        from origin: String
    ) async throws {
        try check(subjects, as: caller)
        let (now, user) = (clock.now(), caller.user)
        let likedAt = min(instant ?? now, now)
        let action = isLiked ? "like.add" : "like.remove"
        try await store.edit { annotations in
            var seen: Set<AnnotationSubject> = []
            let changed = try subjects.filter { subject in
                try Self.requireKnown(subject, to: caller, annotations)
                return try seen.insert(subject).inserted && annotations.isLiked(subject, by: user) != isLiked
            }
            guard !changed.isEmpty else { return nil }
            return Changes(
                at: now, changed.map { isLiked ? .like($0, by: user, at: likedAt) : .unlike($0, by: user) },
                journal: changed.map { JournalEntry(at: now, by: caller, from: origin, action, .init($0)) },
                followUps: [.publish(changed, of: user)])
        }
    }

    /// Changes nothing when the rating and the review stay the same.
    package func rate(
        _ subject: AnnotationSubject, _ change: RatingChange, as caller: Principal, from origin: String
    ) async throws {
        try caller.require(.listen)
        let (now, user) = (clock.now(), caller.user)
        var details = ["rating": "\(change.rating.stars)"]
        switch change.review {
        case .keep: break
        case .remove: details["review"] = "removed"
        case .write: details["review"] = "written"
        }
        let entry = JournalEntry(at: now, by: caller, from: origin, "rating.set", .init(subject), details: details)
        try await store.edit { annotations in
            try Self.requireKnown(subject, to: caller, annotations)
            let before = try annotations.rating(of: subject, by: user)
            let review: String? =
                switch change.review {
                case .keep: before?.review
                case .remove: nil
                case .write(let review): review.text
                }
            let after = StoredRating(change.rating, review: review)
            guard after != before else { return nil }
            return Changes(
                at: now, .rate(subject, after, by: user, at: now), journal: [entry],
                followUps: [.publishRating(subject, of: user)])
        }
    }

    /// Removes the rating and the review. Changes nothing where there is no rating.
    ///
    /// - Parameter sparesReview: throws `conflict` where there is a review. It is for clients that know of no reviews
    ///   and would remove one unseen.
    package func unrate(
        _ subject: AnnotationSubject, sparesReview: Bool = false, as caller: Principal, from origin: String
    ) async throws {
        try caller.require(.listen)
        let (now, user) = (clock.now(), caller.user)
        let entry = JournalEntry(at: now, by: caller, from: origin, "rating.remove", .init(subject))
        try await store.edit { annotations in
            try Self.requireKnown(subject, to: caller, annotations)
            guard let before = try annotations.rating(of: subject, by: user) else { return nil }
            if sparesReview, before.review != nil {
                throw DomainError(
                    .conflict, "This rating has a review. Remove both where the review was written.",
                    reason: "has_review")
            }
            return Changes(
                at: now, .unrate(subject, by: user), journal: [entry], followUps: [.publishRating(subject, of: user)])
        }
    }

    /// Throws `notFound` if the subject does not exist or is in no library that the caller sees.
    private static func requireKnown(
        _ subject: AnnotationSubject, to caller: Principal, _ annotations: some AnnotationState
    ) throws {
        guard try annotations.isKnown(subject, in: caller.libraries) else {
            throw DomainError.notFound("There is no such \(subject.kind.rawValue)")
        }
    }

    /// The given things without those that do not exist for the caller, in their order.
    package func known(_ subjects: [AnnotationSubject], as caller: Principal) async throws -> [AnnotationSubject] {
        try check(subjects, as: caller)
        return try await store.known(subjects, in: caller.libraries)
    }

    /// The caller's annotations and everybody's totals, for a page of items whose ids the caller has seen.
    package func annotations(of subjects: [AnnotationSubject], as caller: Principal) async throws -> Annotations {
        try caller.require(.browse)
        return subjects.isEmpty ? .none : try await store.annotations(of: subjects, by: caller.user)
    }

    /// The caller's annotation of one thing, and their review. Throws `notFound` for an unknown thing.
    package func annotation(
        of subject: AnnotationSubject, as caller: Principal
    ) async throws -> (annotation: Annotation, review: String?) {
        try caller.require(.browse)
        let review = try await store.review(of: subject, by: caller.user, in: caller.libraries)
        return (try await store.annotations(of: [subject], by: caller.user)[subject], review)
    }

    /// The caller's own review and those that other users share, newest first.
    package func reviews(
        of subject: AnnotationSubject, _ page: PageRequest, as caller: Principal
    ) async throws -> Page<Review> {
        try caller.require(.browse)
        return try await store.reviews(of: subject, seenBy: caller.user, in: caller.libraries, page)
    }

    /// The tracks that the user likes, that are present, and that the caller may see, latest like first. Throws
    /// `notFound` both for a user who does not share their likes and for an unknown id.
    package func likedTracks(
        of person: ID<Person>, _ page: PageRequest, as caller: Principal
    ) async throws -> Page<TrackItem> {
        try await checkShared(person, caller)
        let filter = ListRestriction(listener: person, scope: caller.libraries)
        return try await catalog.tracks(TrackQuery(sort: .liked, order: .descending, filter: filter), page)
    }

    /// See `likedTracks`.
    package func likedAlbums(
        of person: ID<Person>, _ page: PageRequest, as caller: Principal
    ) async throws -> Page<AlbumItem> {
        try await checkShared(person, caller)
        let filter = ListRestriction(listener: person, scope: caller.libraries)
        return try await catalog.albums(AlbumQuery(sort: .liked, order: .descending, filter: filter), page)
    }

    /// See `likedTracks`.
    package func likedArtists(
        of person: ID<Person>, _ page: PageRequest, as caller: Principal
    ) async throws -> Page<ArtistItem> {
        try await checkShared(person, caller)
        return try await catalog.artists(
            ArtistQuery(sort: .liked, order: .descending, listener: person, scope: caller.libraries), page)
    }

    /// Users who share their likes and whose names match `text`, sorted by name. Each word of `text` must begin a word
    /// of the name; an empty text matches everybody.
    package func people(named text: String, as caller: Principal) async throws -> [NamedPerson] {
        try caller.require(.browse)
        let words = SearchText.words(text).split(separator: " ").map { " \($0)" }
        guard !words.isEmpty || text.allSatisfy(\.isWhitespace) else { return [] }
        return try await store.people(limit: Self.mostPeople).filter { person in
            let name = " " + SearchText.words(person.name)
            return words.allSatisfy(name.contains)
        }
    }

    /// The user's name. Throws `notFound` as `likedTracks` does.
    package func person(_ id: ID<Person>, as caller: Principal) async throws -> NamedPerson {
        try await checkShared(id, caller)
        guard let person = try await store.person(id) else {
            throw DomainError.notFound("There is no user with this id who shares their likes")
        }
        return person
    }

    /// The user's reviews of things that the caller may see, latest first. Throws `notFound` as `likedTracks` does.
    package func reviews(
        by person: ID<Person>, about kind: AnnotationSubject.Kind, _ page: PageRequest, as caller: Principal
    ) async throws -> Page<WrittenReview> {
        try await checkShared(person, caller)
        return try await store.written(by: person, about: kind, in: caller.libraries, page)
    }

    package func sharing(as caller: Principal) async throws -> AnnotationSharing {
        try caller.require(.manageOwnAccount)
        return try await store.sharing(of: caller.user) ?? .nobody
    }

    package func setSharing(_ sharing: AnnotationSharing, as caller: Principal, from origin: String) async throws {
        try caller.require(.manageOwnAccount)
        let (now, user) = (clock.now(), caller.user)
        let entry = JournalEntry(
            at: now, by: caller, from: origin, "user.share", .init("user", user),
            details: ["opinions": sharing.rawValue])
        try await store.edit { annotations in
            guard try annotations.sharing(of: user) != sharing else { return nil }
            return Changes(
                at: now, .share(sharing, of: user), journal: [entry], events: [MomentEvents.sharing],
                followUps: [.publishSharing])
        }
    }

    private func check(_ subjects: [AnnotationSubject], as caller: Principal) throws {
        try caller.require(.listen)
        guard subjects.count <= Self.most else {
            throw DomainError(.tooLarge, "At most \(Self.most) things can be liked at a time")
        }
    }

    private func checkShared(_ person: ID<Person>, _ caller: Principal) async throws {
        try caller.require(.browse)
        guard person != caller.user else { return }
        guard try await store.sharing(of: person) == .gateway else {
            throw DomainError.notFound("There is no user with this id who shares their likes")
        }
    }
}

extension JournalEntry.Subject {
    init(_ subject: AnnotationSubject) {
        self.init(kind: subject.kind.rawValue, id: subject.id)
    }
}
