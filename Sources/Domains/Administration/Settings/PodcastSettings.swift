package import Primitives

/// Whether users may subscribe to podcasts, and what that may cost.
package struct PodcastSettings: Sendable, Equatable {
    /// The bounds of the pause between two requests for one feed, in minutes.
    package static let minutes: ClosedRange<Int64> = 15...10_080
    /// The bounds of the room for downloaded episodes, in megabytes.
    package static let megabytes: ClosedRange<Int64> = 0...10_000_000

    package var isOn = false
    /// The minutes between two requests for one feed.
    package var interval = 60
    /// The megabytes of all downloaded episodes; 0 for no downloads.
    package var quota = 10_000

    init(stored: [String: String] = [:]) {
        isOn = stored["podcasts"] == "true"
        if let minutes = stored["podcasts.minutes"].flatMap({ Int($0) }) { interval = minutes }
        if let megabytes = stored["podcasts.megabytes"].flatMap({ Int($0) }) { quota = megabytes }
    }

    var stored: [String: String] {
        ["podcasts": "\(isOn)", "podcasts.minutes": "\(interval)", "podcasts.megabytes": "\(quota)"]
    }
}

/// An admin's changes to them; nil leaves a setting as it is.
package struct PodcastSettingsChange: Sendable {
    package var isOn: Bool?
    package var interval: Int?
    package var quota: Int?

    package init(isOn: Bool? = nil, interval: Int? = nil, quota: Int? = nil) {
        self.isOn = isOn
        self.interval = interval
        self.quota = quota
    }

    /// Throws `invalid` with the field.
    func apply(to settings: inout PodcastSettings) throws(DomainError) {
        if let isOn { settings.isOn = isOn }
        if let interval {
            guard PodcastSettings.minutes.contains(Int64(interval)) else {
                throw .invalid(
                    "Feeds are read every 15 minutes at most, and at least once a week", field: "podcastMinutes")
            }
            settings.interval = interval
        }
        if let quota {
            guard PodcastSettings.megabytes.contains(Int64(quota)) else {
                throw .invalid("The room for episodes has 0 to 10000000 megabytes", field: "podcastMegabytes")
            }
            settings.quota = quota
        }
    }
}
