// @ts-check
// The shapes that the native API answers with, written from its OpenAPI document by ClientTypesTests. Types only:
// nothing here runs.

/**
 * @typedef {object} Album
 * @property {string} addedAt
 * @property {ArtistReference[]} albumArtists
 * @property {boolean} compilation
 * @property {AlbumDiscTitles[]} discTitles
 * @property {number} discTotal
 * @property {number} durationMs
 * @property {string[]} genres
 * @property {string} id
 * @property {boolean} liked
 * @property {string[]} moods
 * @property {string} name
 * @property {number} ratingCount
 * @property {string[]} recordLabels
 * @property {string[]} releaseTypes
 * @property {number} trackCount
 * @property {TrackItem[]} tracks
 * @property {'explicit'|'clean'} [advisory]
 * @property {string} [artistCredit]
 * @property {number} [averageRating]
 * @property {AlbumColors[]} [colors]
 * @property {string} [cover]
 * @property {number} [coverHeight]
 * @property {number} [coverWidth]
 * @property {string} [date]
 * @property {boolean} [explicit]
 * @property {string} [likedAt]
 * @property {AlbumMusicBrainz} [musicBrainz]
 * @property {string} [originalDate]
 * @property {number} [originalYear]
 * @property {number} [rating]
 * @property {string} [releaseDate]
 * @property {string} [sortName]
 * @property {string} [version]
 * @property {number} [year]
 */

/**
 * @typedef {object} AlbumDiscTitles
 * @property {number} disc
 * @property {string} title
 */

/**
 * @typedef {object} AlbumColors
 * @property {string} hex
 * @property {number} weight
 */

/**
 * @typedef {object} AlbumMusicBrainz
 * @property {string} [releaseGroupId]
 * @property {string} [releaseId]
 */

/**
 * @typedef {object} AlbumInfo
 * @property {string} id
 * @property {string} name
 * @property {string} [cover]
 * @property {Credit} [coverCredit]
 * @property {string} [musicBrainzId]
 * @property {string} [notes]
 * @property {Credit} [originalDateCredit]
 */

/**
 * @typedef {object} AlbumItem
 * @property {string} addedAt
 * @property {ArtistReference[]} albumArtists
 * @property {boolean} compilation
 * @property {number} durationMs
 * @property {string} id
 * @property {boolean} liked
 * @property {string} name
 * @property {number} ratingCount
 * @property {number} trackCount
 * @property {number} [averageRating]
 * @property {AlbumItemColors[]} [colors]
 * @property {string} [cover]
 * @property {number} [coverHeight]
 * @property {number} [coverWidth]
 * @property {boolean} [explicit]
 * @property {string} [likedAt]
 * @property {number} [originalYear]
 * @property {number} [rating]
 * @property {number} [year]
 */

/**
 * @typedef {object} AlbumItemColors
 * @property {string} hex
 * @property {number} weight
 */

/**
 * @typedef {object} Analysis
 * @property {number[]} beats
 * @property {number[][]} clipped
 * @property {number} energy
 * @property {number} frames
 * @property {number[][]} hardPoints
 * @property {number} sampleRateHz
 * @property {AnalysisSilence} silence
 * @property {number[][]} silent
 * @property {AnalysisKey} [key]
 * @property {AnalysisLoudness} [loudness]
 * @property {AnalysisPadding} [padding]
 * @property {AnalysisTempo} [tempo]
 */

/**
 * @typedef {object} AnalysisSilence
 * @property {number} endFrames
 * @property {number} endMs
 * @property {number} startFrames
 * @property {number} startMs
 */

/**
 * @typedef {object} AnalysisKey
 * @property {number} confidence
 * @property {'major'|'minor'} mode
 * @property {'C'|'C#'|'D'|'D#'|'E'|'F'|'F#'|'G'|'G#'|'A'|'A#'|'B'} tonic
 */

/**
 * @typedef {object} AnalysisLoudness
 * @property {number} gainDB
 * @property {number} integratedLUFS
 * @property {number} rangeLU
 * @property {number} samplePeakDBFS
 * @property {number} truePeakDBTP
 */

/**
 * @typedef {object} AnalysisPadding
 * @property {number} endFrames
 * @property {number} startFrames
 */

/**
 * @typedef {object} AnalysisTempo
 * @property {AnalysisTempoAlternatives[]} alternatives
 * @property {number} bpm
 * @property {number} confidence
 */

/**
 * @typedef {object} AnalysisTempoAlternatives
 * @property {number} bpm
 * @property {'half'|'double'|'third'|'triple'|'other'} relation
 * @property {number} strength
 */

/**
 * @typedef {object} Artist
 * @property {number} albumCount
 * @property {AlbumItem[]} albums
 * @property {AlbumItem[]} appearsOn
 * @property {string} id
 * @property {boolean} liked
 * @property {string} name
 * @property {number} ratingCount
 * @property {string[]} roles
 * @property {TrackItem[]} topTracks
 * @property {number} totalListenings
 * @property {number} trackCount
 * @property {number} [averageRating]
 * @property {string} [color]
 * @property {string} [cover]
 * @property {string} [image]
 * @property {string} [likedAt]
 * @property {string} [musicBrainzId]
 * @property {number} [rating]
 * @property {string} [sortName]
 */

/**
 * @typedef {object} ArtistInfo
 * @property {string} id
 * @property {string} name
 * @property {ArtistItem[]} similar
 * @property {string} [biography]
 * @property {Credit} [biographyCredit]
 * @property {string} [image]
 * @property {Credit} [imageCredit]
 * @property {string} [musicBrainzId]
 */

/**
 * @typedef {object} ArtistItem
 * @property {number} albumCount
 * @property {string} id
 * @property {boolean} liked
 * @property {string} name
 * @property {number} ratingCount
 * @property {number} trackCount
 * @property {number} [averageRating]
 * @property {string} [color]
 * @property {string} [cover]
 * @property {string} [image]
 * @property {string} [likedAt]
 * @property {number} [rating]
 */

