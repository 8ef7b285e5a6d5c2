/// Recognises the folders that hold one disc of an album: `CD1`, `CD 02`, `Disc 2`, `Disk2`, `Płyta 1`, `Disc 1 -
/// Live`.
enum DiscFolder {
    private static let words = ["cd", "disc", "disk", "disco", "dysk", "plyta", "dvd", "vinyl", "side", "lp"]

    /// The disc's number when `name` is such a folder's name.
    static func number(_ name: [UInt8]) -> Int? {
        let folded = SearchText.words(String(decoding: name, as: UTF8.self))
        for word in words where folded.hasPrefix(word) {
            let rest = folded.dropFirst(word.count)
            let digits = rest.drop(while: { $0 == " " }).prefix(while: { ("0"..."9").contains($0) })
            let tail = rest.drop(while: { $0 == " " }).dropFirst(digits.count)
            if let number = Int(digits), (1...99).contains(number), tail.isEmpty || tail.first == " " {
                return number
            }
        }
        return nil
    }

    /// The folder that stands for the album: the parent of a disc's folder, else `folder` itself.
    static func albumFolder(of folder: [UInt8]) -> [UInt8] {
        guard let path = LibraryPath(bytes: folder), number(path.name) != nil else { return folder }
        return path.folder
    }
}
