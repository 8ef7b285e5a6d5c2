package import Primitives

/// Lists of feeds for other programs: OPML 2.0 (opml.org).
package enum OPML {
    /// The largest file in bytes, and the most feeds of one.
    package static let largest = 2 << 20
    package static let mostFeeds = 1_000

    /// The addresses of all feeds in a file, each once, in its order; groups are passed through. Throws `invalid` for a
    /// file that is none.
    package static func addresses(in bytes: [UInt8]) throws(DomainError) -> [String] {
        var xml = XMLReader(bytes, skipsDocumentType: true)
        var (found, known, isOPML): ([String], Set<String>, Bool) = ([], [], false)
        do {
            while let event = try xml.next() {
                guard case .start(let name) = event else { continue }
                if !isOPML { isOPML = name == "opml" }
                guard isOPML else { break }
                guard name == "outline", let address = xml.attributes["xmlUrl"]?.trimmed, !address.isEmpty,
                    known.insert(address).inserted
                else { continue }
                found.append(address)
                if found.count >= mostFeeds { break }
            }
        } catch {
            throw .invalid("The file cannot be read: \(error.reason)", field: "file", reason: "opml_invalid")
        }
        guard isOPML else { throw .invalid("This is no OPML file", field: "file", reason: "opml_invalid") }
        return found
    }

    /// A file with these podcasts.
    package static func file(_ podcasts: [Podcast]) -> String {
        let outlines = podcasts.map { podcast in
            let (title, address) = (attribute(podcast.title), attribute(podcast.address))
            return "    <outline type=\"rss\" text=\"\(title)\" title=\"\(title)\" xmlUrl=\"\(address)\"/>\n"
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <opml version="2.0">
              <head><title>Podcasts</title></head>
              <body>
            \(outlines.joined())  </body>
            </opml>

            """
    }

    private static func attribute(_ text: String) -> String {
        text.escapedForXML.replacing("\"", with: "&quot;")
    }
}
