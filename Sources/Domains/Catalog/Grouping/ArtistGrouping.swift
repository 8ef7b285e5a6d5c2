/// Tells people of one name apart by their MusicBrainz ids.
///
/// Among all credits with one folded name: with no id or one id they are one artist; with several there is one artist
/// per id, and credits without an id go to the one that is credited most often (of equals, the id that sorts first).
package enum ArtistGrouping {
    /// The ids that make artists of their own, the one that takes the credits without an id first. Empty: there is one
    /// artist, with no id.
    package static func identities(_ creditsByID: [String: Int]) -> [String] {
        creditsByID.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    }

    /// The spelling that most credits use; of equals, the one that sorts first.
    package static func mostFrequent(_ names: [String: Int]) -> String? {
        names.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key
    }
}
