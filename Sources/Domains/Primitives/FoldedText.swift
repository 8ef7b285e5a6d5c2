import Foundation

/// Text reduced to what users mean by "the same": variants of case, diacritics, width and punctuation become equal.
///
/// The steps are Unicode compatibility decomposition (UAX #15, NFKD), removal of combining marks, lower case, and the
/// letters that Unicode does not decompose (ł, ø, đ, ß, æ, œ, þ, ð, ħ, ı). Non-Latin scripts stay as they are.
package enum FoldedText {
    /// The folded text for search and for matching names. Runs of white space are collapsed.
    package static func fold(_ text: String) -> String {
        if let folded = foldedASCII(text) { return folded }
        // A string takes what is appended at its end; its view of scalars copies the whole for every piece.
        var folded = ""
        var pendingSpace = false
        for scalar in decomposed(text).unicodeScalars {
            switch scalar.properties.generalCategory {
            case .nonspacingMark where scalar.isLatinStyleMark: continue
            case .enclosingMark: continue
            case .format where scalar.value != 0x200C && scalar.value != 0x200D: continue
            case .control, .spaceSeparator, .lineSeparator, .paragraphSeparator:
                pendingSpace = !folded.isEmpty
                continue
            default: break
            }
            if pendingSpace {
                folded.append(" ")
                pendingSpace = false
            }
            if let special = specials[scalar] {
                folded += special
            } else if scalar.isASCII {
                let isUpper = ("A"..."Z").contains(scalar)
                folded.unicodeScalars.append(isUpper ? Unicode.Scalar(UInt8(scalar.value) + 32) : scalar)
            } else {
                folded += scalar.properties.lowercaseMapping
            }
        }
        return folded
    }

    /// The compatibility decomposition. A long text is decomposed in pieces, since what follows a character that becomes
    /// several is moved for each of them.
    private static func decomposed(_ text: String) -> String {
        let text = text.streamSafe
        guard text.utf8.count > longestPiece else { return text.decomposedStringWithCompatibilityMapping }
        var whole = ""
        var piece = ""
        for scalar in text.unicodeScalars {
            if piece.utf8.count >= longestPiece, scalar.properties.canonicalCombiningClass == .notReordered {
                whole += piece.decomposedStringWithCompatibilityMapping
                piece = ""
            }
            piece.unicodeScalars.append(scalar)
        }
        return whole + piece.decomposedStringWithCompatibilityMapping
    }

    /// In bytes of UTF-8.
    private static let longestPiece = 2048

    /// The key that lists are ordered by: folded text without its leading article, digits padded so that 2 comes before
    /// 10, and symbols after letters. Empty text sorts last.
    package static func sortKey(_ text: String, articles: [String] = FoldedText.articles) -> String {
        var folded = fold(text)
        for article in articles where folded.hasPrefix(article + " ") && folded.count > article.count + 1 {
            folded.removeFirst(article.count + 1)
            break
        }
        while let first = folded.unicodeScalars.first, !first.properties.isAlphabetic,
            first.properties.numericType == nil,
            folded.unicodeScalars.contains(where: { $0.properties.isAlphabetic || $0.properties.numericType != nil })
        {
            folded.unicodeScalars.removeFirst()
        }
        return folded.isEmpty ? "\u{10FFFD}" : padDigits(folded)
    }

    /// The articles that English, Polish (none), Spanish, French and German lists ignore at the beginning.
    package static let articles = ["the", "a", "an", "el", "la", "los", "las", "le", "les", "der", "die", "das"]

    /// The folded text of ASCII; nil for other text. Most text is ASCII, and the categories of characters are slow to
    /// look up.
    private static func foldedASCII(_ text: String) -> String? {
        var folded: [UInt8] = []
        folded.reserveCapacity(text.utf8.count)
        var pendingSpace = false
        for byte in text.utf8 {
            switch byte {
            case 0x80...: return nil
            case 0...0x20, 0x7F:
                pendingSpace = !folded.isEmpty
                continue
            default: break
            }
            if pendingSpace {
                folded.append(0x20)
                pendingSpace = false
            }
            folded.append((0x41...0x5A).contains(byte) ? byte + 32 : byte)
        }
        return String(decoding: folded, as: UTF8.self)
    }

    private static func padDigits(_ text: String) -> String {
        var result = ""
        var digits = ""
        func flush() {
            guard !digits.isEmpty else { return }
            result += String(repeating: "0", count: max(0, 10 - digits.count)) + digits
            digits = ""
        }
        for character in text {
            if character.isASCII, character.isNumber {
                digits.append(character)
            } else {
                flush()
                result.append(character)
            }
        }
        flush()
        return result
    }

    private static let specials: [Unicode.Scalar: String] = [
        "ł": "l", "Ł": "l", "ø": "o", "Ø": "o", "đ": "d", "Đ": "d", "ß": "ss", "ẞ": "ss", "æ": "ae", "Æ": "ae",
        "œ": "oe", "Œ": "oe",
        "þ": "th", "Þ": "th", "ð": "d", "Ð": "d", "ħ": "h", "Ħ": "h", "ı": "i", "’": "'", "‘": "'", "“": "\"",
        "”": "\"", "‐": "-",
        "‑": "-", "‒": "-", "–": "-", "—": "-", "…": "...",
    ]
}

extension Unicode.Scalar {
    /// The combining marks that Latin, Greek and Cyrillic letters carry. Marks of other scripts (vowel signs, tones)
    /// change the word.
    fileprivate var isLatinStyleMark: Bool {
        (0x0300...0x036F).contains(value) || (0x1AB0...0x1AFF).contains(value) || (0x1DC0...0x1DFF).contains(value)
    }
}
