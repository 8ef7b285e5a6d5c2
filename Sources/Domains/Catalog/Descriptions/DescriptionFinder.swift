import Primitives

/// Asks the sources about one artist or album. The answers of the others are found without a source that fails.
struct DescriptionFinder: Sendable {
    let client: any DescriptionClient
    let blobs: any BlobStore
    /// Bytes of the disk that pictures leave free.
    let reserve: Int64
    let describer: ImageDescriber
    let asker: DescriptionAsker

    /// - Parameter setups: the sources that are switched on.
    func find(
        _ subject: DescriptionSubject.Artist, at setups: [DescriptionSource: OpenedSetup]
    ) async throws -> (found: ArtistDescription, answers: DescriptionAnswers) {
        var inquiry = DescriptionInquiry(asker: asker, setups: setups)
        var found = ArtistDescription(artist: subject.id, musicBrainz: subject.musicBrainz)
        guard subject.wantsBiography || subject.wantsPicture else { return (found, inquiry.answers) }
        if found.musicBrainz == nil, let album = subject.album {
            let release = try await inquiry.ask(.musicBrainz) { try await self.release(of: album, at: $0) }
            let folded = FoldedText.fold(subject.name)
            found.musicBrainz = release?.artists.first { FoldedText.fold($0.name) == folded }?.id
        }
        guard let id = found.musicBrainz else { return (found, inquiry.answers) }
        if subject.wantsBiography {
            let article = try await inquiry.ask(.musicBrainz) { try await client.biography(of: id, at: $0) }
            found.biography = article?.text
            found.biographyCredit = article.map { DescriptionCredit(.wikipedia, page: $0.page) }
        }
        if subject.wantsPicture,
            let place = try await inquiry.ask(.fanart, { try await client.portrait(of: id, at: $0) })
        {
            found.picture = try await picture(at: place, of: .fanart, by: &inquiry)
        }
        return (found, inquiry.answers)
    }

    /// - Parameter setups: the sources that are switched on.
    func find(
        _ subject: DescriptionSubject.Album, at setups: [DescriptionSource: OpenedSetup]
    ) async throws -> (found: AlbumDescription, answers: DescriptionAnswers) {
        var inquiry = DescriptionInquiry(asker: asker, setups: setups)
        var found = AlbumDescription(album: subject.id, ids: subject.ids)
        guard subject.wantsDate || subject.wantsCover else { return (found, inquiry.answers) }
        if found.ids.isEmpty {
            let match = try await inquiry.ask(.musicBrainz) { try await self.release(of: subject.names, at: $0) }
            found.ids = ReleaseIDs(release: match?.id, group: match?.releaseGroup)
        }
        guard !found.ids.isEmpty else { return (found, inquiry.answers) }
        if subject.wantsDate || found.ids.group == nil,
            let facts = try await inquiry.ask(
                .musicBrainz, { [ids = found.ids] in try await client.facts(of: ids, at: $0) })
        {
            found.ids = facts.ids
            found.firstReleased = facts.firstReleased
        }
        guard subject.wantsCover, let setup = setups[.coverArtArchive] else { return (found, inquiry.answers) }
        for place in client.covers(of: found.ids, at: setup) where found.picture == nil {
            found.picture = try await picture(at: place, of: .coverArtArchive, by: &inquiry)
        }
        return (found, inquiry.answers)
    }

    private func release(of names: AlbumNames, at setup: OpenedSetup) async throws -> FoundRelease? {
        try await client.releases(names, at: setup).first(where: names.isSame)
    }

    /// Nil for what is no picture that can be shown, and where the disk has no room for it: it is asked for again.
    private func picture(
        at place: PicturePlace, of source: DescriptionSource, by inquiry: inout DescriptionInquiry
    ) async throws -> DescriptionPicture? {
        let bytes = try await inquiry.ask(source) { try await client.picture(at: place, of: $0) }
        guard let bytes, let kind = ImageKind(sniffing: bytes) else { return nil }
        do {
            try await blobs.requireRoom(for: bytes.count, leaving: reserve)
        } catch let error as DomainError where error.code == .storageFull {
            inquiry.fail(source)
            return nil
        }
        let image = try await blobs.put(bytes)
        do {
            try await describer.require(image)
        } catch let error as DomainError where error.code == .unsupportedMediaType {
            return nil
        }
        let origin: DescriptionCredit.Origin = source == .fanart ? .fanart : .coverArtArchive
        return DescriptionPicture(
            image: image, kind: kind, size: bytes.count, credit: DescriptionCredit(origin, page: place.page))
    }
}

/// The sources that gave an answer about one artist or album.
package struct DescriptionAnswers: Sendable, Equatable {
    /// Those that answered everything that they were asked; "nothing is known" is an answer.
    package var answered: Set<DescriptionSource> = []
    /// Those that were to be asked, and did not answer something.
    package var failed: Set<DescriptionSource> = []
}

/// The questions about one artist or album.
private struct DescriptionInquiry {
    let asker: DescriptionAsker
    let setups: [DescriptionSource: OpenedSetup]
    private(set) var answers = DescriptionAnswers()

    /// Nil where the source is switched off, where it knows nothing, and where it gives no answer.
    mutating func ask<Answer: Sendable>(
        _ source: DescriptionSource, _ question: @Sendable (OpenedSetup) async throws -> Answer?
    ) async throws -> Answer? {
        guard let setup = setups[source] else { return nil }
        do {
            let answer = try await asker.ask(setup, question)
            if !answers.failed.contains(source) { answers.answered.insert(source) }
            return answer
        } catch is ServiceFailure {
            fail(source)
            return nil
        }
    }

    /// Notes that something is to be asked again.
    mutating func fail(_ source: DescriptionSource) {
        answers.answered.remove(source)
        answers.failed.insert(source)
    }
}