/**
 * @typedef {object} ArtistReference
 * @property {string} id
 * @property {string} name
 */

/**
 * @typedef {object} Backup
 * @property {string} createdAt
 * @property {boolean} encrypted
 * @property {string} name
 * @property {number} size
 * @property {string} [defect]
 * @property {'manual'|'scheduled'|'command'} [kind]
 * @property {string} [verifiedAt]
 * @property {boolean} [withMusic]
 */

/**
 * @typedef {object} BackupRun
 * @property {'manual'|'scheduled'|'command'} kind
 * @property {string} startedAt
 * @property {'running'|'done'|'failed'|'interrupted'} state
 * @property {boolean} withMusic
 * @property {string} [defect]
 * @property {string} [endedAt]
 * @property {string} [failure]
 * @property {string} [file]
 * @property {number} [size]
 * @property {string} [verifiedAt]
 */

/**
 * @typedef {object} BoardDay
 * @property {string} date
 * @property {string} endsAt
 * @property {Post[]} items
 * @property {string} now
 * @property {string} startsAt
 * @property {string} timeZone
 * @property {boolean} today
 * @property {string} [nextCursor]
 * @property {Post} [own]
 */

/**
 * @typedef {object} Bookmark
 * @property {string} changedAt
 * @property {string} createdAt
 * @property {number} positionMs
 * @property {string} trackId
 * @property {string} [comment]
 */

/**
 * @typedef {object} Comment
 * @property {string} at
 * @property {CommentAuthor} author
 * @property {string} date
 * @property {string} id
 * @property {boolean} own
 * @property {string} text
 * @property {CommentHidden} [hidden]
 * @property {string} [postId]
 */

/**
 * @typedef {object} CommentAuthor
 * @property {string} id
 * @property {string} name
 * @property {string} [picture]
 */

/**
 * @typedef {object} CommentHidden
 * @property {string} at
 * @property {string} reason
 */

/**
 * @typedef {object} Contributor
 * @property {string} id
 * @property {string} name
 * @property {ContributorRole} role
 * @property {string} [musicBrainzId]
 * @property {string} [part]
 */

/**
 * @typedef {'albumArtist'|'performer'|'composer'|'conductor'|'lyricist'|'remixer'|'producer'|
 *   'arranger'|'engineer'|'mixer'|'djMixer'|'director'|'writer'|'musician'} ContributorRole
 */

/**
 * @typedef {object} Credit
 * @property {string} name
 * @property {'musicbrainz'|'wikipedia'|'coverartarchive'|'fanart'} origin
 * @property {string} [license]
 * @property {string} [licensePage]
 * @property {string} [page]
 */

/**
 * @typedef {object} Device
 * @property {boolean} active
 * @property {DeviceAnswers[]} answers
 * @property {string} at
 * @property {string} id
 * @property {'computer'|'phone'|'tablet'|'television'|'other'|'speaker'} kind
 * @property {boolean} lost
 * @property {boolean} muted
 * @property {string} name
 * @property {boolean} playing
 * @property {number} positionMs
 * @property {number} queueLength
 * @property {number} queueRevision
 * @property {number} rate
 * @property {boolean} reachable
 * @property {'off'|'all'|'one'} repeat
 * @property {number} revision
 * @property {boolean} sameBrowser
 * @property {boolean} shared
 * @property {boolean} shuffled
 * @property {number} volume
 * @property {number} [entry]
 * @property {string} [playId]
 * @property {TrackItem} [track]
 */

/**
 * @typedef {object} DeviceAnswers
 * @property {string} command
 * @property {'done'|'outdated'|'blocked'|'failed'} outcome
 */

/**
 * @typedef {object} DeviceKey
 * @property {string} createdAt
 * @property {string} id
 * @property {string} label
 * @property {('read'|'write'|'stream'|'admin')[]} scopes
 * @property {boolean} usable
 * @property {string} [expiresAt]
 * @property {string} [lastAddress]
 * @property {string} [lastClient]
 * @property {string} [lastUsedAt]
 * @property {TokenProduct[]} [products]
 */

/**
 * @typedef {object} Episode
 * @property {boolean} hasChapters
 * @property {boolean} hasTranscript
 * @property {string} id
 * @property {boolean} new
 * @property {boolean} played
 * @property {string} podcastId
 * @property {string} podcastTitle
 * @property {number} positionMs
 * @property {string} publishedAt
 * @property {string} text
 * @property {string} title
 * @property {'waiting'|'done'|'failed'} [download]
 * @property {number} [durationMs]
 * @property {boolean} [explicit]
 * @property {number} [number]
 * @property {string} [picture]
 * @property {number} [season]
 */

/**
 * @typedef {object} Explore
 * @property {Genre[]} genres
 * @property {Playlist[]} playlists
 * @property {TrackItem[]} popular
 */

/**
 * @typedef {object} FeatureRequest
 * @property {string} answer
 * @property {string} at
 * @property {string} id
 * @property {string} person
 * @property {string} personId
 * @property {'open'|'planned'|'done'|'declined'} state
 * @property {string} text
 * @property {string} [answeredAt]
 * @property {string} [answeredBy]
 */

/**
 * @typedef {object} Folder
 * @property {string} changedAt
 * @property {string[]} covers
 * @property {string} createdAt
 * @property {FolderIcon} icon
 * @property {string} id
 * @property {number} itemCount
 * @property {string} name
 * @property {string} [image]
 */

/**
 * @typedef {'folder'|'star'|'heart'|'vinyl'|'cassette'|'headphones'|'microphone'|'guitar'|
 *   'piano'|'drum'|'concert'|'party'|'night'|'sun'|'road'|'book'} FolderIcon
 */

/**
 * @typedef {object} FriendPlaying
 * @property {FriendPlayingPerson} person
 * @property {string} startedAt
 * @property {TrackItem} track
 */

