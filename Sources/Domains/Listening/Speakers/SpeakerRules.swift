/// The times and limits of speakers.
package struct SpeakerRules: Sendable {
    package var rememberedAnswers = 64
    /// After this, `previous` starts the song again.
    package var restartsAfter = Duration.seconds(3)
    package var drift = Duration.milliseconds(150)
    /// How exactly the output knows its position: what differs by less is no correction.
    package var resolution = Duration.zero
    /// The time after which an output that rests is let go.
    package var rest = Duration.seconds(300)
    package var storing = Duration.seconds(10)
    /// More failures than this within the window, and it is silent until somebody starts it again.
    package var troubles = 3
    package var troubleWindow = Duration.seconds(60)

    package init() {}
}
