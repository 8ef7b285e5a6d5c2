/// Whose music a person gets to see: that of every library, or of some; with or without what is explicit.
package struct LibraryScope: Sendable, Hashable {
    package static let everything = LibraryScope(libraries: nil)

    /// Stands behind a library's id for the part of it that is explicit.
    private static let explicitSign = "!"

    /// The ids of the libraries, as text, since the libraries themselves are the catalogue's business; nil for all.
    package let libraries: Set<String>?
    package let includesExplicit: Bool

    package init(libraries: Set<String>?, includesExplicit: Bool = true) {
        self.libraries = libraries
        self.includesExplicit = includesExplicit
    }

    package static func only(_ libraries: Set<String>) -> LibraryScope {
        LibraryScope(libraries: libraries)
    }

    /// The same libraries, with or without what is explicit.
    package func including(explicit: Bool) -> LibraryScope {
        LibraryScope(libraries: libraries, includesExplicit: explicit)
    }

    /// The part of this scope that is in one library.
    package func narrowed(to library: String) -> LibraryScope {
        LibraryScope(
            libraries: admits(library: library) ? [library] : [], includesExplicit: includesExplicit)
    }

    // MARK: Parts

    /// Each library has two parts: what is explicit and the rest. A part is named by text, the rest by the library's id.
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
        return (includesExplicit || whole == library) && (libraries?.contains(whole) ?? true)
    }

    /// Every part that is in scope; nil where all libraries are.
    package var parts: [String]? {
        libraries?.sorted().flatMap { library in
            includesExplicit ? [library, Self.part(of: library, isExplicit: true)] : [library]
        }
    }
}
