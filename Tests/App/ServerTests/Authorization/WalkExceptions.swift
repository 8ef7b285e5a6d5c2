import Primitives

/// Exceptions for single rows, each with its reason. All other rows must follow their resource's reach.
enum WalkExceptions {
    struct Exception {
        /// Kinds of ids in the path that are allowed, or answered although the thing does not exist.
        var kinds: Set<IDKind> = []
        /// Kinds of ids in the body that the row accepts.
        var body: Set<IDKind> = []
        /// The lowest role for which `kinds` holds.
        var from = Role.listener
        let reason: String
    }

    static let byRow: [String: Exception] = [
        "PUT /api/v1/board/posts/{id}/reactions/{reaction}": Exception(
            kinds: [.other], reason: "everybody reacts to everybody's posts"),
        "DELETE /api/v1/board/posts/{id}/reactions/{reaction}": Exception(
            kinds: [.other], reason: "the own reaction to another's post"),
        "POST /api/v1/board/posts/{id}/comments": Exception(
            kinds: [.other], reason: "everybody comments on everybody's posts"),
        "PUT /api/v1/board/posts/{id}/hidden": Exception(
            kinds: [.other], from: .moderator, reason: "moderators hide others' posts"),
        "DELETE /api/v1/board/posts/{id}/hidden": Exception(
            kinds: [.other], from: .moderator, reason: "and show them again"),
        "PUT /api/v1/board/comments/{id}/hidden": Exception(
            kinds: [.other], from: .moderator, reason: "moderators hide others' comments"),
        "DELETE /api/v1/board/comments/{id}/hidden": Exception(
            kinds: [.other], from: .moderator, reason: "and show them again"),
        "PUT /api/v1/wishes/{id}/backing": Exception(kinds: [.other], reason: "wishes are there to be backed"),
        "DELETE /api/v1/wishes/{id}/backing": Exception(kinds: [.other], reason: "the own backing of another's wish"),
        "POST /api/v1/wishes/{id}/fulfil": Exception(
            kinds: [.other], from: .contributor, reason: "who may give music makes others' wishes come true"),
        "DELETE /api/v1/wishes/{id}": Exception(
            kinds: [.other], from: .moderator, reason: "moderators remove any wish"),
        "PUT /api/v1/feature-requests/{id}/answer": Exception(
            kinds: [.other], from: .admin, reason: "admins answer everybody's requests"),
        "POST /api/v1/playlists/{id}/entries/remove": Exception(
            body: [.other, .missing],
            reason: "an own playlist; entries that it does not hold any more are left out"),
        "POST /api/v1/playlists/{id}/entries/move": Exception(
            body: [.other, .missing], reason: "an own playlist; entries that it does not hold any more are left out"),
    ]

    /// Rows that no bearer token may call, whatever its scopes.
    static let neverByToken: Set<String> = [
        "POST /api/v1/me/tokens", "POST /api/v1/me/device-keys",
        "POST /api/v1/me/passkeys", "POST /api/v1/me/passkeys/options",
        "POST /api/v1/me/confirmation/passkey", "POST /api/v1/me/confirmation/passkey/options",
        "POST /api/v1/me/openid",
    ]

    /// Rows that only read but write to the journal.
    static let changesByReading: Set<String> = ["GET /api/v1/backups/{id}/file"]

