/// The music that a user sees: that of every library or of some libraries, with or without explicit tracks.
package struct LibraryScope: Sendable, Hashable {
    package static let everything = LibraryScope(libraries: nil)

    /// Stands in place of a library's id for songs of the outside catalog, which are in no library: they are in every
    /// scope, as far as it includes explicit tracks.
    package static let outside = ""

    /// Follows a library's id to name the explicit part of that library.
    private static let explicitSign = "!"

    /// The ids of the libraries, as text because the libraries themselves belong to the catalog; nil for all.
    package let libraries: Set<String>?
    package let includesExplicit: Bool

    package init(libraries: Set<String>?, includesExplicit: Bool = true) {
        self.libraries = libraries
        self.includesExplicit = includesExplicit
    }

    package static func only(_ libraries: Set<String>) -> LibraryScope {
        LibraryScope(libraries: libraries)
    }

    /// The same libraries, with or without explicit tracks.
    package func including(explicit: Bool) -> LibraryScope {
        LibraryScope(libraries: libraries, includesExplicit: explicit)
    }

    /// The part of this scope that is in one library.
    package func narrowed(to library: String) -> LibraryScope {
        LibraryScope(
            libraries: admits(library: library) ? [library] : [], includesExplicit: includesExplicit)
    }

    // MARK: Parts

    /// The name of one of a library's two parts: the explicit tracks, and the rest. The rest is named by the library's
    /// id alone.
    package static func part(of library: String, isExplicit: Bool) -> String {
        isExplicit ? library + explicitSign : library
    }

    /// The library that a part belongs to.
    package static func library(ofPart part: String) -> String {
        part.hasSuffix(explicitSign) ? String(part.dropLast()) : part
    }

    package func admits<Library>(_ library: ID<Library>) -> Bool {
        admits(library: library.rawValue)
    }

    /// - Parameter library: a library's id, or one of its parts.
    package func admits(library: String) -> Bool {
        let whole = Self.library(ofPart: library)
        return (includesExplicit || whole == library)
            && (whole == Self.outside || libraries?.contains(whole) ?? true)
    }

    /// Every part that is in scope; nil for all libraries.
    package var parts: [String]? {
        libraries?.union([Self.outside]).sorted().flatMap { library in
            includesExplicit ? [library, Self.part(of: library, isExplicit: true)] : [library]
        }
    }
}
