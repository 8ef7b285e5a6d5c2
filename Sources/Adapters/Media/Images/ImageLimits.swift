import Catalog

/// What an image may declare, asked of its header before anything is allocated for it.
enum ImageLimits {
    static let side = 8192
    static let pixels = 40_000_000

    static func check(_ width: Int, _ height: Int) throws(FileProblem) {
        guard width > 0, height > 0 else { throw FileProblem(.corrupt, "The picture declares no size.") }
        guard width <= side, height <= side, width * height <= pixels else {
            throw FileProblem(.tooLarge, "The picture declares \(width) by \(height) pixels.")
        }
    }
}