    /// Rows that cannot succeed here, with the reason. Other tests call them.
    static let unreachable: [String: String] = [
        "GET /oembed": "takes the address of a share: SharingTests",
        "GET /api/v1/devices/{id}/queue": "no device is open here: DeviceTests",
        "POST /api/v1/devices/{id}/commands": "no device is open here: DeviceTests",
        "DELETE /api/v1/devices/{id}": "no device is open here: DeviceTests",
        "GET /metrics": "it is off unless it is set: MetricsTests",
        "POST /api/v1/setup": "there are admins already: SetupTests",
        "POST /api/v1/email-confirmation": "takes the token of an email: LiveMailTests",
        "POST /api/v1/email-undo": "takes the token of an email: EmailUndoTests",
        "POST /api/v1/session/openid": "takes a provider's answer: OpenIDTests",
        "POST /api/v1/session/openid/begin": "no provider is set up: OpenIDTests",
        "POST /api/v1/session/openid/logout": "takes a provider's token: OpenIDTests",
        "POST /api/v1/me/openid": "no provider is set up: OpenIDTests",
        "POST /api/v1/me/confirmation/openid": "no provider is set up: OpenIDTests",
        "POST /api/v1/settings/openid/test": "no provider is set up: OpenIDTests",
        "POST /api/v1/session/proxy": "no proxy is trusted here: TrustedProxyTests",
        "POST /api/v1/session/two-factor": "takes the token of a step: TwoFactorTests",
        "POST /api/v1/session/two-factor/setup": "takes the token of a step: TwoFactorTests",
        "POST /api/v1/session/two-factor/enable": "takes the token of a step: TwoFactorTests",
        "POST /api/v1/session/passkey": "takes a browser's response: PasskeyTests",
        "POST /api/v1/me/passkeys": "takes a browser's response: PasskeyTests",
        "POST /api/v1/me/confirmation/passkey": "takes a browser's response: PasskeyTests",
        "POST /api/v1/me/two-factor/enable": "takes a code: TwoFactorTests",
        "POST /api/v1/me/two-factor/recovery-codes": "takes a code: TwoFactorTests",
        "POST /api/v1/me/two-factor/disable": "takes a code: TwoFactorTests",
        "POST /api/v1/me/deletion": "would end who asks: LeavingTests",
        "DELETE /api/v1/users/{id}/two-factor": "nobody here has a second factor: TwoFactorTests",
        "PUT /api/v1/me/scrobbling": "asks another server: ScrobblingTests",
        "DELETE /api/v1/me/scrobbling": "nothing is connected: ScrobblingTests",
        "PUT /api/v1/me/scrobbling/history": "nothing is connected: ScrobblingTests",
        "DELETE /api/v1/me/scrobbling/history": "nothing is connected: ScrobblingTests",
        "PUT /api/v1/me/scrobbling/import": "nothing is connected: ScrobblingTests",
        "DELETE /api/v1/me/scrobbling/import": "nothing is connected: ScrobblingTests",
        "POST /api/v1/me/scrobbling/lastfm/consent": "asks another server: LastFMTests",
        "PUT /api/v1/me/scrobbling/lastfm": "asks another server: LastFMTests",
        "DELETE /api/v1/me/scrobbling/lastfm": "nothing is connected: LastFMTests",
        "PUT /api/v1/me/scrobbling/lastfm/import": "nothing is connected: LastFMTests",
        "DELETE /api/v1/me/scrobbling/lastfm/import": "nothing is connected: LastFMTests",
        "POST /api/v1/me/import/run": "nothing waits to be taken in: PortabilityTests",
        "DELETE /api/v1/backups/restoration": "no backup waits to be put in place: BackupTests",
        "POST /api/v1/backups/{id}/restoration": "one backup is worked on at a time: BackupTests",
        "POST /api/v1/backups/{id}/verification": "one backup is worked on at a time: BackupTests",
        "DELETE /api/v1/backups/{id}": "one backup is worked on at a time: BackupTests",
        "POST /api/v1/clock/acceptance": "the clock has made no leap: tests of the clock",
        "POST /api/v1/cleanups/{id}/allowance": "no cleanup has run: tests of cleanups",
        "GET /api/v1/outside/{id}/picture": "no outside catalog is switched on: OutsideTests",
        "GET /api/v1/outside/{id}/preview": "no outside catalog is switched on: OutsideTests",
        "POST /api/v1/outside/{id}/wish": "no outside catalog is switched on: OutsideTests",
        "POST /api/v1/playlists/{id}/outside": "no outside catalog is switched on: OutsideTests",
        "POST /api/v1/shelf/outside": "no outside catalog is switched on: OutsideTests",
        "PATCH /api/v1/renderers/{id}": "no renderer is here: RendererTests",
        "PUT /api/v1/moderation/playlists/{id}/hidden": "the playlists here are private: PlaylistModerationTests",
        "DELETE /api/v1/moderation/playlists/{id}/hidden": "the playlists here are private: PlaylistModerationTests",
        "POST /api/v1/moderation/playlists/{id}/deletion": "the playlists here are private: PlaylistModerationTests",
        "POST /api/v1/moderation/people/{id}/picture-removal": "nobody here has a picture: ReportTests",
        "POST /api/v1/board/today": "everybody has posted a song today: BoardTests",
        "/rest/changePassword": "nobody may", "/rest/jukeboxControl": "there is no jukebox here: JukeboxTests",
        "/rest/createPodcastChannel": "asks another server: PodcastTests",
        "/rest/deletePodcastEpisode": "no feed is read here: PodcastTests",
        "/rest/downloadPodcastEpisode": "no feed is read here: PodcastTests",
        "/rest/getCaptions": "there are no videos", "/rest/getVideoInfo": "there are no videos",
        "/rest/hls.m3u8": "there are no videos", "/rest/getPodcastEpisode": "no feed is read here: PodcastTests",
        "POST /api/v1/podcasts": "asks another server: PodcastTests",
        "POST /api/v1/podcasts/opml": "takes a file: PodcastTests",
        "GET /api/v1/episodes/{id}": "no feed is read here: PodcastTests",
        "PUT /api/v1/episodes/{id}/state": "no feed is read here: PodcastTests",
        "GET /api/v1/episodes/{id}/stream": "no feed is read here: PodcastTests",
        "GET /api/v1/episodes/{id}/chapters": "no feed is read here: PodcastTests",
        "GET /api/v1/episodes/{id}/transcript": "no feed is read here: PodcastTests",
        "PUT /api/v1/episodes/{id}/download": "no feed is read here: PodcastTests",
        "DELETE /api/v1/episodes/{id}/download": "no feed is read here: PodcastTests",
        "PUT /api/v1/tracks/{id}/lyrics/written": "takes the id of the latest version: WrittenLyricsTests",
        "GET /api/v1/tracks/{id}/analysis": "needs a track that is analyzed: RecognitionTests",
        "GET /api/v1/tracks/{id}/waveform": "needs a track that is analyzed: RecognitionTests",
        "GET /share/{token}/tracks/{id}/waveform": "needs a track that is analyzed: SharingTests",
        "GET /api/v1/tracks/{id}/sonic-path": "needs a second track: RecognitionTests",
        "GET /api/v1/mixes/{id}": "nobody here has played music for mixes: SuggestionTests",
        "PUT /api/v1/lyrics/providers": "takes the ids of all providers: LyricsProviderTests",
        "PUT /api/v1/lyrics/lookups/{id}": "no provider is switched on: LyricsProviderTests",
        "DELETE /api/v1/lyrics/lookups/{id}": "nothing is looked up: LyricsProviderTests",
        "POST /api/v1/recognitions": "needs a recording: RecognitionTests",
        "/rest/getTranscodeStream": "takes what a decision gave: TranscodingTests",
    ]

    /// The query string that a row needs.
    static let queries: [String: String] = [
        "GET /api/v1/search": "?q=song", "GET /api/v1/search/lyrics": "?q=words",
        "GET /api/v1/search/outside": "?q=song",
        "GET /api/v1/radio/songs": "?mood=calm",
        "GET /api/v1/drawings": "?name=walk&size=64&format=jpeg",
    ]
}
