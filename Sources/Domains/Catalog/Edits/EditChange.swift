package import Primitives

/// The requested corrections of a track or an album. Each field is left alone, reverted to the file's value, or set.
package struct EditChange: Sendable, Equatable {
    package enum Step<Value: Sendable & Equatable>: Sendable, Equatable {
        case leave
        case revert
        case set(Value)

        func result(from value: Value?) -> Value? {
            switch self {
            case .leave: value
            case .revert: nil
            case .set(let new): new
            }
        }
    }

    package var title = Step<String>.leave
    package var artists = Step<[String]>.leave
    package var album = Step<String>.leave
    package var albumArtists = Step<[String]>.leave
    package var genres = Step<[String]>.leave
    package var year = Step<Int>.leave
    package var trackNumber = Step<Int>.leave
    package var discNumber = Step<Int>.leave
    package var visual = Step<Visual>.leave
    package var cover = Step<BlobKey>.leave

    package init() {}

    var fields: [TrackEdit.Field] {
        TrackEdit.Field.allCases.filter { field in
            switch field {
            case .title: title != .leave
            case .artists: artists != .leave
            case .album: album != .leave
            case .albumArtists: albumArtists != .leave
            case .genres: genres != .leave
            case .year: year != .leave
            case .trackNumber: trackNumber != .leave
            case .discNumber: discNumber != .leave
            case .visual: visual != .leave
            case .cover: cover != .leave
            }
        }
    }

    /// - Parameter whole: whether the album changes as a whole, with the same change for all its tracks.
    func applied(to edit: TrackEdit, ofAlbum whole: Bool) -> TrackEdit {
        var edit = edit
        edit.title = title.result(from: edit.title)
        edit.artists = artists.result(from: edit.artists)
        edit.album = album.result(from: edit.album)
        // A track that was moved to another album before keeps ignoring the release in its tags when that album is
        // renamed.
        if case .set = album, !whole { edit.leavesRelease = true }
        if album == .revert { edit.leavesRelease = false }
        edit.albumArtists = albumArtists.result(from: edit.albumArtists)
        edit.genres = genres.result(from: edit.genres)
        edit.year = year.result(from: edit.year)
        edit.trackNumber = trackNumber.result(from: edit.trackNumber)
        edit.discNumber = discNumber.result(from: edit.discNumber)
        edit.visual = visual.result(from: edit.visual)
        edit.cover = cover.result(from: edit.cover)
        return edit
    }

    /// The change with clean white space. Throws `invalid` with the field at fault.
    /// - Parameter albumField: the API's field for the album's name.
    func checked(albumField: String) throws(DomainError) -> EditChange {
        var change = self
        if case .set(let text) = title { change.title = .set(try EditRules.text(text, "title")) }
        if case .set(let names) = artists { change.artists = .set(try EditRules.names(names, "artists", atLeast: 1)) }
        if case .set(let text) = album { change.album = .set(try EditRules.text(text, albumField)) }
        if case .set(let names) = albumArtists {
            change.albumArtists = .set(try EditRules.names(names, "albumArtists"))
        }
        if case .set(let names) = genres {
            change.genres = .set(try EditRules.names(names, "genres", upTo: EditRules.genreLength))
        }
        if case .set(let year) = year, !EditRules.years.contains(year) {
            throw .invalid("A year is between 1 and 9999", field: "year")
        }
        for (number, field) in [(trackNumber, "trackNumber"), (discNumber, "discNumber")] {
            if case .set(let number) = number, !EditRules.numbers.contains(number) {
                throw .invalid("A number is between 1 and \(EditRules.numbers.upperBound)", field: field)
            }
        }
        return change
    }

    /// The values that it sets, cleaned, for forms that follow the rules of corrections. Throws `invalid` with the
    /// field at fault.
    package func checkedValues() throws(DomainError) -> TrackEdit {
        try checked(albumField: "album").applied(to: TrackEdit(), ofAlbum: false)
    }
}

/// The limits of a correction's values.
package enum EditRules {
    package static let maximumNames = 32
    package static let textLength = 500
    package static let genreLength = 100
    package static let years = 1...9999
    /// The range of track and disc numbers.
    package static let numbers = 1...99_999
    package static let maximumCoverBytes = 20 * 1024 * 1024
    package static let maximumAlbumTracks = 2000

    static func text(_ text: String, _ field: String, upTo limit: Int = textLength) throws(DomainError) -> String {
        guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw .invalid("\(field) contains a control character", field: field)
        }
        guard text.count <= limit else {
            throw .invalid("\(field) is longer than \(limit) characters", field: field)
        }
        guard let cleaned = TextCleaning.clean(text, limit: limit), !FoldedText.fold(cleaned).isEmpty else {
            throw .invalid("\(field) contains no visible character", field: field)
        }
        return cleaned
    }

    static func names(
        _ names: [String], _ field: String, atLeast least: Int = 0, upTo limit: Int = textLength
    ) throws(DomainError) -> [String] {
        guard names.count >= least else { throw .invalid("\(field) must contain a name", field: field) }
        guard names.count <= maximumNames else {
            throw .invalid("\(field) contains more than \(maximumNames) names", field: field)
        }
        var seen: Set<String> = []
        var cleaned: [String] = []
        for name in names {
            let name = try text(name, field, upTo: limit)
            guard seen.insert(FoldedText.fold(name)).inserted else {
                throw .invalid("\(field) contains \(name) twice", field: field)
            }
            cleaned.append(name)
        }
        return cleaned
    }
}
