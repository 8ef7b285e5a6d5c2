/// Estimates how many characters of a password are unpredictable, by the patterns that leaked passwords have in common.
///
/// Such passwords are mostly a well-known word, a keyboard row, a sequence or a repetition with digits and punctuation
/// around it. The password is divided into such patterns. A pattern counts little, every other character counts one.
/// The idea is that of zxcvbn (Wheeler, USENIX Security 2016), reduced to what a minimum length leaves necessary.
enum PasswordGuess {
    /// A password with fewer unpredictable characters is found by a list and a few rules.
    static let needed = 6
    /// The work is bounded: patterns have at most `longestPattern` characters, and only this many characters of a
    /// password are examined.
    private static let examined = 128
    private static let longestPattern = 32

    /// `password` is folded (NFKC, lower case). `own` are words about the user, folded too.
    static func isEasy(_ password: String, own: [String]) -> Bool {
        let characters = Array(password)
        return score(Array(smallestUnit(of: characters).prefix(examined)), own: own) < needed
    }

    /// The repeated unit, `ab` for `ababab`; the whole when nothing repeats.
    private static func smallestUnit(of characters: [Character]) -> [Character] {
        guard characters.count > 1 else { return characters }
        for length in 1...max(1, characters.count / 2)
        where characters.indices.allSatisfy({ characters[$0] == characters[$0 % length] }) {
            return Array(characters.prefix(length))
        }
        return characters
    }

    /// The smallest sum over all divisions of the password (dynamic programming over their ends).
    private static func score(_ characters: [Character], own: [String]) -> Int {
        let plain = characters.map { substitutions[$0] ?? $0 }
        let ownWords = Set(own)
        var best = Array(repeating: Int.max / 2, count: characters.count + 1)
        best[0] = 0
        for start in characters.indices {
            best[start + 1] = min(best[start + 1], best[start] + 1)
            for end in (start + 1)...min(characters.count, start + longestPattern) where end - start >= 3 {
                guard let price = price(characters[start..<end], plain[start..<end], own: ownWords) else { continue }
                best[end] = min(best[end], best[start] + price)
            }
        }
        return best[characters.count]
    }

    /// Nil when the characters are no pattern.
    private static func price(_ part: ArraySlice<Character>, _ plain: ArraySlice<Character>, own: Set<String>) -> Int? {
        if isPattern(part) { return 1 }
        let words = [String(part), String(plain)]
        if words.contains(where: own.contains) { return 0 }
        return words.contains(where: CommonWords.all.contains) ? 2 : nil
    }

    /// Three or more equal, consecutive or neighboring characters, or a year.
    private static func isPattern(_ part: ArraySlice<Character>) -> Bool {
        if part.count == 4, let year = Int(String(part)), (1900...2049).contains(year) { return true }
        let steps = zip(part, part.dropFirst()).map(step)
        guard let first = steps.first, let step = first else { return isWalk(part) }
        return (abs(step) <= 1 && steps.allSatisfy { $0 == step }) || isWalk(part)
    }

    private static func step(_ left: Character, _ right: Character) -> Int? {
        guard let left = left.unicodeScalars.first?.value, let right = right.unicodeScalars.first?.value else {
            return nil
        }
        return Int(right) - Int(left)
    }

    /// Whether the characters follow a keyboard's row or column, forward or backward.
    private static func isWalk(_ part: ArraySlice<Character>) -> Bool {
        walks.contains(String(part))
    }

    private static let walks: Set<String> = {
        let rows = [
            "`1234567890-=", "qwertyuiop[]\\", "asdfghjkl;'", "zxcvbnm,./", "qwertzuiop", "yxcvbnm", "azertyuiop",
            "qsdfghjklm", "wxcvbn", "!@#$%^&*()_+", "1q2w3e4r5t6y7u8i9o0p", "q1w2e3r4t5y6u7i8o9p0",
            "1qaz2wsx3edc4rfv5tgb6yhn",
            "qazwsxedcrfvtgbyhnujmikolp", "zaqxswcdevfr", "zaq12wsxcde34rfv", "147258369", "741852963", "1470", "2580",
            "3690",
            "asdfqwerzxcv", "qweasdzxc", "1qazxsw23edcvfr4", "qwerasdfzxcv",
        ]
        var walks: Set<String> = []
        for row in rows.map(Array.init) + rows.map({ Array($0.reversed()) }) {
            for start in row.indices {
                for end in row.indices where end >= start + 2 { walks.insert(String(row[start...end])) }
            }
        }
        return walks
    }()

    private static let substitutions: [Character: Character] = [
        "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "9": "g", "@": "a", "$": "s", "!": "i",
        "+": "t", "|": "l", "(": "c", "€": "e",
    ]
}

/// The words that leaked passwords consist of. SwiftPM compiles the lists into the program, as the bytes of
/// `PackageResources`.
///
/// `Words/common.txt` has words in English, Polish and Spanish: names, endearments, teams, animals, months, brands and
/// commands. With the patterns of `PasswordGuess` they cover many thousands of passwords. `Words/leaked.txt` has the
/// 3,000 most frequent leaked passwords and those of 12 characters and more among the first 30,000, without plain
/// numbers and the words of the other list, most frequent first. It is from the frequency list of zxcvbn 4.5 (MIT
/// license), which was counted over ten million leaked passwords.
enum CommonWords {
    static let all = Set(
        [PackageResources.common_txt, PackageResources.leaked_txt].flatMap { file in
            String(decoding: file, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(String.init)
        })
}
