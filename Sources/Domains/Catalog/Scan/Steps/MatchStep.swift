import Primitives

/// Assigns each file that was read to a track.
///
/// A file belongs to the track at its path if the content matches, or if there is no better match. If its content is
/// that of a track elsewhere whose own file is gone or has changed, the file belongs to that track: it was moved. A
/// copy beside its original is a new track until the original is gone (`ReuniteStep`).
struct MatchStep: Sendable {
    let pipeline: ScanPipeline
    let library: ID<Library>
    let root: LibraryRoot
    let startedAt: Timestamp

    struct Matched: Sendable {
        var tracks: [ScanBatch.TrackWrite] = []
        /// Tracks whose path another track has taken, or whose file can no longer be read.
        var displaced: [ID<Track>] = []
        var broken: [ScanBatch.Broken] = []
        var mended: [LibraryPath] = []
        /// The number of tracks that were counted as removed earlier in this scan.
        var returned = 0
    }

    /// - Parameter claimed: the tracks that have a file in this window; no two files belong to one track.
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
        let signed = try await pipeline.store.tracks(signed: Array(Set(readable.map(\.media.signature))))
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

    /// The first of `tracks` whose file is no longer at its path; tracks with the same file name come first.
    private func moved(
        _ tracks: [SignatureMatch], _ candidate: FolderComparison.Candidate, _ claimed: Set<ID<Track>>
    ) async throws -> SignatureMatch? {
        let free = tracks.filter { !claimed.contains($0.id) }
        // Tracks that went missing since the last scan come before older missing ones: an old duplicate must not take a
        // moved file's place.
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

    /// Whether `track` has lost its file: it was missing, or its path has no file or another content now.
    private func isGone(_ track: SignatureMatch) async throws -> Bool {
        if track.missingSince != nil { return true }
        guard track.library == library else { return false }
        do {
            guard let facts = try await pipeline.walker.facts(of: track.path, in: root) else { return true }
            guard facts != track.facts else { return false }
            return try await pipeline.reader.read(track.path, in: root.path).signature != track.signature
        } catch let problem as FileProblem {
            // A file that cannot be read is not known to be gone.
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
