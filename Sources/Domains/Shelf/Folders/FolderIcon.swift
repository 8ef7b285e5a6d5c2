/// What a folder without a picture shows. The set is closed: clients draw each in their own way.
package enum FolderIcon: String, Sendable, CaseIterable {
    case folder, star, heart, vinyl, cassette, headphones, microphone, guitar, piano, drum, concert, party, night, sun,
        road, book
}