/**
 * @typedef {object} FriendPlayingPerson
 * @property {string} id
 * @property {string} name
 * @property {string} [picture]
 */

/**
 * @typedef {object} Genre
 * @property {number} albumCount
 * @property {string} id
 * @property {string} name
 * @property {number} trackCount
 * @property {string} [color]
 * @property {string} [cover]
 */

/**
 * @typedef {object} Home
 * @property {ArtistItem[]} artists
 * @property {Post[]} board
 * @property {FriendPlaying[]} friends
 * @property {Genre[]} genres
 * @property {TrackItem[]} liked
 * @property {HomeMixes[]} mixes
 * @property {HomeMostPlayed[]} mostPlayed
 * @property {HomeOnThisDay[]} onThisDay
 * @property {HomeOrder[]} order
 * @property {Playlist[]} playlists
 * @property {TrackItem[]} popular
 * @property {AlbumItem[]} recentlyAdded
 * @property {AlbumItem[]} recentlyPlayed
 * @property {AlbumItem[]} rediscover
 * @property {AlbumItem[]} start
 * @property {HomeTiles[]} tiles
 */

/**
 * @typedef {object} HomeMixes
 * @property {ArtistReference[]} artists
 * @property {HomeMixesColors[]} colors
 * @property {string[]} covers
 * @property {string} day
 * @property {number} durationMs
 * @property {string} id
 * @property {number} trackCount
 */

/**
 * @typedef {object} HomeMixesColors
 * @property {string} hex
 * @property {number} weight
 */

/**
 * @typedef {object} HomeMostPlayed
 * @property {number} plays
 * @property {TrackItem} track
 */

/**
 * @typedef {object} HomeOnThisDay
 * @property {AlbumItem} album
 * @property {number} yearsAgo
 */

/**
 * @typedef {'board'|'friends'|'playlists'|'mixes'|'recentlyPlayed'|'recentlyAdded'|
 *   'start'|'popular'|'liked'|'rediscover'|'mostPlayed'|'onThisDay'|'artists'|
 *   'genres'} HomeOrder
 */

/**
 * @typedef {object} HomeTiles
 * @property {AlbumItem} [album]
 * @property {ArtistItem} [artist]
 */

/**
 * @typedef {object} IdentityLink
 * @property {string} createdAt
 * @property {string} id
 * @property {string} issuer
 * @property {string} lastUsedAt
 * @property {string} name
 */

/**
 * @typedef {object} Import
 * @property {string} changedAt
 * @property {string} createdAt
 * @property {string} id
 * @property {number} received
 * @property {'waiting'|'fetching'|'done'|'failed'} state
 * @property {string} url
 * @property {string} [detail]
 * @property {string} [name]
 * @property {string} [reason]
 * @property {number} [total]
 * @property {string} [wishId]
 */

/**
 * @typedef {object} ImportedSong
 * @property {string} artist
 * @property {string} id
 * @property {'exact'|'sure'|'likely'|'chosen'|'awaited'|'refused'} state
 * @property {string} title
 * @property {string} [album]
 * @property {number} [durationMs]
 * @property {string} [isrc]
 * @property {number} [outsideId]
 * @property {TrackItem} [track]
 */

/**
 * @typedef {object} Invitation
 * @property {string} createdAt
 * @property {string} expiresAt
 * @property {boolean} explicit
 * @property {string} id
 * @property {string} label
 * @property {string[] | null} libraries
 * @property {'listener'|'contributor'|'moderator'|'admin'} role
 * @property {'open'|'used'|'expired'} state
 * @property {string} [madeBy]
 * @property {string} [plan]
 * @property {string} [planId]
 * @property {string} [url]
 * @property {string} [usedAt]
 * @property {string} [usedBy]
 */

/**
 * @typedef {object} JournalEntry
 * @property {string} action
 * @property {string} at
 * @property {any} details
 * @property {string} id
 * @property {number} number
 * @property {string} origin
 * @property {string} seal
 * @property {any} [names]
 * @property {string} [person]
 * @property {string} [personId]
 * @property {string} [subjectId]
 * @property {string} [subjectKind]
 */

/**
 * @typedef {object} Letter
 * @property {number} attempts
 * @property {string} createdAt
 * @property {string} id
 * @property {LetterKind} kind
 * @property {'waiting'|'failed'} state
 * @property {string} to
 * @property {string} [failure]
 * @property {string} [nextAt]
 */

/**
 * @typedef {'passwordReset'|'invitation'|'joining'|'emailConfirmation'|'emailChanged'|
 *   'notification'|'overview'|'test'} LetterKind
 */

/**
 * @typedef {object} Library
 * @property {string} id
 * @property {string} name
 * @property {string} path
 * @property {number} problemCount
 * @property {number} trackCount
 * @property {string} [lastScanAt]
 */

/**
 * @typedef {object} LibraryProblem
 * @property {string} detail
 * @property {string} foundAt
 * @property {string} id
 * @property {string} libraryId
 * @property {string} path
 * @property {LibraryProblemReason} reason
 */

/**
 * @typedef {'empty'|'truncated'|'corrupt'|'unreadable'|'unsupported'|'tooLarge'|'timeout'|
 *   'crashed'|'outsideLibrary'|'noAudio'|'picture'} LibraryProblemReason
 */

/**
 * @typedef {object} Link
 * @property {string} url
 * @property {string} [expiresAt]
 */

/**
 * @typedef {object} Lyrics
 * @property {LyricsAgents[]} agents
 * @property {'main'|'translation'|'pronunciation'} kind
 * @property {LyricsLines[]} lines
 * @property {'written'|'tag'|'sidecar'|'provider'} source
 * @property {boolean} synced
 * @property {string} [artist]
 * @property {string} [language]
 * @property {LyricsRights} [rights]
 * @property {string} [title]
 */

