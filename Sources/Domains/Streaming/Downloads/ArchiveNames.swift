import Foundation

/// Gives files in an archive names that every system can unpack, no two of which are the same where case does not count.
struct ArchiveNames {
    /// Bytes of a folder's or file's name, endings not counted: encrypted home folders take 143.
    private static let longest = 120
    /// Names that Windows takes for devices, whatever the ending.
    private static let devices: Set<String> = Set(
        ["con", "prn", "aux", "nul", "conin$", "conout$"]
            + "0123456789¹²³".flatMap { ["com\($0)", "lpt\($0)"] })
    private static let forbidden = Set<Unicode.Scalar>("/\\:*?\"<>|".unicodeScalars)

    private var taken: Set<String> = []

    /// The path of a file in `folders`, with a number behind the name where that is taken.
    mutating func path(in folders: [String], _ name: String, ending: String) -> String {
        let folder = folders.map { Self.safe($0) + "/" }.joined()
        let (name, ending) = (Self.safe(name), Self.safeEnding(ending))
        var number = 1
        while true {
            let path = folder + (number == 1 ? name : "\(name) (\(number))") + "." + ending
            if taken.insert(path.lowercased()).inserted { return path }
            number += 1
        }
    }

    /// One name without what separates paths, steers terminals or means something to a system; never empty.
    static func safe(_ name: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in name.precomposedStringWithCanonicalMapping.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: scalars.append(" ")
            case _ where forbidden.contains(scalar): scalars.append("_")
            default: scalars.append(scalar)
            }
        }
        let words = String(scalars).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let text = trimmed(cut(trimmed(words)))
        guard !text.isEmpty else { return "_" }
        let stem = text.prefix { $0 != "." }.trimmingCharacters(in: .whitespaces).lowercased()
        return devices.contains(stem) ? "_" + text : text
    }

    /// Letters and digits that follow a name's last point.
    static func safeEnding(_ ending: String) -> String {
        let plain = ending.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return plain.isEmpty ? "audio" : String(plain.prefix(8))
    }

    /// Windows drops points and spaces at the end, and a point at the beginning hides a file elsewhere.
    private static func trimmed(_ text: some StringProtocol) -> String {
        var rest = Substring(text)
        while rest.first == "." || rest.first == " " { rest.removeFirst() }
        while rest.last == "." || rest.last == " " { rest.removeLast() }
        return String(rest)
    }

    /// Whole characters of at most `longest` bytes.
    private static func cut(_ text: String) -> String {
        var (kept, bytes) = ("", 0)
        for character in text {
            bytes += character.utf8.count
            if bytes > longest { break }
            kept.append(character)
        }
        return kept
    }
}
