import Catalog
import Foundation
import Primitives

/// Gives files in an archive names that every system can unpack. No two of them are the same if case is ignored.
struct ArchiveNames {
    /// The longest name of a folder or file in bytes, without the extension: encrypted home folders allow 143.
    private static let longest = 120
    private static let forbidden = Set<Unicode.Scalar>("/\\:*?\"<>|".unicodeScalars)

    private var taken: Set<String> = []

    /// The path of a file in `folders`, with a number after the name if that is taken.
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

    /// A name without characters that separate paths, control terminals or have a meaning for a system; never empty.
    static func safe(_ name: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in name.streamSafe.precomposedStringWithCanonicalMapping.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: scalars.append(" ")
            case _ where forbidden.contains(scalar): scalars.append("_")
            default: scalars.append(scalar)
            }
        }
        let words = String(scalars).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let text = trimmed(truncated(trimmed(words)))
        guard !text.isEmpty else { return "_" }
        return DeviceNames.contains(text) ? "_" + text : text
    }

    /// The letters and digits of an extension.
    static func safeEnding(_ ending: String) -> String {
        let plain = ending.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return plain.isEmpty ? "audio" : String(plain.prefix(8))
    }

    /// The text without dots and spaces at both ends: Windows drops them at the end, and a dot at the beginning hides a
    /// file elsewhere.
    private static func trimmed(_ text: some StringProtocol) -> String {
        var rest = Substring(text)
        while rest.first == "." || rest.first == " " { rest.removeFirst() }
        while rest.last == "." || rest.last == " " { rest.removeLast() }
        return String(rest)
    }

    /// The text truncated to whole characters of at most `longest` bytes.
    private static func truncated(_ text: String) -> String {
        var (result, bytes) = ("", 0)
        for character in text {
            bytes += character.utf8.count
            if bytes > longest { break }
            result.append(character)
        }
        return result
    }
}