/**
 * @typedef {object} LyricsAgents
 * @property {string} id
 * @property {'main'|'voice'|'background'|'group'} role
 * @property {string} [name]
 */

/**
 * @typedef {object} LyricsLines
 * @property {string} text
 * @property {string} [agent]
 * @property {LyricsLinesBackground} [background]
 * @property {number} [endMs]
 * @property {number} [startMs]
 * @property {LyricsLinesWords[]} [words]
 */

/**
 * @typedef {object} LyricsLinesBackground
 * @property {string} agent
 * @property {string} text
 * @property {LyricsLinesBackgroundWords[]} [words]
 */

/**
 * @typedef {object} LyricsLinesBackgroundWords
 * @property {number} byteEnd
 * @property {number} byteStart
 * @property {number} startMs
 * @property {number} [endMs]
 */

/**
 * @typedef {object} LyricsLinesWords
 * @property {number} byteEnd
 * @property {number} byteStart
 * @property {number} startMs
 * @property {number} [endMs]
 */

/**
 * @typedef {object} LyricsRights
 * @property {string} provider
 * @property {string} [backlinkUrl]
 * @property {string} [copyright]
 * @property {string} [expiresAt]
 * @property {string} [htmlTrackingUrl]
 * @property {string} [pixelTrackingUrl]
 * @property {string} [scriptTrackingUrl]
 */

/**
 * @typedef {object} LyricsMatch
 * @property {'main'|'translation'|'pronunciation'} kind
 * @property {string} line
 * @property {TrackItem} track
 * @property {number} [endMs]
 * @property {string} [language]
 * @property {number} [startMs]
 */

/**
 * @typedef {object} LyricsProvider
 * @property {boolean} enabled
 * @property {boolean} hasKey
 * @property {string} id
 * @property {'lrclib'|'musixmatch'} kind
 * @property {string} name
 * @property {number | null} storageDays
 * @property {string} url
 * @property {string} [failedAt]
 * @property {LyricsProviderFailure} [failure]
 * @property {string} [restsUntil]
 */

/**
 * @typedef {'unreachable'|'forbidden'|'slow'|'large'|'redirected'|'malformed'|'key'|
 *   'key_lost'|'limit'|'failing'} LyricsProviderFailure
 */

/**
 * @typedef {object} LyricsVersion
 * @property {string} at
 * @property {boolean} current
 * @property {string} id
 * @property {string[]} languages
 * @property {number} lines
 * @property {string} note
 * @property {'words'|'lines'|'none'} precision
 * @property {string} reason
 * @property {'published'|'proposed'|'rejected'} state
 * @property {string} trackId
 * @property {LyricsVersionAuthor} [author]
 * @property {string} [decidedAt]
 * @property {LyricsVersionModerator} [moderator]
 * @property {string} [restoredId]
 */

/**
 * @typedef {object} LyricsVersionAuthor
 * @property {string} id
 * @property {string} name
 * @property {string} [picture]
 */

/**
 * @typedef {object} LyricsVersionModerator
 * @property {string} id
 * @property {string} name
 * @property {string} [picture]
 */

/**
 * @typedef {object} Me
 * @property {string} createdAt
 * @property {string} displayName
 * @property {boolean} downloads
 * @property {boolean} hasPassword
 * @property {string} id
 * @property {'en'|'pl'|'es'|'en_US'|'pl_PL'|'es_ES'} locale
 * @property {boolean} passkeys
 * @property {MePermissions[]} permissions
 * @property {'listener'|'contributor'|'moderator'|'admin'} role
 * @property {'on'|'off'|'hardPoints'} shadingMode
 * @property {'system'|'light'|'dark'} theme
 * @property {boolean} twoFactor
 * @property {string} username
 * @property {string} [email]
 * @property {string} [picture]
 * @property {string} [sessionId]
 */

/**
 * @typedef {'browse'|'stream'|'listen'|'takePart'|'manageOwnAccount'|'submit'|'jukebox'|
 *   'moderate'|'manageUsers'|'manageLibraries'|'administer'} MePermissions
 */

/**
 * @typedef {object} ModeratedPlaylist
 * @property {string} changedAt
 * @property {string} description
 * @property {number} entryCount
 * @property {string} id
 * @property {string} name
 * @property {ModeratedPlaylistOwner} owner
 * @property {string} [cover]
 * @property {ModeratedPlaylistHidden} [hidden]
 */

/**
 * @typedef {object} ModeratedPlaylistOwner
 * @property {string} id
 * @property {string} name
 * @property {string} [picture]
 */

/**
 * @typedef {object} ModeratedPlaylistHidden
 * @property {string} at
 * @property {string} reason
 */

/**
 * @typedef {object} Moment
 * @property {string} at
 * @property {MomentAuthor} author
 * @property {string} id
 * @property {boolean} own
 * @property {number} positionMs
 * @property {string} text
 * @property {string} trackId
 * @property {string} [editedAt]
 * @property {MomentHidden} [hidden]
 */

/**
 * @typedef {object} MomentAuthor
 * @property {string} id
 * @property {string} name
 * @property {string} [picture]
 */

/**
 * @typedef {object} MomentHidden
 * @property {string} at
 * @property {string} reason
 */

/**
 * @typedef {object} Notification
 * @property {string} at
 * @property {string} id
 * @property {NotificationKind} kind
 * @property {boolean} read
 * @property {string} text
 * @property {string} title
 * @property {NotificationActor} [actor]
 * @property {NotificationSubject} [subject]
 */

/**
 * @typedef {'wishArrived'|'wishFound'|'wishBacked'|'postCommented'|'postReacted'|'postHidden'|
 *   'playlistShared'|'submissionArrived'|'submissionApproved'|'submissionRejected'|
 *   'secondFactorRemoved'|'passkeyAdded'|'identityLinked'|'requestAnswered'|
 *   'requestArrived'|'memberJoined'|'musicWithdrawn'|'musicRestored'|'playlistHidden'|
 *   'playlistDeleted'|'momentHidden'|'pictureRemoved'|'reportArrived'|'reportActed'|
 *   'reportDismissed'|'lyricsProposed'|'lyricsApproved'|'lyricsRejected'|'scrobblingPaused'|
 *   'scrobblesGivenUp'|'songsArrived'} NotificationKind
 */

