/// What a player says it can do, as the OpenSubsonic extension `transcoding` describes players (ClientInfo). All bitrates are in bit/s; nil is
/// no limit.
package struct ClientProfile: Sendable, Equatable {
    package var name: String
    package var platform: String
    package var maximumBitrate: Int?
    package var maximumTranscodingBitrate: Int?
    package var directPlay: [DirectPlayProfile]
    /// What it would like to have converted to, best first.
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

/// Files that a player plays as they are. An empty list is "any".
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

/// Something that a player can be given after conversion.
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

/// What a player cannot do with a codec that it plays otherwise.
package struct CodecProfile: Sendable, Equatable {
    package var codec: String
    package var limitations: [CodecLimitation]

    package init(codec: String, limitations: [CodecLimitation]) {
        self.codec = codec
        self.limitations = limitations
    }
}
