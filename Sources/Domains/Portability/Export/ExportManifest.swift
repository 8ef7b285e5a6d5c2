import Primitives

/// The first entry of an export: what it is, so that another Rondo knows it.
enum ExportManifest {
    static let name = "rondo-export.json"

    static func text(of sections: [String], at instant: Timestamp) -> String {
        """
        {"format":"rondo-export","version":1,"exportedAt":\(PersonalText.quoted(PersonalText.iso(instant))),\
        "sections":[\(sections.map(PersonalText.quoted).joined(separator: ","))]}

        """
    }
}
