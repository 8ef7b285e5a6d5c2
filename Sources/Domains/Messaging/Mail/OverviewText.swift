import Accounts

/// The text of the daily overview. Its values stay placeholders, which `EmailText` fills in.
package enum OverviewText {
    /// The parameter `warnings` is the number of warnings. `warning0` is the kind of the first, and `detail0` its
    /// detail.
    static func template(
        _ catalog: MessageCatalog, _ parameters: [String: String]
    ) -> (subject: String, body: String) {
        let count = min(max(parameters["warnings"].flatMap { Int($0) } ?? 0, 0), 100)
        let warnings = (0..<count).map { number in
            "- " + warning(parameters["warning\(number)"] ?? "", catalog) + " {detail\(number)}"
        }
        var parts = [catalog["overview.state"]]
        parts.append(
            warnings.isEmpty
                ? catalog["overview.noWarnings"]
                : ([catalog["overview.warnings"]] + warnings).joined(separator: "\n"))
        if parameters["head"] != nil { parts.append(catalog["overview.head"]) }
        if parameters["signer"] != nil { parts.append(catalog["overview.signer"]) }
        let subject = catalog[count > 0 ? "overview.subjectWithWarnings" : "overview.subject"]
        return (subject, (parts + ["{link}"]).joined(separator: "\n\n"))
    }

    /// The words for a kind of warning. An unknown kind stands for itself.
    private static func warning(_ kind: String, _ catalog: MessageCatalog) -> String {
        catalog.text("warnings.\(kind)") ?? (kind.filter { $0.isLetter } + ":")
    }
}
