/// What is known of a stored picture once somebody has looked into it.
package struct ImageFacts: Sendable, Equatable {
    /// Pixels, upright.
    package let width: Int
    package let height: Int
    /// Up to eight dominant colors, the heaviest first; fewer than five only where the picture has no more.
    package let colors: [ImageColor]

    package init(width: Int, height: Int, colors: [ImageColor]) {
        self.width = width
        self.height = height
        self.colors = colors
    }
}
