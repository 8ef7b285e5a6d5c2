import Accounts
import Catalog
import HTTPSupport
import Primitives
import Shelf

/// Members that several kinds of items share.
extension ReplyWriter {
    /// Writes the id of the picture itself where there is one, so that clients load the new one after a change; else
    /// the id of the item, for which a picture is drawn.
    mutating func cover(_ picture: BlobKey?, _ prefix: StaticString, _ id: String) {
        if let picture { bareText("coverArt", "im-", picture.hex) } else { bareText("coverArt", prefix, id) }
    }

    /// Writes picture addresses in the three sizes that other servers offer.
    mutating func pictures(_ addresses: PictureAddresses, of subject: String) {
        text("smallImageUrl", addresses.address(of: subject, size: 64))
        text("mediumImageUrl", addresses.address(of: subject, size: 300))
        text("largeImageUrl", addresses.address(of: subject, size: 600))
    }

    /// Writes `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; empty when unknown.
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

    /// Rounds half stars up: the protocol has whole ones.
    mutating func annotation(_ annotation: Annotation, average: Bool) {
        attribute("starred", annotation.likedAt)
        attribute("userRating", annotation.rating.map { ($0.halves + 1) / 2 })
        if average { attribute("averageRating", annotation.everybody.average) }
    }

    /// Writes a duration rounded to seconds.
    mutating func duration(_ milliseconds: Int64) {
        attribute("duration", (max(milliseconds, 0) + 500) / 1000)
    }
}

extension [ArtistReference] {
    /// The artists' names as a credit line.
    var credit: String { count == 1 ? self[0].name : map(\.name).joined(separator: ", ") }
}

/// Addresses under which players load pictures without the credentials of a call: pictures that one device key may see.
struct PictureAddresses: Sendable {
    let site: String
    let key: ID<DeviceKey>
    let proofs: SignedPictureURLs

    /// - Parameters:
    ///   - subject: an id as this API writes it.
    ///   - size: the longer side in pixels.
    func address(of subject: String, size: Int) -> String {
        "\(site)/rest/getCoverArt.view?id=\(subject)&size=\(size)&proof=\(proofs.proof(of: subject, for: key))"
    }
}
