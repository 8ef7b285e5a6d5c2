import Primitives

/// How text becomes the words that search compares: the same for what is stored and for what is asked.
package enum SearchText {
    /// The folded words of `text`, separated by single spaces. Everything but letters, digits and the marks on them
    /// separates words; an apostrophe joins ("don't" is `dont`); each Han, Hiragana or Katakana character is a word of
    /// its own, because those scripts put no spaces between words.
    package static func words(_ text: String) -> String {
        var words = String.UnicodeScalarView()
        var separated = true
        var previousIsIdeograph = false
        for scalar in FoldedText.fold(text).unicodeScalars {
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
                .letterNumber, .otherNumber:
                let isIdeograph = scalar.isWrittenWithoutSpaces
                if !words.isEmpty, separated || isIdeograph || previousIsIdeograph {
                    words.append(" ")
                }
                words.append(scalar)
                separated = false
                previousIsIdeograph = isIdeograph
            case .nonspacingMark, .spacingMark:
                if !separated { words.append(scalar) }
            default:
                if scalar != "'" { separated = true }
            }
        }
        return String(words)
    }
}

extension Unicode.Scalar {
    /// Han, Hiragana and Katakana, with their extensions.
    fileprivate var isWrittenWithoutSpaces: Bool {
        switch value {
        case 0x3040...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF,
            0x1B000...0x1B16F, 0x20000...0x323AF:
            true
        default: false
        }
    }
}
