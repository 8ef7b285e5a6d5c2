// Sample music in the server's format.

/** @param {string} id @param {object} [more] */
export const artist = (id, more = {}) => ({ id, name: `Artist ${id}`, albumCount: 1, trackCount: 1, liked: false, ratingCount: 0, genres: [], ...more });

/** @param {string} id @param {object} [more] */
export const track = (id, more = {}) => ({
    id, title: `Song ${id}`, album: 'Album a', albumId: 'a', albumArtists: [{ id: 'r', name: 'Artist r' }], artists: [{ id: 'r', name: 'Artist r', role: 'main' }],
    addedAt: '2026-11-20T10:00:00Z', durationMs: 180_000, genres: [], liked: false, mediaType: 'audio/flac', ratingCount: 0, trackNumber: 1, discNumber: 1, ...more,
});

/** @param {string} id @param {object} [more] */
export const album = (id, more = {}) => ({
    id, name: `Album ${id}`, albumArtists: [{ id: 'r', name: 'Artist r' }], addedAt: '2026-11-20T10:00:00Z', compilation: false, discTitles: [], durationMs: 180_000,
    genres: [], liked: false, ratingCount: 0, recordLabels: [], releaseTypes: [], trackCount: 1, ...more,
});

/** An album with its tracks, in the form for its page. @param {string} id @param {object[]} tracks */
export const fullAlbum = (id, tracks) => album(id, { tracks, trackCount: tracks.length });

/** Replies to the other requests of an album's page. @param {string} id */
export const besideAlbum = (id) => ({
    [`GET /albums/${id}/info`]: { notes: '' }, [`GET /albums/${id}/similar-tracks`]: { items: [] }, [`GET /albums/${id}/reviews`]: { items: [] },
    [`GET /albums/${id}/rating`]: { review: '' }, 'GET /albums': { items: [] },
});

/** @param {string} id @param {object} [more] */
export const playlist = (id, more = {}) => ({
    id, name: `Playlist ${id}`, description: '', owner: { id: 'ada', username: 'ada', name: 'Ada' }, visibility: 'private', covers: [], colors: [], entryCount: 1,
    missingCount: 0, hiddenCount: 0, durationMs: 180_000, revision: 1, createdAt: '2026-11-20T10:00:00Z', changedAt: '2026-11-20T10:00:00Z', mayEdit: true, own: true, smart: false, ...more,
});

/** Replies to the other requests of a playlist's page. @param {string} id @param {{ id: string }[]} tracks */
export const besidePlaylist = (id, tracks) => ({
    [`GET /playlists/${id}/outline`]: { total: tracks.length, step: 100, cursors: [] },
    [`GET /playlists/${id}/entries`]: { items: tracks.map((one) => ({ id: `entry-${one.id}`, addedAt: '2026-11-20T10:00:00Z', track: one })) },
    [`GET /playlists/${id}/imported`]: { total: 0, missing: 0 },
});

/** An artist in the form for their page. @param {string} id @param {object} [more] */
export const fullArtist = (id, more = {}) => artist(id, { topTracks: [], roles: [], albums: [], appearsOn: [], totalListenings: 0, ...more });

/** Replies to the other requests of an artist's page. @param {string} id */
export const besideArtist = (id) => ({
    [`GET /artists/${id}/info`]: { similar: [] }, [`GET /artists/${id}/similar-tracks`]: { items: [] },
});

/** Replies to the other requests of a track's page. @param {string} id */
export const besideTrack = (id) => ({
    [`GET /tracks/${id}/lyrics`]: { items: [] }, [`POST /tracks/${id}/lyrics/lookup`]: { state: 'off' },
    [`GET /tracks/${id}/similar-tracks`]: { items: [] }, [`GET /tracks/${id}/reviews`]: { items: [] }, [`GET /tracks/${id}/rating`]: { review: '' },
    [`GET /tracks/${id}/moments`]: { items: [] }, [`GET /tracks/${id}/edits`]: { items: [] },
    'GET /bookmarks': { items: [] },
});

/** A track in the form for its page. @param {string} id @param {object} [more] */
export const fullTrack = (id, more = {}) => track(id, {
    codec: 'flac', compilation: false, contributors: [], edited: [], fileName: `${id}.flac`, groupings: [], isrcs: [], modifiedAt: '2026-11-20T10:00:00Z', moods: [], movements: [],
    musicBrainz: {}, playCount: 0, recordLabels: [], releaseTypes: [], replayGain: {}, sizeBytes: 1000, works: [], ...more,
});

/** Replies to the player's requests during playback. */
export const whilePlaying = {
    'GET /tracks/*': ({ params: [one] }) => fullTrack(one), 'GET /tracks/*/moments': { items: [] }, 'POST /playback': undefined, 'PUT /queue': { revision: 1 }, 'PATCH /queue': { revision: 1 },
};
