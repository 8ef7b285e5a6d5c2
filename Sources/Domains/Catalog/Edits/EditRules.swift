import Primitives

/// What a correction may hold.
package enum EditRules {
    package static let maximumNames = 32
    package static let textLength = 500
    package static let genreLength = 100
    package static let years = 1...9999
    /// Of tracks and discs.
    package static let numbers = 1...99_999
    package static let maximumCoverBytes = 20 * 1024 * 1024
    package static let maximumAlbumTracks = 2000

    static func text(_ text: String, _ field: String, upTo limit: Int = textLength) throws(DomainError) -> String {
        guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw .invalid("\(field) holds a control character", field: field)
        }
        guard text.count <= limit else {
            throw .invalid("\(field) is longer than \(limit) characters", field: field)
        }
        guard let cleaned = TextCleaning.clean(text, limit: limit), !FoldedText.fold(cleaned).isEmpty else {
            throw .invalid("\(field) holds no letter or sign that shows", field: field)
        }
        return cleaned
    }

    static func names(
        _ names: [String], _ field: String, atLeast least: Int = 0, upTo limit: Int = textLength
    ) throws(DomainError) -> [String] {
        guard names.count >= least else { throw .invalid("\(field) must name somebody", field: field) }
        guard names.count <= maximumNames else {
            throw .invalid("\(field) holds more than \(maximumNames) names", field: field)
        }
        var seen: Set<String> = []
        var cleaned: [String] = []
        for name in names {
            let name = try text(name, field, upTo: limit)
            guard seen.insert(FoldedText.fold(name)).inserted else {
                throw .invalid("\(field) holds \(name) twice", field: field)
            }
            cleaned.append(name)
        }
        return cleaned
    }
}
