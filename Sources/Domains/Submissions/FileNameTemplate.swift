package import Catalog
package import Primitives

/// The template for the names of submitted files in a library, like `{albumartist}/{album}[ ({year})]/[{disc}-][{track}
/// ]{title}`.
///
/// A part in brackets is left out where a field in it is unknown. The extension follows the file's content. Whatever
/// users typed, each part of the result is a valid file name on any system, and no path leads out of the library.
package struct FileNameTemplate: Sendable, Equatable {
    package static let standard = "{albumartist}/{album}[ ({year})]/[{disc}-][{track} ]{title}"

    private enum Field: String, CaseIterable {
        case title, artist, album, albumartist, genre, year, track, disc
    }

    private enum Token: Equatable {
        case text(String)
        case field(Field)
        case optional([Token])
    }

    private static let longestPart = 120

    private let parts: [[Token]]

    /// Throws `invalid` for text that is not a template.
    package init(_ text: String) throws(DomainError) {
        var parts: [[Token]] = []
        for part in text.split(separator: "/", omittingEmptySubsequences: false) {
            guard !part.isEmpty else { throw Self.failure("A folder's name is empty in \(text)") }
            parts.append(try Self.tokens(part))
        }
        guard parts.last?.contains(.field(.title)) == true, parts.count <= 8 else {
            throw Self.failure("The last part of a name must contain {title}")
        }
        self.parts = parts
    }

    private static func failure(_ message: String) -> DomainError { .invalid(message, field: "giving.template") }

    private static func tokens(_ text: Substring) throws(DomainError) -> [Token] {
        var tokens: [Token] = []
        var rest = text
        while let first = rest.first {
            switch first {
            case "{":
                guard let end = rest.firstIndex(of: "}"),
                    let field = Field(rawValue: String(rest[rest.index(after: rest.startIndex)..<end]))
                else {
                    throw failure(
                        "The fields of a name are \(Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: " "))")
                }
                tokens.append(.field(field))
                rest = rest[rest.index(after: end)...]
            case "[":
                guard let end = rest.firstIndex(of: "]") else { throw failure("A bracket is not closed in \(text)") }
                let inner = rest[rest.index(after: rest.startIndex)..<end]
                guard !inner.contains("[") else { throw failure("Brackets are nested in \(text)") }
                tokens.append(.optional(try self.tokens(inner)))
                rest = rest[rest.index(after: end)...]
            default:
                let end = rest.firstIndex { $0 == "{" || $0 == "[" } ?? rest.endIndex
                tokens.append(.text(String(rest[..<end])))
                rest = rest[end...]
            }
        }
        return tokens
    }

    /// - Parameter number: 1, or a later one where the earlier names are taken.
    package func path(
        for form: SubmissionForm, extension ending: String, number: Int = 1
    ) throws(DomainError) -> LibraryPath {
        var names: [String] = []
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            let suffix = isLast ? (number > 1 ? " (\(number))" : "") + "." + ending : ""
            let text = part.compactMap { Self.text($0, form, isOptional: false) }.joined()
            let name = Self.name(text, upTo: Self.longestPart - suffix.utf8.count)
            names.append((name.isEmpty ? "_" : name) + suffix)
        }
        guard let path = LibraryPath(bytes: Array(names.joined(separator: "/").utf8)) else {
            throw .invalid("This cannot be the name of a file", field: "title")
        }
        return path
    }

    private static func text(_ token: Token, _ form: SubmissionForm, isOptional: Bool) -> String? {
        switch token {
        case .text(let text): return text
        case .field(let field):
            return value(of: field, form) ?? (isOptional ? nil : unknown(field))
        case .optional(let tokens):
            let texts = tokens.map { text($0, form, isOptional: true) }
            return texts.contains(nil) ? nil : texts.compactMap(\.self).joined()
        }
    }

    private static func value(of field: Field, _ form: SubmissionForm) -> String? {
        let artist = form.artists.isEmpty ? nil : form.artists.joined(separator: ", ")
        let value: String? =
            switch field {
            case .title: form.title
            case .artist: artist
            case .album: form.album
            case .albumartist: form.albumArtists.isEmpty ? artist : form.albumArtists.joined(separator: ", ")
            case .genre: form.genres.first
            case .year: form.year.map { String($0) }
            case .track: form.trackNumber.map { ($0 < 10 ? "0" : "") + String($0) }
            case .disc: form.discNumber.map { String($0) }
            }
        return value.map { safe($0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func unknown(_ field: Field) -> String {
        switch field {
        case .artist, .albumartist: Grouping.unknownArtist
        case .album: Grouping.unknownAlbum
        case .title, .genre, .year, .track, .disc: "Unknown \(field.rawValue)"
        }
    }

    /// Replaces or removes characters that have a special meaning in a file system or a shell.
    private static func safe(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: continue
            default: scalars.append("/\\<>:\"|?*".unicodeScalars.contains(scalar) ? "_" : scalar)
            }
        }
        return String(scalars)
    }

    /// One part of a path: not hidden, without white space or dots at its ends, not too long, and none of the device
    /// names that Windows reserves.
    private static func name(_ text: String, upTo limit: Int) -> String {
        var name = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        while name.utf8.count > limit { name.removeLast() }
        name = String(name.drop { $0 == "." || $0 == " " || $0 == "~" })
        while let last = name.last, last == "." || last == " " { name.removeLast() }
        return DeviceNames.contains(name) ? "_" + name : name
    }
}

/// The file extension for a content type, whatever the submitter's file was called.
enum FileExtension {
    /// Nil for content that no scan would accept as music.
    static func of(_ audio: AudioProperties) -> String? {
        switch audio.mediaType {
        case "audio/mpeg": "mp3"
        case "audio/flac": "flac"
        case "audio/ogg": audio.codec == "opus" ? "opus" : "ogg"
        case "audio/mp4": "m4a"
        case "audio/aac": "aac"
        case "audio/wav": "wav"
        case "audio/aiff": "aiff"
        case "audio/x-ms-wma": "wma"
        case "audio/x-ape": "ape"
        case "audio/x-wavpack": "wv"
        default: nil
        }
    }
}
