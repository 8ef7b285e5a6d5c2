// @ts-check
// Shared types, paths and functions of the submission pages.

import { ApiError } from '../../core/api.js';

/** @typedef {'draft'|'pending'|'approving'|'approved'|'rejected'|'withdrawn'} State */
/** @typedef {{ id: string, name: string, picture?: string }} Party */
/**
 * @typedef {object} Submission
 * @property {string} id
 * @property {State} state
 * @property {number} revision
 * @property {boolean} own
 * @property {Party} [giver]
 * @property {string} [batch]
 * @property {string} fileName
 * @property {number} sizeBytes
 * @property {number} durationMs
 * @property {string} mediaType
 * @property {string} codec
 * @property {number} [bitrateKbps]
 * @property {number} [sampleRateHz]
 * @property {number} [channels]
 * @property {string} title
 * @property {string[]} artists
 * @property {string} [album]
 * @property {string[]} albumArtists
 * @property {string[]} genres
 * @property {number} [year]
 * @property {number} [trackNumber]
 * @property {number} [discNumber]
 * @property {string} [cover]
 * @property {boolean} coverGiven
 * @property {string} note
 * @property {{ title: string, artists: string[], similarity: number, trackId?: string,
 *   submissionId?: string }[]} alike similar music
 * @property {string} [wishId]
 * @property {string} [reason]
 * @property {string} [failure]
 * @property {Party} [decidedBy]
 * @property {string} [decidedAt]
 * @property {{ id: string, name: string }} [library]
 * @property {string} [path]
 * @property {string} [trackId]
 * @property {string} createdAt
 * @property {string} [submittedAt]
 */
/**
 * @typedef {{ id: string, name: string, length: number, received: number,
 *   state: 'receiving'|'checking'|'refused', batch?: string, wishId?: string, reason?: string,
 *   detail?: string }} Upload
 */

export const STATES = /** @type {const} */ (['draft', 'pending', 'approving', 'approved', 'rejected', 'withdrawn']);
/** The states that moderators can filter by, the default first. */
export const QUEUE_STATES = /** @type {const} */ (['pending', 'approving', 'approved', 'rejected']);

export const submissionPath = (/** @type {string} */ id) => `/submissions/${encodeURIComponent(id)}`;

/**
 * Whether the submitter may still edit it.
 * @param {Submission} one
 */
export const isOpen = (one) => ['draft', 'pending', 'rejected', 'withdrawn'].includes(one.state);

/**
 * Whether it can be submitted.
 * @param {Submission} one
 */
export const isUnsent = (one) => ['draft', 'rejected', 'withdrawn'].includes(one.state);

const MUSIC = /\.(mp3|flac|ogg|oga|opus|m4a|m4b|mp4|aac|wav|wave|aif|aiff|aifc|wma|asf|ape|wv)$/i;

/**
 * Files whose name looks like music. The server checks their contents.
 * @param {Iterable<File>} files
 */
export function musicOf(files) {
    return [...files].filter((file) => MUSIC.test(file.name));
}

/**
 * The album's normalized name, used to group files.
 * @param {Submission} one
 */
const albumOf = (one) => (one.album ?? '').trim().toLocaleLowerCase();

/**
 * Groups submissions of one batch by album, each at the place of its first. A batch with one album is one group.
 * @param {Submission[]} items
 * @returns {{ key: string, common: { album?: string, artist?: string },
 *   items: Submission[] }[]} `common`: the shared values
 */
export function groups(items) {
    const sendingOf = (/** @type {Submission} */ one) => `${one.batch}:${one.giver?.id ?? ''}`;
    /** @type {Map<string, Set<string>>} */
    const albums = new Map();
    for (const item of items)
        if (item.batch && albumOf(item))
            albums.set(sendingOf(item), (albums.get(sendingOf(item)) ?? new Set()).add(albumOf(item)));
    /** @type {Map<string, Submission[]>} */
    const found = new Map();
    for (const item of items) {
        // Files without an album join the batch's album if it has only one.
        const isOne = (albums.get(sendingOf(item))?.size ?? 0) < 2;
        const key = !item.batch ? item.id : isOne ? sendingOf(item) : `${sendingOf(item)}:${albumOf(item)}`;
        found.set(key, [...(found.get(key) ?? []), item]);
    }
    return [...found].map(([key, members]) => ({
        key,
        common: commonOf(members),
        items: members.toSorted(
            (one, other) =>
                (one.discNumber ?? 1) - (other.discNumber ?? 1) ||
                (one.trackNumber ?? 1e6) - (other.trackNumber ?? 1e6) ||
                (one.title < other.title ? -1 : 1),
        ),
    }));
}

/** @param {Submission[]} members */
function commonOf(members) {
    const album = members.find((one) => one.album?.trim())?.album?.trim();
    const albumArtist = common(members, (one) => one.albumArtists.join(', '));
    const artist = albumArtist || common(members, (one) => one.artists.join(', ')) || undefined;
    return { album, artist };
}

/**
 * The submissions of a batch that are in the same group as `one`.
 * @param {Submission[]} items
 * @param {Submission} one
 */
export const sameGroup = (items, one) =>
    groups(items).find((group) => group.items.some((other) => other.id === one.id))?.items ?? items;

/**
 * The value that all `items` share; undefined if they differ.
 * @param {Submission[]} items
 * @param {(one: Submission) => string} value
 */
export function common(items, value) {
    const first = value(items[0]);
    return items.every((one) => value(one) === first) ? first : undefined;
}

/**
 * Parses a form field. Returns null for an empty one.
 * @param {string} name
 * @param {string} text
 */
export function wholeNumber(name, text) {
    if (text === '') return null;
    if (!/^\d{1,5}$/.test(text))
        throw new ApiError({ status: 400, code: 'invalid', reason: 'number_invalid', field: name });
    return Number(text);
}

/**
 * The header `Upload-Metadata` of tus.
 * @param {Record<string, string | undefined>} values
 */
export function metadata(values) {
    return Object.entries(values)
        .filter(([, value]) => value)
        .map(([key, value]) => `${key} ${base64(/** @type {string} */ (value))}`)
        .join(',');
}

/** @param {string} text */
function base64(text) {
    return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

/**
 * The unfinished upload of `file`, if any.
 * @param {File} file
 * @param {Upload[]} uploads
 */
export function unfinished(file, uploads) {
    return uploads.find((one) => one.state === 'receiving' && one.name === file.name && one.length === file.size);
}
