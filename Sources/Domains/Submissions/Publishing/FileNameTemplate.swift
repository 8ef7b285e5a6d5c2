package import Catalog
package import Primitives

/// How given files are called in a library, like `{albumartist}/{album}[ ({year})]/[{disc}-][{track} ]{title}`.
///
/// What is in brackets is left out where a field in it is unknown. The extension is added: it tells what the content is. Whatever people typed,
/// each part of the result is the name of a file on any system, and none leads anywhere.
package struct FileNameTemplate: Sendable, Equatable {
    package static let standard = "{albumartist}/{album}[ ({year})]/[{disc}-][{track} ]{title}"

    private enum Field: String, CaseIterable {
        case title, artist, album, albumartist, genre, year, track, disc
    }

    private enum Piece: Equatable {
        case text(String)
        case field(Field)
        case optional([Piece])
    }

    private static let longestPart = 120

    private let parts: [[Piece]]

    /// Throws `invalid` for what is no template.
    package init(_ text: String) throws(DomainError) {
        var parts: [[Piece]] = []
        for part in text.split(separator: "/", omittingEmptySubsequences: false) {
            guard !part.isEmpty else { throw Self.failure("A folder's name is empty in \(text)") }
            parts.append(try Self.pieces(part))
        }
        guard parts.last?.contains(.field(.title)) == true, parts.count <= 8 else {
            throw Self.failure("The last part of a name must hold {title}")
        }
        self.parts = parts
    }

    private static func failure(_ message: String) -> DomainError { .invalid(message, field: "giving.template") }

    private static func pieces(_ text: Substring) throws(DomainError) -> [Piece] {
        var pieces: [Piece] = []
        var rest = text
        while let first = rest.first {
            switch first {
            case "{":
                guard let end = rest.firstIndex(of: "}"),
                    let field = Field(rawValue: String(rest[rest.index(after: rest.startIndex)..<end]))
                else {
                    throw failure(
                        "A name has the fields \(Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: " "))")
                }
                pieces.append(.field(field))
                rest = rest[rest.index(after: end)...]
            case "[":
                guard let end = rest.firstIndex(of: "]") else { throw failure("A bracket is not closed in \(text)") }
                let inner = rest[rest.index(after: rest.startIndex)..<end]
                guard !inner.contains("[") else { throw failure("Brackets are within each other in \(text)") }
                pieces.append(.optional(try self.pieces(inner)))
                rest = rest[rest.index(after: end)...]
            default:
                let end = rest.firstIndex { $0 == "{" || $0 == "[" } ?? rest.endIndex
                pieces.append(.text(String(rest[..<end])))
                rest = rest[end...]
            }
        }
        return pieces
    }

    /// - Parameter number: 1, or a later one where the names before are taken.
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

    private static func text(_ piece: Piece, _ form: SubmissionForm, isOptional: Bool) -> String? {
        switch piece {
        case .text(let text): return text
        case .field(let field):
            return value(of: field, form) ?? (isOptional ? nil : unknown(field))
        case .optional(let pieces):
            let texts = pieces.map { text($0, form, isOptional: true) }
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

    /// Without anything that a file system, a shell or another system takes for more than a letter.
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

    /// One part: not hidden, no white space or dots at its ends, not too long, none of the names that Windows keeps for devices.
    private static func name(_ text: String, upTo limit: Int) -> String {
        var name = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        while name.utf8.count > limit { name.removeLast() }
        name = String(name.drop { $0 == "." || $0 == " " || $0 == "~" })
        while let last = name.last, last == "." || last == " " { name.removeLast() }
        let stem = name.prefix { $0 != "." }.uppercased()
        let isDevice =
            ["CON", "PRN", "AUX", "NUL"].contains(stem)
            || stem.count == 4 && (stem.hasPrefix("COM") || stem.hasPrefix("LPT"))
        return isDevice ? "_" + name : name
    }
}
