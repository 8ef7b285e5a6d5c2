// @ts-check
// The shapes that the native API answers with. Types only: nothing here runs.

/** @typedef {{ id: string, name: string }} NamedReference */
/** @typedef {{ id: string, name: string, role: string }} Credit */

/** @typedef {{ hex: string, weight: number }} CoverColor weights add up to 1, the heaviest first */

/**
 * @typedef {object} TrackItem
 * @property {string} id
 * @property {string} title
 * @property {Credit[]} artists
 * @property {string} albumId
 * @property {string} album
 * @property {NamedReference[]} albumArtists
 * @property {number} [trackNumber]
 * @property {number} [discNumber]
 * @property {number} durationMs
 * @property {number} [year]
 * @property {string[]} genres
 * @property {string} [cover]
 * @property {number} [coverWidth]
 * @property {number} [coverHeight]
 * @property {CoverColor[]} [colors] of the cover
 * @property {string} mediaType
 * @property {string} addedAt
 * @property {boolean} [missing] the file has gone; only in history
 * @property {boolean} [explicit]
 * @property {boolean} liked
 * @property {string} [likedAt]
 * @property {number} [rating] one's own, 1 to 5
 * @property {number} [averageRating]
 * @property {number} ratingCount
 */

/**
 * @typedef {object} AlbumItem
 * @property {string} id
 * @property {string} name
 * @property {NamedReference[]} albumArtists
 * @property {number} [year]
 * @property {number} [originalYear]
 * @property {number} trackCount
 * @property {number} durationMs
 * @property {string} [cover]
 * @property {number} [coverWidth]
 * @property {number} [coverHeight]
 * @property {CoverColor[]} [colors] of the cover
 * @property {boolean} compilation
 * @property {string} addedAt
 * @property {boolean} [explicit] whether anything on it is
 * @property {boolean} liked
 * @property {string} [likedAt]
 * @property {number} [rating] one's own, 1 to 5
 * @property {number} [averageRating]
 * @property {number} ratingCount
 */

/**
 * @typedef {{ title?: string, artists?: string[], album?: string, albumArtists?: string[], genres?: string[],
 *   year?: number, trackNumber?: number, discNumber?: number, cover?: string }} Corrected
 */

/**
 * @typedef {TrackItem & {
 *   contributors: (Credit & { part?: string, musicBrainzId?: string })[], trackTotal?: number, discTotal?: number,
 * discSubtitle?: string, date?: string, originalDate?: string,
 *   comment?: string, lyrics?: string, bpm?: number, compilation: boolean, isrc?: string, isrcs: string[], moods:
 * string[], groupings: string[],
 *   works: { name: string, musicBrainzId?: string }[], movements: { name: string, number?: number, count?: number }[],
 * advisory?: 'explicit'|'clean',
 *   recordLabels: string[], releaseTypes: string[], releaseDate?: string, albumVersion?: string, sortTitle?: string,
 * artistCredit?: string, codec: string, bitrateKbps?: number, sampleRateHz?: number,
 *   channels?: number, bitDepth?: number, sizeBytes: number, fileName: string, path?: string, modifiedAt: string,
 * edited: (keyof Corrected)[], file?: Corrected,
 *   musicBrainz: { recordingId?: string, trackId?: string, releaseId?: string, releaseGroupId?: string },
 *   replayGain: { trackGain?: number, trackPeak?: number, albumGain?: number, albumPeak?: number, baseGain?: number },
 * playCount: number, lastPlayedAt?: string, givenBy?: { id: string, name: string, picture?: string }, }} Track
 */

/**
 * @typedef {{ id: string, name: string, image?: string, biography?: string, musicBrainzId?: string,
 *   similar: ArtistItem[] }} ArtistInfo
 */
/** @typedef {{ id: string, name: string, cover?: string, notes?: string, musicBrainzId?: string }} AlbumInfo */
/** @typedef {{ startMs: number, endMs?: number, byteStart: number, byteEnd: number }} LyricsWord */
/**
 * @typedef {{ startMs?: number, endMs?: number, text: string, agent?: string, words?: LyricsWord[],
 *   background?: { text: string, agent: string, words?: LyricsWord[] } }} LyricsLine
 */
