package import Primitives

/// What came of looking into one picture.
package struct ImageFinding: Sendable, Equatable {
    package enum Outcome: Sendable, Equatable {
        case facts(ImageFacts)
        /// It cannot be shown. With a time it may be tried again from then on: what was too slow on a busy day may do.
        case broken(FileProblem, retryAt: Timestamp?)
    }

    package let image: BlobKey
    package let outcome: Outcome

    package init(_ image: BlobKey, _ outcome: Outcome) {
        self.image = image
        self.outcome = outcome
    }

    /// A finding of `problem` at `now`: final where it lies in the bytes, until tomorrow where it may have been chance.
    package static func broken(_ image: BlobKey, _ problem: FileProblem, at now: Timestamp) -> Self {
        let mayHaveBeenChance = problem.reason == .timeout || problem.reason == .crashed
        let tomorrow = Timestamp(milliseconds: now.milliseconds + 24 * 60 * 60 * 1000)
        return Self(image, .broken(problem, retryAt: mayHaveBeenChance ? tomorrow : nil))
    }
}
