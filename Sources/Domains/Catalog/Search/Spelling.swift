/// The spelling tolerance of search: the distance allowed between a typed word and a known one, and the known words to
/// compare with it.
package enum Spelling {
    /// For words up to this length all variants at one letter's distance are looked up: they have too few trigrams to
    /// be found by.
    package static let shortWord = 4
    /// Spellings that sound alike, as users write a name that they have only heard.
    private static let sounds = [
        ("ph", "f"), ("s", "z"), ("ck", "k"), ("c", "k"), ("i", "y"), ("v", "w"), ("ks", "x"), ("kw", "qu"),
        ("oo", "u"),
        ("ee", "i"), ("th", "t"), ("sh", "sch"),
    ]

    /// Longer words are neither learned nor corrected.
    package static let longestWord = 40
    /// A word of fewer than three letters has no trigram of its own.
    package static let shortestWord = 3

    /// The number of letters that may be wrong in a word of `length` letters.
    package static func tolerance(_ length: Int) -> Int {
        length < 3 ? 0 : length < 8 ? 1 : 2
    }

    /// All variants at one letter's distance from a short word of Latin letters and digits; nil for any other word.
    package static func neighbors(_ word: [Unicode.Scalar]) -> Set<String>? {
        guard word.count <= shortWord, word.allSatisfy(alphabet.contains) else { return nil }
        var near: Set<String> = []
        func add(_ letters: [Unicode.Scalar]) {
            near.insert(String(String.UnicodeScalarView(letters)))
        }
        for place in 0...word.count {
            let (head, tail) = (Array(word[..<place]), Array(word[place...]))
            for letter in alphabet {
                add(head + [letter] + tail)
                if !tail.isEmpty { add(head + [letter] + tail.dropFirst()) }
            }
            if !tail.isEmpty { add(head + tail.dropFirst()) }
            if tail.count > 1 { add(head + [tail[1], tail[0]] + tail.dropFirst(2)) }
        }
        near.remove(String(String.UnicodeScalarView(word)))
        return near
    }

    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz0123456789".unicodeScalars)

    /// Other spellings of the same sound: one sound is spelled differently, wherever it occurs.
    package static func soundingAlike(_ word: String) -> Set<String> {
        var alike: Set<String> = []
        for (one, other) in sounds {
            for (from, to) in [(one, other), (other, one)] where word.contains(from) {
                alike.insert(word.replacing(from, with: to))
            }
        }
        alike.remove(word)
        return alike
    }

    /// The trigrams of a word with two spaces before and one after it, as PostgreSQL's pg_trgm makes them: the
    /// beginning of a word weighs more than its middle, and short words have enough of them.
    package static func trigrams(_ word: [Unicode.Scalar]) -> Set<String> {
        inner([" ", " "] + word + [" "])
    }

    /// The trigrams within a word. A word that contains it has all of them.
    package static func inner(_ word: [Unicode.Scalar]) -> Set<String> {
        guard word.count >= 3 else { return [] }
        return Set((0...word.count - 3).map { String(String.UnicodeScalarView(word[$0..<$0 + 3])) })
    }

    /// The fewest trigrams that a word with `edits` wrong letters shares with the right one: a letter is in three
    /// trigrams, and two swapped letters are in four.
    package static func shared(_ trigrams: Int, edits: Int) -> Int {
        max(1, trigrams - 4 * edits)
    }

    /// The number of letters inserted, left out, replaced, or swapped with their neighbor (optimal string alignment);
    /// nil if there are more than `limit`. If `asBeginning` is set, letters of `known` after the end of `typed` do not
    /// count.
    package static func distance(
        _ typed: [Unicode.Scalar], _ known: [Unicode.Scalar], atMost limit: Int, asBeginning: Bool = false
    ) -> Int? {
        guard typed.count - known.count <= limit, asBeginning || known.count - typed.count <= limit else { return nil }
        let width = min(known.count, typed.count + limit)
        var before: [Int] = []
        var row = Array(0...width)
        var next = row
        for (i, letter) in typed.enumerated() {
            next[0] = i + 1
            for j in 0..<width {
                var least = min(row[j] + (letter == known[j] ? 0 : 1), row[j + 1] + 1, next[j] + 1)
                if i > 0, j > 0, letter == known[j - 1], typed[i - 1] == known[j] {
                    least = min(least, before[j - 1] + 1)
                }
                next[j + 1] = least
            }
            guard next.min() ?? 0 <= limit else { return nil }
            (before, row, next) = (row, next, before.isEmpty ? row : before)
        }
        let distance = asBeginning ? row.min() ?? 0 : width < known.count ? limit + 1 : row[width]
        return distance <= limit ? distance : nil
    }
}
