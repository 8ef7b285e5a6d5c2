import Foundation

/// What two names have in common that people take for one another: `Ada`, `ADA`, fullwidth `ａｄａ` and the same with a Cyrillic а.
///
/// Letters of other scripts are read as the Latin ones whose shape they share in either case (a small part of Unicode's confusables,
/// UTS 39 §4). It tells names apart for the gateway's own people and is never shown.
package enum ConfusableNames {
    package static func of(_ name: String) -> String {
        let plain = name.precomposedStringWithCompatibilityMapping.lowercased()
        var likeness = String.UnicodeScalarView()
        for scalar in plain.unicodeScalars where !scalar.properties.isWhitespace {
            likeness.append(shapes[scalar] ?? scalar)
        }
        return String(likeness).precomposedStringWithCompatibilityMapping
    }

    private static let shapes: [Unicode.Scalar: Unicode.Scalar] = {
        let pairs = [
            // Cyrillic; of some only the capitals look the same.
            ("авеёкмнорстухіјѕԁһӏԛԝ", "abeekmhopctyxijsdhlqw"),
            // Greek
            ("αβεηικμνορτυχγ", "abenikmvoptuxy"),
            // Armenian, and Latin without a dot or with another hook
            ("օսհոցɑɡı", "ouhngagi"),
        ]
        var shapes: [Unicode.Scalar: Unicode.Scalar] = [:]
        for (others, latin) in pairs {
            for (other, letter) in zip(others.unicodeScalars, latin.unicodeScalars) { shapes[other] = letter }
        }
        return shapes
    }()
}