/**
 * @typedef {{ language?: string, kind: 'main'|'translation'|'pronunciation', source: 'tag'|'sidecar',
 *   synced: boolean, artist?: string, title?: string, agents: { id: string, role: string, name?: string }[],
 *   lines: LyricsLine[] }} Lyrics
 */

/**
 * @typedef {AlbumItem & { genres: string[], discTotal?: number, date?: string, releaseDate?: string,
 *   version?: string, advisory?: 'explicit'|'clean', recordLabels: string[], releaseTypes: string[],
 *   discTitles: { disc: number, title: string }[], tracks: TrackItem[] }} Album
 */
/**
 * @typedef {{ id: string, name: string, albumCount: number, trackCount: number, cover?: string, image?: string,
 *   liked: boolean, likedAt?: string, rating?: number, averageRating?: number, ratingCount: number }} ArtistItem
 */
/**
 * @typedef {ArtistItem & { roles: string[], totalListenings: number, albums: AlbumItem[],
 *   appearsOn: AlbumItem[], topTracks: TrackItem[] }} Artist
 */
/** @typedef {{ id: string, name: string, albumCount: number, trackCount: number, cover?: string }} GenreItem */

/**
 * @typedef {object} Me
 * @property {string} id
 * @property {string} username
 * @property {string} displayName
 * @property {string} [email]
 * @property {'listener'|'contributor'|'moderator'|'admin'} role
 * @property {string[]} permissions
 * @property {'en'|'pl'|'es'} locale
 * @property {'system'|'light'|'dark'} theme
 * @property {string} [picture]
 * @property {string} createdAt
 * @property {boolean} downloads whether the plan allows them
 * @property {string} [sessionId]
 */

/**
 * @typedef {object} User
 * @property {string} id
 * @property {string} username
 * @property {string} displayName
 * @property {string} [email]
 * @property {Me['role']} role
 * @property {boolean} disabled
 * @property {string} [picture]
 * @property {string} createdAt
 * @property {string} [lastSeenAt]
 * @property {boolean} passwordSet
 * @property {boolean} twoFactor
 * @property {string[] | null} libraries the ids of those that the person was given, null for all
 * @property {boolean} explicit whether the person gets to see what is explicit
 * @property {number} [maximumBitrate] in kbit/s
 * @property {string} [planId] the plan that the person was given, missing for the default one
 * @property {string} [plan] the name of the one that holds
 */

/**
 * @typedef {object} Scan
 * @property {string} id
 * @property {string} [libraryId]
 * @property {'running'|'finished'|'cancelled'|'failed'} state
 * @property {'discover'|'readTags'|'match'|'artwork'|'prune'|'index'} step
 * @property {string} startedAt
 * @property {string} [finishedAt]
 * @property {number} filesFound
 * @property {number} filesRead
 * @property {number} [filesTotal]
 * @property {number} added
 * @property {number} updated
 * @property {number} moved
 * @property {number} removed
 * @property {number} restored
 * @property {number} unchanged
 * @property {number} problems
 * @property {string} [detail]
 */

/** @typedef {{ id: string, name: string, picture?: string }} BoardPerson */
/** @typedef {'love'|'fire'|'clap'|'laugh'|'wow'|'sad'} Reaction */

/**
 * @typedef {object} BoardPost
 * @property {string} id
 * @property {string} date
 * @property {string} at
 * @property {BoardPerson} author
 * @property {boolean} own
 * @property {string} [caption]
 * @property {{ title: string, artist: string, track?: TrackItem }} [song] not there when it is in a library that the
 *   reader was not given
 * @property {{ reaction: Reaction, count: number, own: boolean }[]} reactions
 * @property {number} commentCount
 * @property {{ at: string, reason: string }} [hidden]
 */

/**
 * @typedef {{ id: string, date: string, postId?: string, at: string, author: BoardPerson, own: boolean,
 *   text: string, hidden?: { at: string, reason: string } }} BoardComment
 */
/**
 * @typedef {Page<BoardPost> & { date: string, today: boolean, startsAt: string, endsAt: string, now: string,
 *   timeZone: string, own?: BoardPost }} BoardDay
 */

/**
 * @template T
 * @typedef {{ items: T[], nextCursor?: string }} Page
 */

/** @typedef {'original'|'320'|'192'|'128'|'96'} Quality of streams, in kbit/s at most */

export {};
