import Primitives

/// Decides which track each file that was read is.
///
/// A file is the track of its path when its content is that track's, or when nothing better is found. A file whose
/// content is that of a track elsewhere, whose own file is gone or has become something else, is that track: it was
/// moved. A copy beside its original is a new track, until the original is gone: `ReuniteStep`.
struct MatchStep: Sendable {
    let store: any ScanStore
    let walker: any LibraryWalker
    let reader: any TagReader
    let library: ID<Library>
    let root: LibraryRoot
    let startedAt: Timestamp

    struct Matched: Sendable {
        var tracks: [ScanBatch.TrackWrite] = []
        /// Tracks whose path another track has taken, or whose file cannot be read any more.
        var displaced: [ID<Track>] = []
        var broken: [ScanBatch.Broken] = []
        var mended: [LibraryPath] = []
        /// How many of the tracks were counted as removed earlier in this scan.
        var returned = 0
    }

    /// - Parameter claimed: the tracks that files of this window have turned out to be; no two files are one track.
    func match(
        _ files: [ReadTagsStep.ReadFile], at now: Timestamp, claimed: inout Set<ID<Track>>, progress: ScanProgress
    ) async throws -> Matched {
        progress.enter(.match)
        var matched = Matched()
        var readable: [(candidate: FolderComparison.Candidate, media: MediaFile)] = []
        for file in files {
            switch file.result {
            case .success(let media):
                readable.append((file.candidate, media))
                if file.candidate.wasBroken { matched.mended.append(file.candidate.path) }
            case .failure(let problem):
                let candidate = file.candidate
                matched.broken.append(.init(path: candidate.path, facts: candidate.facts, problem: problem))
                if let known = candidate.known, !known.isMissing { matched.displaced.append(known.id) }
            }
        }
        for file in readable {
            if let known = file.candidate.known, known.signature == file.media.signature { claimed.insert(known.id) }
        }
        let signed = try await store.tracks(signed: Array(Set(readable.map(\.media.signature))))
        let bySignature = Dictionary(grouping: signed, by: \.signature)
        for (candidate, media) in readable {
            let known = candidate.known
            if let known, known.signature == media.signature {
                matched.tracks.append(write(known.id, known.isMissing ? .restored : .updated, candidate, media, now))
            } else if let moved = try await moved(bySignature[media.signature] ?? [], candidate, claimed) {
                claimed.insert(moved.id)
                if let since = moved.missingSince, since >= startedAt { matched.returned += 1 }
                if let known, !known.isMissing, !claimed.contains(known.id) { matched.displaced.append(known.id) }
                matched.tracks.append(write(moved.id, .moved, candidate, media, now))
            } else if let known, claimed.insert(known.id).inserted {
                matched.tracks.append(write(known.id, known.isMissing ? .restored : .updated, candidate, media, now))
            } else {
                matched.tracks.append(write(.make(at: now), .added, candidate, media, now))
            }
        }
        return matched
    }

    /// The first of `tracks` whose file is not where it was; one of the same name before others.
    private func moved(
        _ tracks: [SignatureMatch], _ candidate: FolderComparison.Candidate, _ claimed: Set<ID<Track>>
    ) async throws -> SignatureMatch? {
        let free = tracks.filter { !claimed.contains($0.id) }
        // What has gone since the last scan before what was missing already: an old duplicate must not take a moved file's place.
        let gone = free.filter { $0.missingSince.map { $0 >= startedAt } ?? true }
        let missing = free.filter { $0.missingSince.map { $0 < startedAt } ?? false }
            .sorted { ($0.missingSince ?? startedAt) > ($1.missingSince ?? startedAt) }
        for tracks in [gone, missing] {
            let sameName = tracks.filter { $0.path.name == candidate.path.name }
            let others = tracks.filter { $0.path.name != candidate.path.name }
            for track in sameName + others where try await isGone(track) { return track }
        }
        return nil
    }

    /// Whether `track` has lost its file: it was missing, or what is at its path now is nothing or something else.
    private func isGone(_ track: SignatureMatch) async throws -> Bool {
        if track.missingSince != nil { return true }
        guard track.library == library else { return false }
        do {
            guard let facts = try await walker.facts(of: track.path, in: root) else { return true }
            guard facts != track.facts else { return false }
            return try await reader.read(track.path, in: root.path).signature != track.signature
        } catch let problem as FileProblem {
            // What cannot be looked at is not known to be gone.
            return problem.reason != .unreadable
        }
    }

    private func write(
        _ id: ID<Track>, _ change: ScanBatch.TrackWrite.Change, _ candidate: FolderComparison.Candidate,
        _ media: MediaFile, _ now: Timestamp
    ) -> ScanBatch.TrackWrite {
        ScanBatch.TrackWrite(
            id: id, change: change, path: candidate.path, facts: candidate.facts, media: media,
            grouping: Grouping.group(media.tags, at: candidate.path))
    }
}
