import Foundation
import Primitives

/// The character tables of EBU STL (Tech 3264, appendix 2), by their codes: ISO 6937 for Latin letters, and parts 5 to
/// 8 of ISO 8859.
enum STLCharacters: String, CaseIterable {
    case latin = "00"
    case cyrillic = "01"
    case arabic = "02"
    case greek = "03"
    case hebrew = "04"

    /// The table that has all letters of the lyrics; nil if none has.
    static func fitting(_ lyrics: SongLyrics) -> STLCharacters? {
        allCases.first { table in
            lyrics.lines.allSatisfy { line in
                table.encoded(line.text) != nil && line.background.map { table.encoded($0.text) != nil } ?? true
            }
        }
    }

    // MARK: Reading

    /// The text without control codes, which state colors and styles.
    func text(_ bytes: ArraySlice<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        var accent: Unicode.Scalar?
        var hasAccents = false
        for byte in bytes {
            if self == .latin, let mark = Self.accents[byte] {
                (accent, hasAccents) = (mark, true)
                continue
            }
            if let scalar = scalar(byte) { text.append(scalar) } else { continue }
            // The accent precedes its letter in ISO 6937, and follows it in Unicode.
            if let mark = accent, byte != 0x20 { text.append(mark) }
            accent = nil
        }
        return hasAccents ? String(text).streamSafe.precomposedStringWithCanonicalMapping : String(text)
    }

    private func scalar(_ byte: UInt8) -> Unicode.Scalar? {
        switch byte {
        case 0x20...0x7E: Unicode.Scalar(byte)
        case 0xA0...0xFF: Self.upper[self]?[Int(byte) - 0xA0]
        default: nil
        }
    }

    // MARK: Writing

    /// The text in this table. What the table does not have becomes a similar sign, or a question mark.
    func bytes(_ text: String) -> [UInt8] {
        encoded(text) ?? text.utf8.map { $0 < 0x80 ? $0 : UInt8(ascii: "?") }
    }

    /// Nil if the table lacks a letter of the text.
    private func encoded(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        for scalar in text.streamSafe.precomposedStringWithCanonicalMapping.unicodeScalars {
            if scalar.isASCII {
                if scalar == "$", self == .latin {
                    bytes.append(0xA4)
                } else if scalar.value >= 0x20, scalar.value < 0x7F {
                    bytes.append(UInt8(scalar.value))
                }
            } else if let byte = Self.codes[self]?[scalar] {
                bytes.append(byte)
            } else if self == .latin, let pair = Self.accented(scalar) {
                bytes += pair
            } else if let similar = Self.similar[scalar] {
                bytes += similar.utf8
            } else if scalar.properties.generalCategory == .format {
                // Soft hyphens, joiners and marks of direction have no shape of their own.
                continue
            } else if scalar.properties.isAlphabetic || scalar.properties.canonicalCombiningClass != .notReordered {
                return nil
            } else {
                bytes.append(UInt8(ascii: "?"))
            }
        }
        return bytes
    }

    /// The accent and the letter, for a letter with one accent.
    private static func accented(_ scalar: Unicode.Scalar) -> [UInt8]? {
        let parts = Array(String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars)
        guard parts.count == 2, parts[0].isASCII, parts[0].properties.isAlphabetic, let accent = marks[parts[1]] else {
            return nil
        }
        return [accent, UInt8(parts[0].value)]
    }

    private static let similar: [Unicode.Scalar: String] = [
        "…": "...", "–": "-", "—": "-", "‐": "-", "‑": "-", "‘": "'", "’": "'", "“": "\"", "”": "\"", "„": "\"",
        "\u{A0}": " ", "\u{2060}": "", "\u{200B}": "",
    ]

    /// The accents of ISO 6937 as combining marks.
    private static let accents: [UInt8: Unicode.Scalar] = [
        0xC1: "\u{300}", 0xC2: "\u{301}", 0xC3: "\u{302}", 0xC4: "\u{303}", 0xC5: "\u{304}", 0xC6: "\u{306}",
        0xC7: "\u{307}", 0xC8: "\u{308}", 0xCA: "\u{30A}", 0xCB: "\u{327}", 0xCD: "\u{30B}", 0xCE: "\u{328}",
        0xCF: "\u{30C}",
    ]

    private static let marks = Dictionary(uniqueKeysWithValues: accents.map { ($1, $0) })

    /// The characters from A0 to FF; space where there is none.
    private static let rows: [STLCharacters: String] = [
        .latin: " ¡¢£$¥ §¤‘“«←↑→↓°±²³×µ¶·÷’”»¼½¾¿                ―¹®©™♪¬¦    ⅛⅜⅝⅞"
            + "ΩÆĐªĦ ĲĿŁØŒºÞŦŊŉĸæđðħıĳŀłøœßþŧŋ ",
        .cyrillic: " ЁЂЃЄЅІЇЈЉЊЋЌ ЎЏАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмноп"
            + "рстуфхцчшщъыьэюя№ёђѓєѕіїјљњћќ§ўџ",
        .arabic: "    ¤       ،              ؛   ؟ ءآأؤإئابةتثجحخدذرزسشصضطظعغ     "
            + "ـفقكلمنهوىي\u{64B}\u{64C}\u{64D}\u{64E}\u{64F}\u{650}\u{651}\u{652}             ",
        .greek: " ‘’£€₯¦§¨©ͺ«¬  ―°±²³΄΅Ά·ΈΉΊ»Ό½ΎΏΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ ΣΤΥΦΧΨΩΪΫάέήί"
            + "ΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώ ",
        .hebrew: "  ¢£¤¥¦§¨©×«¬ ®¯°±²³´µ¶·¸¹÷»¼½¾                                ‗"
            + "אבגדהוזחטיךכלםמןנסעףפץצקרשת     ",
    ]

    private static let upper: [STLCharacters: [Unicode.Scalar?]] = rows.mapValues { row in
        row.unicodeScalars.map { $0 == " " ? nil : $0 }
    }

    private static let codes: [STLCharacters: [Unicode.Scalar: UInt8]] = upper.mapValues { row in
        var codes: [Unicode.Scalar: UInt8] = [:]
        for (place, scalar) in row.enumerated() { if let scalar { codes[scalar] = UInt8(0xA0 + place) } }
        return codes
    }
}

/// The code page of the general information of EBU STL, 850.
enum CodePage850 {
    private static let upper: [Unicode.Scalar] = Array(
        ("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐"
            + "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´ ±‗¾¶§÷¸°¨·¹³²■ ").unicodeScalars)

    static func text(_ bytes: ArraySlice<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        for byte in bytes where byte >= 0x20 && byte != 0x7F {
            text.append(byte < 0x80 ? Unicode.Scalar(byte) : upper[Int(byte) - 0x80])
        }
        return PlainLine.of(String(text))
    }

    /// Letters that the page does not have lose their accents.
    static func bytes(_ text: String) -> [UInt8] {
        text.streamSafe.precomposedStringWithCanonicalMapping.unicodeScalars.map { scalar in
            if scalar.isASCII { return UInt8(scalar.value) }
            if let place = upper.firstIndex(of: scalar) { return UInt8(0x80 + place) }
            let base = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.first
            return base.flatMap { $0.isASCII ? UInt8($0.value) : nil } ?? UInt8(ascii: "?")
        }
    }
}
