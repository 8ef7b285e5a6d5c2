import Primitives
import Catalog
import Shelf

/// Members that several kinds of things have in the same form.
extension ReplyWriter {
    /// The id of the picture itself where there is one, so that clients fetch another one when it changes; else that of the thing, for
    /// which a picture is drawn.
    mutating func cover(_ picture: BlobKey?, _ prefix: StaticString, _ id: String) {
        if let picture { bareText("coverArt", "im-", picture.hex) } else { bareText("coverArt", prefix, id) }
    }

    /// Addresses in the three sizes in which other servers give them.
    mutating func pictures(_ addresses: PictureAddresses, of subject: String) {
        text("smallImageUrl", addresses.address(of: subject, size: 64))
        text("mediumImageUrl", addresses.address(of: subject, size: 300))
        text("largeImageUrl", addresses.address(of: subject, size: 600))
    }

    /// `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; empty when it is not known.
    mutating func date(_ name: StaticString, _ date: String?) {
        let parts = (date ?? "").prefix(10).split(separator: "-").map { Int($0) }
        object(name) { writer in
            guard let year = parts.first ?? nil else { return }
            writer.attribute("year", year)
            guard parts.count > 1, let month = parts[1], (1...12).contains(month) else { return }
            writer.attribute("month", month)
            guard parts.count > 2, let day = parts[2], (1...31).contains(day) else { return }
            writer.attribute("day", day)
        }
    }

    mutating func genres(_ names: [String]) {
        array("genres", names) { $0.attribute("name", $1) }
    }

    mutating func references(_ name: StaticString, _ artists: [ArtistReference]) {
        array(name, artists) { writer, artist in
            writer.bareText("id", "ar-", artist.id.rawValue)
            writer.attribute("name", artist.name)
        }
    }

    /// Half stars are rounded up: the protocol has whole ones.
    mutating func annotation(_ annotation: Annotation, average: Bool) {
        attribute("starred", annotation.likedAt)
        attribute("userRating", annotation.rating.map { ($0.halves + 1) / 2 })
        if average { attribute("averageRating", annotation.everybody.average) }
    }

    /// Rounded to seconds.
    mutating func duration(_ milliseconds: Int64) {
        attribute("duration", (max(milliseconds, 0) + 500) / 1000)
    }
}

extension [ArtistReference] {
    /// As a credit reads.
    var credit: String { count == 1 ? self[0].name : map(\.name).joined(separator: ", ") }
}
