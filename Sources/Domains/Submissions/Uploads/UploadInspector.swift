package import Accounts
package import Analysis
package import Catalog
import Journal
package import Logging
package import Primitives

/// Inspects complete uploads: their type by content, whether all of the sound can be decoded, and their tags. Files
/// that are broken or not music are refused with the reason; the others become submissions.
///
/// Sandboxed processes parse and decode the files. They can read the quarantine, or this one file, and nothing else.
package struct UploadInspector: Sendable {
    private let store: any UploadStore
    private let quarantine: any Quarantine
    private let reader: any TagReader
    private let analyzer: any AudioAnalyzer
    private let sounds: any SubmissionSounds
    private let pictures: PictureUploads
    private let clock: any WallClock
    private let logger: Logger
    private let signal = WakeSignal()

    package init(
        store: any UploadStore, quarantine: any Quarantine, reader: any TagReader, analyzer: any AudioAnalyzer,
        sounds: any SubmissionSounds,
        pictures: PictureUploads, clock: any WallClock = SystemWallClock(), logger: Logger
    ) {
        self.store = store
        self.quarantine = quarantine
        self.reader = reader
        self.analyzer = analyzer
        self.sounds = sounds
        self.pictures = pictures
        self.clock = clock
        self.logger = logger
    }

    /// Wakes `work` to look for uploads.
    package func wake() {
        signal.wake()
    }

    /// Works until the task is cancelled. It also continues what an earlier process left unfinished.
    package func work() async {
        signal.wake()
        for await _ in signal.turns {
            do {
                try await inspectAll()
            } catch is CancellationError {
                return
            } catch {
                logger.warning("Uploads could not be inspected", metadata: ["error": "\(error)"])
            }
        }
    }

    /// Inspects all waiting uploads. An upload that cannot be inspected at present stays for the next call.
    package func inspectAll() async throws {
        var last: ID<Submission>?
        while let upload = try await store.nextToCheck(after: last) {
            try Task.checkCancellation()
            last = upload.id
            do {
                try await inspect(upload)
            } catch let error as DomainError where error.code == .unavailable || error.code == .storageFull {
                logger.warning(
                    "An upload waits for inspection",
                    metadata: ["upload.id": "\(upload.id)", "reason": "\(error.message)"])
            }
        }
    }

    private func inspect(_ upload: Upload) async throws {
        do {
            let finding = try await finding(of: upload)
            let instant = clock.now()
            let entry = JournalEntry(
                at: instant, by: .init(user: upload.account, origin: "gateway"), "submission.receive",
                .init("submission", upload.id),
                details: [
                    "title": finding.form.title, "bytes": String(upload.length), "sha256": finding.digest.hex,
                ])
            try await store.edit { uploads in
                guard try uploads.upload(upload.id)?.state == .checking else { return nil }
                let inspected = InspectedUpload(
                    upload, finding, wished: try upload.wish.flatMap(uploads.wished), at: instant)
                return try inspected.accept(uploads.submissions, journal: entry)
            }
        } catch let problem as FileProblem {
            try await refuse(upload, because: problem)
        }
    }

    private func refuse(_ upload: Upload, because problem: FileProblem) async throws {
        let instant = clock.now()
        try await store.edit { uploads in
            guard try uploads.upload(upload.id)?.state == .checking else { return nil }
            return Changes(
                at: instant,
                .refuse(upload.id, reason: problem.reason.rawValue, detail: problem.detail, at: instant),
                events: [SubmissionEvents.upload(upload.id, "refused", of: upload.account)])
        }
        await quarantine.remove(upload.id.rawValue)
    }

    private func finding(of upload: Upload) async throws -> UploadFinding {
        let name = upload.id.rawValue
        guard let path = LibraryPath(bytes: Array(name.utf8)), let file = try await quarantine.open(name) else {
            throw FileProblem(.unreadable, "The file no longer exists.")
        }
        let media = try await read(path)
        let analysis = try await analyze(file, media.audio)
        guard let digest = try await quarantine.digest(name) else {
            throw FileProblem(.unreadable, "The file no longer exists.")
        }
        let shown = LibraryPath(bytes: Array(upload.name.utf8)) ?? path
        return UploadFinding(
            form: SubmissionForm(tagsOf: media.tags, Grouping.group(media.tags, at: shown)),
            isUntitled: media.tags.title == nil, audio: media.audio,
            cover: media.cover == nil ? nil : await cover(path, of: upload), digest: digest,
            sound: await sound(analysis, media.audio), analysis: analysis, signature: media.signature)
    }

    /// The fingerprint and its matches; nil where the sound says too little.
    private func sound(_ analysis: AnalyzedSound, _ audio: AudioProperties) async -> SubmissionSound? {
        guard let fingerprint = analysis.fingerprint,
            let matches = try? await sounds.matches(
                fingerprint, duration: audio.durationMilliseconds, limit: SubmissionSound.mostMatches)
        else { return nil }
        return SubmissionSound(fingerprint: fingerprint, matches: matches)
    }

    private func read(_ path: LibraryPath) async throws -> MediaFile {
        do {
            return try await reader.read(path, in: quarantine.root)
        } catch {
            // A failure that says nothing about the file: the workers are stopping, or could not be started.
            if error.reason == .unreadable { throw DomainError(.unavailable, error.detail) }
            throw error
        }
    }

    /// Measures the sound, and proves thereby that all of it can be decoded.
    private func analyze(_ file: any ReadableFile, _ audio: AudioProperties) async throws -> AnalyzedSound {
        let analysis: AnalyzedSound
        do {
            analysis = try await analyzer.analyze(file, audio, background: false)
        } catch {
            switch error {
            case .unavailable:
                throw DomainError(.unavailable, "There is nothing to decode music with at present")
            case .broken(.tooLong):
                throw FileProblem(.tooLarge, "The recording is longer than the limit.")
            case .broken(.corrupt), .broken(.unsupported):
                throw FileProblem(.corrupt, "The audio cannot be decoded.")
            }
        }
        let length = analysis.durationMilliseconds
        guard length > 0 else { throw FileProblem(.noAudio, "The file contains no audio.") }
        guard length <= UploadRules.longestMilliseconds else {
            throw FileProblem(.tooLarge, "The recording is longer than the limit.")
        }
        let missing = audio.durationMilliseconds - length
        guard missing <= max(UploadRules.missingMilliseconds, audio.durationMilliseconds / 20) else {
            throw FileProblem(.truncated, "The file ends before its declared duration.")
        }
        return analysis
    }

    /// A square version of the embedded cover, decoded and encoded again. Nil where it is damaged, which does not
    /// affect the upload.
    private func cover(_ path: LibraryPath, of upload: Upload) async -> BlobKey? {
        guard let bytes = try? await reader.embeddedCover(of: path, in: quarantine.root) else { return nil }
        return try? await pictures.store(bytes, uploadedBy: upload.account)
    }
}