/**
 * @typedef {object} NotificationActor
 * @property {string} id
 * @property {string} name
 * @property {string} [picture]
 */

/**
 * @typedef {object} NotificationSubject
 * @property {string} id
 * @property {NotificationSubjectKind} kind
 * @property {string} [date]
 */

/**
 * @typedef {'post'|'wish'|'playlist'|'track'|'album'|'submission'|'request'|'person'|
 *   'report'} NotificationSubjectKind
 */

/**
 * @typedef {object} Opinion
 * @property {boolean} liked
 * @property {number} ratingCount
 * @property {number} [averageRating]
 * @property {string} [likedAt]
 * @property {string} [ratedAt]
 * @property {number} [rating]
 * @property {string} [review]
 */

/**
 * @typedef {object} Outline
 * @property {string[]} cursors
 * @property {OutlineLetters[]} letters
 * @property {number} step
 * @property {number} total
 */

/**
 * @typedef {object} OutlineLetters
 * @property {number} index
 * @property {string} letter
 */

/**
 * @typedef {object} OutsideSong
 * @property {string} artist
 * @property {boolean} explicit
 * @property {boolean} hasPicture
 * @property {boolean} hasPreview
 * @property {number} id
 * @property {string} title
 * @property {string} [album]
 * @property {number} [durationMs]
 * @property {string} [genre]
 * @property {string} [releaseDate]
 * @property {TrackItem} [track]
 * @property {number} [trackNumber]
 */

/**
 * @typedef {object} Passkey
 * @property {boolean} backedUp
 * @property {string} createdAt
 * @property {string} id
 * @property {string} label
 * @property {string} site
 * @property {string} [lastUsedAt]
 */

/**
 * @typedef {object} Plan
 * @property {string} createdAt
 * @property {boolean} default
 * @property {boolean} downloads
 * @property {string} id
 * @property {number | null} maximumBitrate
 * @property {number | null} monthlyTransfer
 * @property {string} name
 * @property {number | null} streams
 * @property {number | null} uploadQuota
 * @property {number} [members]
 */

/**
 * @typedef {object} Playlist
 * @property {string} changedAt
 * @property {PlaylistColors[]} colors
 * @property {string[]} covers
 * @property {string} createdAt
 * @property {string} description
 * @property {number} durationMs
 * @property {number} entryCount
 * @property {number} hiddenCount
 * @property {string} id
 * @property {boolean} mayEdit
 * @property {number} missingCount
 * @property {string} name
 * @property {boolean} own
 * @property {PlaylistOwner} owner
 * @property {number} revision
 * @property {boolean} smart
 * @property {'private'|'public'|'collaborative'} visibility
 * @property {number} [contents]
 * @property {string} [cover]
 * @property {PlaylistEditors[]} [editors]
 * @property {PlaylistHidden} [hidden]
 * @property {any} [rules]
 * @property {('catalogue'|'shelf'|'listening'|'analysis')[]} [sources]
 */

/**
 * @typedef {object} PlaylistColors
 * @property {string} hex
 * @property {number} weight
 */

/**
 * @typedef {object} PlaylistOwner
 * @property {string} id
 * @property {string} name
 * @property {string} username
 */

/**
 * @typedef {object} PlaylistEditors
 * @property {string} id
 * @property {string} name
 * @property {string} username
 */

/**
 * @typedef {object} PlaylistHidden
 * @property {string} at
 * @property {string} reason
 */

/**
 * @typedef {object} PlaylistEntry
 * @property {string} addedAt
 * @property {string} id
 * @property {TrackItem} track
 * @property {string} [addedBy]
 */

/**
 * @typedef {object} PlaylistFolder
 * @property {string} changedAt
 * @property {string} createdAt
 * @property {string} id
 * @property {string} name
 * @property {string[]} playlistIds
 * @property {string} [parentId]
 */

/**
 * @typedef {object} Post
 * @property {string} at
 * @property {PostAuthor} author
 * @property {number} commentCount
 * @property {string} date
 * @property {string} id
 * @property {boolean} own
 * @property {PostReactions[]} reactions
 * @property {string} [caption]
 * @property {PostHidden} [hidden]
 * @property {PostSong} [song]
 */

/**
 * @typedef {object} PostAuthor
 * @property {string} id
 * @property {string} name
 * @property {string} [picture]
 */

/**
 * @typedef {object} PostReactions
 * @property {number} count
 * @property {boolean} own
 * @property {'love'|'fire'|'clap'|'laugh'|'wow'|'sad'} reaction
 */

/**
 * @typedef {object} PostHidden
 * @property {string} at
 * @property {string} reason
 */

/**
 * @typedef {object} PostSong
 * @property {string} artist
 * @property {string} title
 * @property {PostSongOutside} [outside]
 * @property {TrackItem} [track]
 */

/**
 * @typedef {object} PostSongOutside
 * @property {boolean} available
 * @property {boolean} hasPicture
 * @property {boolean} hasPreview
 * @property {number} id
 * @property {string} [album]
 * @property {number} [durationMs]
 */

/**
 * @typedef {object} Problem
 * @property {string} code
 * @property {string} detail
 * @property {number} status
 * @property {string} title
 * @property {string} type
 * @property {string} [field]
 * @property {string} [reason]
 * @property {number} [retryAfter]
 */

/**
 * @typedef {object} RadioStation
 * @property {string} createdAt
 * @property {string} id
 * @property {string} name
 * @property {string} streamUrl
 * @property {string} [homePageUrl]
 * @property {string} [picture]
 */

