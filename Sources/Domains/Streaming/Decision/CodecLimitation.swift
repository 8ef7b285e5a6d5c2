/// One thing that must hold of a stream, or should.
package struct CodecLimitation: Sendable, Equatable {
    package enum Property: String, Sendable, CaseIterable {
        case channels = "audioChannels"
        /// bit/s.
        case bitrate = "audioBitrate"
        case profile = "audioProfile"
        case sampleRate = "audioSamplerate"
        case bitDepth = "audioBitdepth"

        /// Why a file cannot be played as it is.
        var reason: String {
            switch self {
            case .channels: "AudioChannelsNotSupported"
            case .bitrate: "AudioBitrateNotSupported"
            case .profile: "AudioProfileNotSupported"
            case .sampleRate: "AudioSampleRateNotSupported"
            case .bitDepth: "AudioBitDepthNotSupported"
            }
        }
    }

    package enum Comparison: String, Sendable, CaseIterable {
        /// One of the values.
        case equals = "Equals"
        /// None of the values.
        case notEquals = "NotEquals"
        case lessThanEqual = "LessThanEqual"
        case greaterThanEqual = "GreaterThanEqual"
    }

    package var property: Property
    package var comparison: Comparison
    package var values: [String]
    /// Whether it must hold; else it should, which matters only where there is a choice.
    package var isRequired: Bool

    package init(_ property: Property, _ comparison: Comparison, _ values: [String], isRequired: Bool = true) {
        self.property = property
        self.comparison = comparison
        self.values = values
        self.isRequired = isRequired
    }

    /// What is not known of a stream is only known not to break `notEquals`. Where the bit depth has no meaning, as in lossy codecs, nothing
    /// is said about it.
    func holds(for stream: StreamDetails) -> Bool {
        if property == .profile { return holds(stream.profile.lowercased(), isKnown: !stream.profile.isEmpty) }
        let number =
            switch property {
            case .channels: stream.channels
            case .bitrate: stream.bitrate
            case .sampleRate: stream.sampleRate
            case .bitDepth, .profile: stream.bitDepth
            }
        if property == .bitDepth, number == 0 { return true }
        switch comparison {
        case .equals, .notEquals: return holds(String(number), isKnown: number > 0)
        case .lessThanEqual:
            guard let limit = values.first.flatMap({ Int($0) }) else { return true }
            return number > 0 && number <= limit
        case .greaterThanEqual:
            guard let limit = values.first.flatMap({ Int($0) }) else { return true }
            return number >= limit
        }
    }

    private func holds(_ value: String, isKnown: Bool) -> Bool {
        let isAmong = isKnown && values.contains { $0.lowercased() == value }
        return comparison == .notEquals ? !isAmong : isAmong || values.isEmpty
    }
}
