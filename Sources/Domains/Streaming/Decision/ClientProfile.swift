/// The capabilities of a player, as the OpenSubsonic extension `transcoding` describes them (ClientInfo). All bitrates
/// are in bit/s; nil is no limit.
package struct ClientProfile: Sendable, Equatable {
    package var name: String
    package var platform: String
    package var maximumBitrate: Int?
    package var maximumTranscodingBitrate: Int?
    package var directPlay: [DirectPlayProfile]
    /// The formats that the player accepts after conversion, best first.
    package var transcoding: [TranscodingProfile]
    package var codecs: [CodecProfile]

    package init(
        name: String, platform: String, maximumBitrate: Int? = nil, maximumTranscodingBitrate: Int? = nil,
        directPlay: [DirectPlayProfile] = [], transcoding: [TranscodingProfile] = [], codecs: [CodecProfile] = []
    ) {
        self.name = name
        self.platform = platform
        self.maximumBitrate = maximumBitrate
        self.maximumTranscodingBitrate = maximumTranscodingBitrate
        self.directPlay = directPlay
        self.transcoding = transcoding
        self.codecs = codecs
    }
}

/// The files that a player plays unchanged. An empty list means "any".
package struct DirectPlayProfile: Sendable, Equatable {
    package var containers: [String]
    package var codecs: [String]
    package var protocols: [String]
    package var maximumChannels: Int?

    package init(containers: [String], codecs: [String], protocols: [String] = [], maximumChannels: Int? = nil) {
        self.containers = containers
        self.codecs = codecs
        self.protocols = protocols
        self.maximumChannels = maximumChannels
    }
}

/// A format that a player accepts after conversion.
package struct TranscodingProfile: Sendable, Equatable {
    package var container: String
    package var codec: String
    package var transport: String
    package var maximumChannels: Int?

    package init(container: String, codec: String, transport: String = "http", maximumChannels: Int? = nil) {
        self.container = container
        self.codec = codec
        self.transport = transport
        self.maximumChannels = maximumChannels
    }
}

/// The limitations of a player for one codec.
package struct CodecProfile: Sendable, Equatable {
    package var codec: String
    package var limitations: [CodecLimitation]

    package init(codec: String, limitations: [CodecLimitation]) {
        self.codec = codec
        self.limitations = limitations
    }
}

/// One condition that a stream must or should meet.
package struct CodecLimitation: Sendable, Equatable {
    package enum Property: String, Sendable, CaseIterable {
        case channels = "audioChannels"
        /// bit/s.
        case bitrate = "audioBitrate"
        case profile = "audioProfile"
        case sampleRate = "audioSamplerate"
        case bitDepth = "audioBitdepth"

        /// The reason if a file cannot be played unchanged.
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
    /// Whether the condition is required. Otherwise it is a preference, which matters only if there is a choice.
    package var isRequired: Bool

    package init(_ property: Property, _ comparison: Comparison, _ values: [String], isRequired: Bool = true) {
        self.property = property
        self.comparison = comparison
        self.values = values
        self.isRequired = isRequired
    }

    /// Whether the stream meets the condition. An unknown value only meets `notEquals`. A bit depth without meaning, as
    /// in lossy codecs, meets every condition.
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