/**
 * @typedef {object} RankedItem
 * @property {ArtistReference[]} artists
 * @property {string} id
 * @property {string} name
 * @property {string} [album]
 * @property {string} [albumId]
 * @property {string} [cover]
 * @property {number} [listenedMs]
 * @property {number} [plays]
 * @property {number} [rating]
 * @property {number} [ratings]
 */

/**
 * @typedef {object} Recognition
 * @property {RecognitionCandidates[]} candidates
 * @property {RecognitionCoverage} coverage
 * @property {number} heardMs
 * @property {boolean} isQuiet
 * @property {'matched'|'unmatched'} outcome
 * @property {string} [id]
 * @property {RecognitionMatch} [match]
 */

/**
 * @typedef {object} RecognitionCandidates
 * @property {number} confidence
 * @property {number} positionMs
 * @property {number} score
 * @property {TrackItem} track
 */

/**
 * @typedef {object} RecognitionCoverage
 * @property {number} analyzed
 * @property {number} total
 */

/**
 * @typedef {object} RecognitionMatch
 * @property {number} confidence
 * @property {number} positionMs
 * @property {number} score
 * @property {TrackItem} track
 */

/**
 * @typedef {object} Report
 * @property {string} answer
 * @property {string} at
 * @property {number} count
 * @property {string} id
 * @property {'track'|'playlist'|'post'|'comment'|'moment'|'picture'} kind
 * @property {ReportReporter} reporter
 * @property {'open'|'acted'|'dismissed'} state
 * @property {string} subjectId
 * @property {string} text
 * @property {string} title
 * @property {string} [day]
 * @property {ReportModerator} [moderator]
 * @property {ReportOwner} [owner]
 * @property {string} [trackId]
 */

/**
 * @typedef {object} ReportReporter
 * @property {string} id
 * @property {string} name
 * @property {string} [picture]
 */

/**
 * @typedef {object} ReportModerator
 * @property {string} id
 * @property {string} name
 * @property {string} [picture]
 */

/**
 * @typedef {object} ReportOwner
 * @property {string} id
 * @property {string} name
 * @property {string} [picture]
 */

/**
 * @typedef {object} Review
 * @property {string} at
 * @property {ReviewAuthor} author
 * @property {number} rating
 * @property {string} review
 */

/**
 * @typedef {object} ReviewAuthor
 * @property {string} id
 * @property {string} name
 * @property {string} [picture]
 */

/**
 * @typedef {object} Scan
 * @property {number} added
 * @property {number} filesFound
 * @property {number} filesRead
 * @property {string} id
 * @property {number} moved
 * @property {number} problems
 * @property {number} removed
 * @property {number} restored
 * @property {string} startedAt
 * @property {'running'|'finished'|'cancelled'|'failed'} state
 * @property {'discover'|'readTags'|'match'|'artwork'|'prune'|'index'} step
 * @property {number} unchanged
 * @property {number} updated
 * @property {string} [detail]
 * @property {number} [filesTotal]
 * @property {string} [finishedAt]
 * @property {string} [libraryId]
 */

/**
 * @typedef {object} Scrobbling
 * @property {boolean} connected
 * @property {boolean} elsewhere
 * @property {number} handedOn
 * @property {ScrobblingLastRefused[]} lastRefused
 * @property {number} refused
 * @property {number} waiting
 * @property {string} [connectedAt]
 * @property {string} [consentURL]
 * @property {ScrobblingFailure} [failure]
 * @property {ScrobblingHistory} [history]
 * @property {ScrobblingImport} [import]
 * @property {string} [lastAt]
 * @property {string} [name]
 * @property {'token'|'token_lost'} [pause]
 * @property {string} [retriesAt]
 * @property {string} [server]
 */

/**
 * @typedef {object} ScrobblingLastRefused
 * @property {string} artist
 * @property {string} playedAt
 * @property {string} reason
 * @property {string} title
 */

/**
 * @typedef {'unreachable'|'forbidden'|'slow'|'large'|'redirected'|'malformed'|'token'|
 *   'application'|'refused'|'limit'|'failing'} ScrobblingFailure
 */

/**
 * @typedef {object} ScrobblingHistory
 * @property {number} done
 * @property {'running'|'stopped'|'done'} state
 * @property {number} total
 */

/**
 * @typedef {object} ScrobblingImport
 * @property {number} added
 * @property {number} read
 * @property {'running'|'stopped'|'done'} state
 * @property {number} unmatched
 */

/**
 * @typedef {object} SearchResults
 * @property {AlbumItem[]} albums
 * @property {ArtistItem[]} artists
 * @property {Genre[]} genres
 * @property {string} query
 * @property {TrackItem[]} tracks
 */

/**
 * @typedef {object} Session
 * @property {string} address
 * @property {string} client
 * @property {string} createdAt
 * @property {boolean} current
 * @property {string} expiresAt
 * @property {string} id
 * @property {string} lastUsedAt
 */

/**
 * @typedef {object} Share
 * @property {string} createdAt
 * @property {string} id
 * @property {ShareItems[]} items
 * @property {'track'|'album'|'playlist'|'mix'} kind
 * @property {string} title
 * @property {string[]} titles
 * @property {number} trackCount
 * @property {number} visits
 * @property {string} [description]
 * @property {string} [expiresAt]
 * @property {string} [lastVisitedAt]
 * @property {string} [url]
 */

/**
 * @typedef {object} ShareItems
 * @property {string} id
 * @property {'track'|'album'|'playlist'} kind
 */

/**
 * @typedef {object} ShelfItem
 * @property {string} addedAt
 * @property {string} artist
 * @property {string} changedAt
 * @property {string} comment
 * @property {string} genre
 * @property {string} id
 * @property {'entry'|'track'|'album'} kind
 * @property {string} title
 * @property {AlbumItem} [album]
 * @property {TrackItem} [arrival]
 * @property {string} [cover]
 * @property {number} [durationMs]
 * @property {string} [folderId]
 * @property {boolean} [missing]
 * @property {number} [outsideId]
 * @property {number} [rating]
 * @property {TrackItem} [track]
 */

