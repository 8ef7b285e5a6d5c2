/// The fields of EBU STL (Tech 3264): a block of general subtitle information of 1024 bytes, then blocks of text and
/// timing information of 128 bytes, each a part of one subtitle.
enum STLFile {
    static let headSize = 1024
    static let blockSize = 128
    static let textSize = 112
    /// The blocks of one subtitle: extension numbers from 0 to EF, and FF for the last.
    static let mostBlocks = 0xF0

    /// A field of the general information, by its first byte and its length.
    enum Head {
        static let codePage = 0..<3
        static let diskFormat = 3..<11
        static let displayStandard = 11..<12
        static let characterTable = 12..<14
        static let language = 14..<16
        static let title = 16..<48
        static let episode = 48..<80
        static let created = 224..<230
        static let revised = 230..<236
        static let revision = 236..<238
        static let blocks = 238..<243
        static let subtitles = 243..<248
        static let groups = 248..<251
        static let characters = 251..<253
        static let rows = 253..<255
        static let timeStatus = 255..<256
        static let programStart = 256..<264
        static let firstCue = 264..<272
        static let disks = 272..<273
        static let disk = 273..<274
        static let country = 274..<277
    }

    /// The offsets in a block of text and timing.
    enum Block {
        static let group = 0
        static let number = 1
        static let extensionNumber = 3
        static let timeIn = 5
        static let timeOut = 9
        static let row = 13
        static let comment = 15
        static let text = 16
    }

    static let lineBreak: UInt8 = 0x8A
    static let filler: UInt8 = 0x8F

    /// The codes of Tech 3264, appendix 3, with ISO 639-1.
    static let languages: [UInt8: String] = [
        0x01: "sq", 0x02: "br", 0x03: "ca", 0x04: "hr", 0x05: "cy", 0x06: "cs", 0x07: "da", 0x08: "de", 0x09: "en",
        0x0A: "es", 0x0B: "eo", 0x0C: "et", 0x0D: "eu", 0x0E: "fo", 0x0F: "fr", 0x10: "fy", 0x11: "ga", 0x12: "gd",
        0x13: "gl", 0x14: "is", 0x15: "it", 0x16: "se", 0x17: "la", 0x18: "lv", 0x19: "lb", 0x1A: "lt", 0x1B: "hu",
        0x1C: "mt", 0x1D: "nl", 0x1E: "no", 0x1F: "oc", 0x20: "pl", 0x21: "pt", 0x22: "ro", 0x23: "rm", 0x24: "sr",
        0x25: "sk", 0x26: "sl", 0x27: "fi", 0x28: "sv", 0x29: "tr", 0x2B: "wa", 0x49: "uk", 0x56: "ru", 0x63: "mk",
        0x6C: "he", 0x70: "el", 0x77: "bg", 0x79: "be", 0x7E: "ar",
    ]
}
