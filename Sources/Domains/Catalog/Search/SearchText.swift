import Primitives

/// Converts text to the words that search compares. Stored text and search text are converted in the same way.
package enum SearchText {
    /// The version of these rules and of the stored words. Text that another version stored is converted again.
    package static let version = 3

    /// The search text of a name: its words, or its signs if it has no letter or digit ("!!!", "🎵").
    package static func name(_ text: String) -> String {
        let words = words(text)
        return words.isEmpty ? signs(text) : words
    }

    /// The text for the full-text index: the words of `text`, then its signs, encoded as private-use characters, which
    /// occur in no word.
    package static func indexed(_ text: String) -> String {
        let (words, signs) = (words(text), signWords(text))
        let coded = (signs.isEmpty && words.isEmpty ? [self.signs(text)] : signs).map(coded).joined(separator: " ")
        return words.isEmpty || coded.isEmpty ? words + coded : "\(words) \(coded)"
    }

    /// The index terms of a search text that has only signs.
    static func codedSigns(_ text: String) -> [String] {
        let signs = signWords(text)
        return (signs.isEmpty ? [self.signs(text)] : signs).map(coded)
    }

    /// Each pictorial symbol of `text` ("🔥"), anywhere, and each sequence of several other signs between spaces ("!!!",
    /// "+/-"). A single dash or ampersand between words is ignored.
    private static func signWords(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).flatMap { part -> [String] in
            let part = String(part)
            let pictures = part.unicodeScalars.filter { $0.properties.generalCategory == .otherSymbol }.map {
                String($0)
            }
            guard pictures.isEmpty, words(part).isEmpty else { return pictures }
            let signs = signs(part)
            return signs.unicodeScalars.count > 1 ? [signs] : []
        }
    }

    /// Encodes each sign as two scalars of the Private Use Area: a tokenizer by categories treats them as letters.
    private static func coded(_ signs: String) -> String {
        var coded = String.UnicodeScalarView()
        for scalar in signs.unicodeScalars {
            for digit in [0xE000 + scalar.value >> 9, 0xF000 + scalar.value & 0x1FF] {
                if let letter = Unicode.Scalar(digit) { coded.append(letter) }
            }
        }
        return String(coded)
    }

    /// The punctuation and symbols of `text`, without spaces and without marks that only change their appearance.
    static func signs(_ text: String) -> String {
        var signs = String.UnicodeScalarView()
        for scalar in FoldedText.fold(text).unicodeScalars {
            switch scalar.properties.generalCategory {
            case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
                .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
                signs.append(scalar)
            default: continue
            }
        }
        return String(signs)
    }

    /// The folded words of `text`, separated by single spaces. Everything but letters, digits and the marks on them
    /// separates words; an apostrophe joins ("don't" is `dont`). In scripts that put no spaces between words (Han,
    /// Hiragana, Katakana, Thai, Lao, Khmer, Burmese), each character with its marks is a word of its own. The vowel
    /// points of Hebrew and Arabic, which are rarely written, and the Arabic stretching line are left out, so that أ
    /// and ا match.
    package static func words(_ text: String) -> String {
        let folded = FoldedText.fold(text)
        if let words = wordsOfASCII(folded) { return words }
        var words = String.UnicodeScalarView()
        var separated = true
        var previousIsAlone = false
        for scalar in folded.unicodeScalars where !scalar.isVowelPoint {
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
                .letterNumber, .otherNumber:
                let isAlone = scalar.isWrittenWithoutSpaces
                if !words.isEmpty, separated || isAlone || previousIsAlone {
                    words.append(" ")
                }
                words.append(scalar)
                separated = false
                previousIsAlone = isAlone
            case .nonspacingMark, .spacingMark:
                if !separated { words.append(scalar) }
            default:
                if scalar != "'" { separated = true }
            }
        }
        return String(words)
    }

    /// The words of folded ASCII; nil for other text.
    private static func wordsOfASCII(_ folded: String) -> String? {
        var words: [UInt8] = []
        words.reserveCapacity(folded.utf8.count)
        var separated = false
        for byte in folded.utf8 {
            switch byte {
            case 0x80...: return nil
            case 0x30...0x39, 0x61...0x7A:
                if separated, !words.isEmpty { words.append(0x20) }
                words.append(byte)
                separated = false
            case 0x27: continue
            default: separated = true
            }
        }
        return String(decoding: words, as: UTF8.self)
    }
}

extension Unicode.Scalar {
    fileprivate var isWrittenWithoutSpaces: Bool {
        switch value {
        // Thai and Lao, Burmese, Khmer.
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF: true
        // Han, Hiragana and Katakana, with their extensions.
        case 0x3040...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF,
            0x1B000...0x1B16F, 0x20000...0x323AF:
            true
        default: false
        }
    }

    fileprivate var isVowelPoint: Bool {
        switch value {
        case 0x0591...0x05BD, 0x05BF, 0x05C1, 0x05C2, 0x05C4, 0x05C5, 0x05C7: true
        case 0x0640, 0x064B...0x065F, 0x0670: true
        default: false
        }
    }
}