/**
 * @typedef {object} Submission
 * @property {string[]} albumArtists
 * @property {SubmissionAlike[]} alike
 * @property {string[]} artists
 * @property {string} changedAt
 * @property {string} codec
 * @property {boolean} coverGiven
 * @property {string} createdAt
 * @property {number} durationMs
 * @property {string} fileName
 * @property {string[]} genres
 * @property {string} id
 * @property {string} mediaType
 * @property {string} note
 * @property {boolean} own
 * @property {number} revision
 * @property {number} sizeBytes
 * @property {'draft'|'pending'|'approving'|'approved'|'rejected'|'withdrawn'} state
 * @property {string} title
 * @property {string} [album]
 * @property {string} [batch]
 * @property {number} [bitDepth]
 * @property {number} [bitrateKbps]
 * @property {number} [channels]
 * @property {string} [cover]
 * @property {string} [decidedAt]
 * @property {SubmissionDecidedBy} [decidedBy]
 * @property {number} [discNumber]
 * @property {string} [failure]
 * @property {SubmissionGiver} [giver]
 * @property {SubmissionLibrary} [library]
 * @property {string} [path]
 * @property {string} [reason]
 * @property {number} [sampleRateHz]
 * @property {string} [submittedAt]
 * @property {string} [trackId]
 * @property {number} [trackNumber]
 * @property {string} [wishId]
 * @property {number} [year]
 */

/**
 * @typedef {object} SubmissionAlike
 * @property {string[]} artists
 * @property {number} similarity
 * @property {string} title
 * @property {string} [submissionId]
 * @property {string} [trackId]
 */

/**
 * @typedef {object} SubmissionDecidedBy
 * @property {string} id
 * @property {string} name
 * @property {string} [picture]
 */

/**
 * @typedef {object} SubmissionGiver
 * @property {string} id
 * @property {string} name
 * @property {string} [picture]
 */

/**
 * @typedef {object} SubmissionLibrary
 * @property {string} id
 * @property {string} name
 */

/**
 * @typedef {object} Subscription
 * @property {'none'|'latest'|'unplayed'} downloads
 * @property {boolean} ended
 * @property {string} id
 * @property {number} newCount
 * @property {string} subscribedAt
 * @property {string} text
 * @property {string} title
 * @property {string} url
 * @property {string} [author]
 * @property {boolean} [explicit]
 * @property {string} [homePageUrl]
 * @property {number} [latest]
 * @property {string} [latestAt]
 * @property {string} [picture]
 * @property {string} [problem]
 * @property {string} [refreshedAt]
 */

/**
 * @typedef {object} Token
 * @property {string} createdAt
 * @property {string} id
 * @property {string} label
 * @property {('read'|'write'|'administer'|'credentials')[]} scopes
 * @property {boolean} usable
 * @property {string} [expiresAt]
 * @property {string} [lastAddress]
 * @property {string} [lastUsedAt]
 * @property {string} [token]
 */

/**
 * @typedef {object} TokenProduct
 * @property {string} at
 * @property {string} id
 * @property {TokenProductKind} kind
 * @property {string} name
 */

/**
 * @typedef {'account'|'password'|'link'|'invitation'|'session'|'share'|'role'|'enabled'|
 *   'email'} TokenProductKind
 */

/**
 * @typedef {object} Track
 * @property {string} addedAt
 * @property {string} album
 * @property {ArtistReference[]} albumArtists
 * @property {string} albumId
 * @property {TrackArtists[]} artists
 * @property {string} codec
 * @property {boolean} compilation
 * @property {Contributor[]} contributors
 * @property {number} durationMs
 * @property {TrackEdited[]} edited
 * @property {string} fileName
 * @property {string[]} genres
 * @property {string[]} groupings
 * @property {string} id
 * @property {string[]} isrcs
 * @property {boolean} liked
 * @property {string} mediaType
 * @property {string} modifiedAt
 * @property {string[]} moods
 * @property {TrackMovements[]} movements
 * @property {TrackMusicBrainz} musicBrainz
 * @property {number} playCount
 * @property {number} ratingCount
 * @property {string[]} recordLabels
 * @property {string[]} releaseTypes
 * @property {TrackReplayGain} replayGain
 * @property {number} sizeBytes
 * @property {string} title
 * @property {TrackWorks[]} works
 * @property {'explicit'|'clean'} [advisory]
 * @property {string} [albumArtistCredit]
 * @property {string} [albumVersion]
 * @property {string} [artistCredit]
 * @property {number} [averageRating]
 * @property {number} [bitDepth]
 * @property {number} [bitrateKbps]
 * @property {number} [bpm]
 * @property {number} [channels]
 * @property {TrackColors[]} [colors]
 * @property {string} [comment]
 * @property {string} [cover]
 * @property {number} [coverHeight]
 * @property {number} [coverWidth]
 * @property {string} [date]
 * @property {number} [discNumber]
 * @property {string} [discSubtitle]
 * @property {number} [discTotal]
 * @property {boolean} [explicit]
 * @property {any} [file]
 * @property {TrackGivenBy} [givenBy]
 * @property {string} [isrc]
 * @property {string} [lastPlayedAt]
 * @property {string} [likedAt]
 * @property {string} [lyrics]
 * @property {boolean} [missing]
 * @property {string} [originalDate]
 * @property {string} [path]
 * @property {number} [rating]
 * @property {string} [releaseDate]
 * @property {number} [sampleRateHz]
 * @property {string} [sortTitle]
 * @property {number} [trackNumber]
 * @property {number} [trackTotal]
 * @property {TrackVisual} [visual]
 * @property {number} [year]
 */

/**
 * @typedef {object} TrackArtists
 * @property {string} id
 * @property {string} name
 * @property {string} role
 */

