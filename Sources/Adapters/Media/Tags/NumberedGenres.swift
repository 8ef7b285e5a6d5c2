/// The numbered genres of ID3v1, with Winamp's additions, written as "17", "(17)" or "(51)(39)".
/// https://id3.org/id3v2.3.0#Appendix_A_-_Genre_List_from_ID3v1
enum NumberedGenres {
    /// The names for a genre's text: the text itself, unless it consists of numbers or abbreviations alone.
    static func names(for text: String) -> [String] {
        if let name = abbreviations[text] { return [name] }
        let bytes = Array(text.utf8)
        if let number = number(bytes[...]) {
            return [name(number) ?? text]
        }
        guard bytes.first == UInt8(ascii: "(") else { return [text] }
        var found: [String] = []
        var rest = bytes[...]
        while rest.first == UInt8(ascii: "("), let end = rest.firstIndex(of: UInt8(ascii: ")")) {
            let inner = rest[(rest.startIndex + 1)..<end]
            if let name = abbreviations[String(decoding: inner, as: UTF8.self)] {
                found.append(name)
            } else if let number = number(inner), let name = name(number) {
                found.append(name)
            } else {
                return [text]
            }
            rest = rest[(end + 1)...]
        }
        // "(4)Eurodisco" refines the number.
        let refinement = String(decoding: rest, as: UTF8.self)
        return refinement.isEmpty ? found : [refinement]
    }

    /// ID3v2's own abbreviations, in parentheses up to 2.3 and by themselves in 2.4. https://id3.org/id3v2.4.0-frames
    private static let abbreviations = ["RX": "Remix", "CR": "Cover"]

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard (1...3).contains(digits.count) else { return nil }
        return BoundedNumber.digits(digits)
    }

    private static func name(_ number: Int) -> String? {
        all.indices.contains(number) ? all[number] : nil
    }

    private static let all = [
        "Blues", "Classic Rock", "Country", "Dance", "Disco", "Funk", "Grunge", "Hip-Hop", "Jazz", "Metal", "New Age",
        "Oldies", "Other", "Pop", "R&B", "Rap", "Reggae", "Rock", "Techno", "Industrial", "Alternative", "Ska",
        "Death Metal", "Pranks", "Soundtrack", "Euro-Techno", "Ambient", "Trip-Hop", "Vocal", "Jazz-Funk", "Fusion",
        "Trance", "Classical", "Instrumental", "Acid", "House", "Game", "Sound Clip", "Gospel", "Noise",
        "Alternative Rock", "Bass", "Soul", "Punk", "Space", "Meditative", "Instrumental Pop", "Instrumental Rock",
        "Ethnic", "Gothic", "Darkwave", "Techno-Industrial", "Electronic", "Pop-Folk", "Eurodance", "Dream",
        "Southern Rock", "Comedy", "Cult", "Gangsta", "Top 40", "Christian Rap", "Pop/Funk", "Jungle",
        "Native American", "Cabaret", "New Wave", "Psychedelic", "Rave", "Showtunes", "Trailer", "Lo-Fi", "Tribal",
        "Acid Punk", "Acid Jazz", "Polka", "Retro", "Musical", "Rock & Roll", "Hard Rock", "Folk", "Folk Rock",
        "National Folk", "Swing", "Fast Fusion", "Bebop", "Latin", "Revival", "Celtic", "Bluegrass", "Avant-garde",
        "Gothic Rock", "Progressive Rock", "Psychedelic Rock", "Symphonic Rock", "Slow Rock", "Big Band", "Chorus",
        "Easy Listening", "Acoustic", "Humour", "Speech", "Chanson", "Opera", "Chamber Music", "Sonata", "Symphony",
        "Booty Bass", "Primus", "Porn Groove", "Satire", "Slow Jam", "Club", "Tango", "Samba", "Folklore", "Ballad",
        "Power Ballad", "Rhythmic Soul", "Freestyle", "Duet", "Punk Rock", "Drum Solo", "A Cappella", "Euro-House",
        "Dancehall", "Goa", "Drum & Bass", "Club-House", "Hardcore Techno", "Terror", "Indie", "Britpop", "Worldbeat",
        "Polsk Punk", "Beat", "Christian Gangsta Rap", "Heavy Metal", "Black Metal", "Crossover",
        "Contemporary Christian", "Christian Rock", "Merengue", "Salsa", "Thrash Metal", "Anime", "Jpop", "Synthpop",
        "Abstract", "Art Rock", "Baroque", "Bhangra", "Big Beat", "Breakbeat", "Chillout", "Downtempo", "Dub", "EBM",
        "Eclectic", "Electro", "Electroclash", "Emo", "Experimental", "Garage", "Global", "IDM", "Illbient",
        "Industro-Goth", "Jam Band", "Krautrock", "Leftfield", "Lounge", "Math Rock", "New Romantic", "Nu-Breakz",
        "Post-Punk", "Post-Rock", "Psytrance", "Shoegaze", "Space Rock", "Trop Rock", "World Music", "Neoclassical",
        "Audiobook", "Audio Theatre", "Neue Deutsche Welle", "Podcast", "Indie Rock", "G-Funk", "Dubstep",
        "Garage Rock", "Psybient",
    ]
}