/**
 * @typedef {'title'|'artists'|'album'|'albumArtists'|'genres'|'year'|'trackNumber'|
 *   'discNumber'|'visual'|'cover'} TrackEdited
 */

/**
 * @typedef {object} TrackMovements
 * @property {string} name
 * @property {number} [count]
 * @property {number} [number]
 */

/**
 * @typedef {object} TrackMusicBrainz
 * @property {string} [recordingId]
 * @property {string} [releaseGroupId]
 * @property {string} [releaseId]
 * @property {string} [trackId]
 */

/**
 * @typedef {object} TrackReplayGain
 * @property {number} [albumGain]
 * @property {number} [albumPeak]
 * @property {number} [baseGain]
 * @property {number} [trackGain]
 * @property {number} [trackPeak]
 */

/**
 * @typedef {object} TrackWorks
 * @property {string} name
 * @property {string} [musicBrainzId]
 */

/**
 * @typedef {object} TrackColors
 * @property {string} hex
 * @property {number} weight
 */

/**
 * @typedef {object} TrackGivenBy
 * @property {string} id
 * @property {string} name
 * @property {string} [picture]
 */

/**
 * @typedef {'currents'|'aurora'|'swarm'|'kaleidoscope'|'ink'|'ridges'|'cells'|'rings'|
 *   'liquid'|'tunnel'} TrackVisual
 */

/**
 * @typedef {object} TrackEdit
 * @property {string} at
 * @property {TrackEditBy} by
 * @property {TrackEditChanges[]} changes
 * @property {string} id
 * @property {string} [undoes]
 */

/**
 * @typedef {object} TrackEditBy
 * @property {string} [id]
 * @property {string} [name]
 */

/**
 * @typedef {object} TrackEditChanges
 * @property {TrackEditChangesField} field
 * @property {any} [after]
 * @property {any} [before]
 * @property {any} [file]
 */

/**
 * @typedef {'title'|'artists'|'album'|'albumArtists'|'genres'|'year'|'trackNumber'|
 *   'discNumber'|'visual'|'cover'} TrackEditChangesField
 */

/**
 * @typedef {object} TrackItem
 * @property {string} addedAt
 * @property {string} album
 * @property {ArtistReference[]} albumArtists
 * @property {string} albumId
 * @property {TrackItemArtists[]} artists
 * @property {number} durationMs
 * @property {string[]} genres
 * @property {string} id
 * @property {boolean} liked
 * @property {string} mediaType
 * @property {number} ratingCount
 * @property {string} title
 * @property {number} [averageRating]
 * @property {number} [bpm]
 * @property {TrackItemColors[]} [colors]
 * @property {string} [cover]
 * @property {number} [coverHeight]
 * @property {number} [coverWidth]
 * @property {number} [discNumber]
 * @property {boolean} [explicit]
 * @property {string} [likedAt]
 * @property {boolean} [missing]
 * @property {number} [rating]
 * @property {number} [trackNumber]
 * @property {number} [year]
 */

/**
 * @typedef {object} TrackItemArtists
 * @property {string} id
 * @property {string} name
 * @property {string} role
 */

/**
 * @typedef {object} TrackItemColors
 * @property {string} hex
 * @property {number} weight
 */

/**
 * @typedef {object} Upload
 * @property {string} createdAt
 * @property {string} id
 * @property {number} length
 * @property {string} name
 * @property {number} received
 * @property {'receiving'|'checking'|'refused'} state
 * @property {boolean} submit
 * @property {string} touchedAt
 * @property {string} [batch]
 * @property {string} [detail]
 * @property {string} [expiresAt]
 * @property {string} [reason]
 * @property {string} [wishId]
 */

/**
 * @typedef {object} User
 * @property {string} createdAt
 * @property {boolean} disabled
 * @property {string} displayName
 * @property {boolean} explicit
 * @property {string} id
 * @property {string[] | null} libraries
 * @property {boolean} passwordSet
 * @property {string} plan
 * @property {'listener'|'contributor'|'moderator'|'admin'} role
 * @property {boolean} twoFactor
 * @property {string} username
 * @property {string} [email]
 * @property {string} [lastSeenAt]
 * @property {number} [maximumBitrate]
 * @property {string} [picture]
 * @property {string} [planId]
 */

/**
 * @typedef {object} Waveform
 * @property {number[]} bodies
 * @property {number[]} peaks
 * @property {number} pointMs
 */

/**
 * @typedef {object} Wish
 * @property {string} artist
 * @property {boolean} backed
 * @property {number} backerCount
 * @property {string} changedAt
 * @property {string} createdAt
 * @property {string} genre
 * @property {string} id
 * @property {string} note
 * @property {boolean} own
 * @property {WishPerson} person
 * @property {string} title
 * @property {TrackItem} [arrival]
 * @property {string} [cover]
 * @property {number} [durationMs]
 * @property {number} [outsideId]
 */

/**
 * @typedef {object} WishPerson
 * @property {string} id
 * @property {string} name
 * @property {string} [picture]
 */

/**
 * @typedef {object} Withdrawal
 * @property {string} album
 * @property {string} artist
 * @property {string} at
 * @property {string} endsAt
 * @property {string} id
 * @property {string} reason
 * @property {'leaving'|'binned'|'returning'|'removing'|'restored'|'removed'} state
 * @property {string} title
 * @property {string} trackId
 * @property {string} [cover]
 * @property {string} [failure]
 * @property {WithdrawalGiver} [giver]
 * @property {WithdrawalModerator} [moderator]
 */

/**
 * @typedef {object} WithdrawalGiver
 * @property {string} id
 * @property {string} name
 * @property {string} [picture]
 */

/**
 * @typedef {object} WithdrawalModerator
 * @property {string} id
 * @property {string} name
 * @property {string} [picture]
 */

/**
 * @template T
 * @typedef {{ items: T[], nextCursor?: string }} Page
 */

export {};
