// @ts-check
// Shared types, paths and functions of the shelf's pages.

/**
 * @typedef {'folder' | 'star' | 'heart' | 'vinyl' | 'cassette' | 'headphones' | 'microphone' | 'guitar' | 'piano' |
 *   'drum' | 'concert' | 'party' | 'night' | 'sun' | 'road' | 'book'} FolderIcon
 */
/**
 * @typedef {{ id: string, name: string, icon: FolderIcon, image?: string, itemCount: number,
 *   createdAt: string, changedAt: string }} Folder
 */
/**
 * @typedef {object} ShelfItem
 * @property {string} id
 * @property {'entry'|'track'|'album'} kind
 * @property {string} title
 * @property {string} artist
 * @property {string} genre
 * @property {number} [durationMs]
 * @property {string} comment
 * @property {string} [cover]
 * @property {number} [rating] 1 to 5 in half steps
 * @property {string} [folderId]
 * @property {string} addedAt
 * @property {string} changedAt
 * @property {import('../../core/types.js').TrackItem} [track]
 * @property {import('../../core/types.js').AlbumItem} [album]
 * @property {number} [outsideId] the source song's ID in the outside catalog
 * @property {import('../../core/types.js').TrackItem} [arrival] a library track that the entry may be linked to
 * @property {boolean} [missing] the file is missing at present
 */
/**
 * @typedef {object} Wish
 * @property {string} id
 * @property {string} title
 * @property {string} artist
 * @property {string} note
 * @property {string} [cover]
 * @property {string} genre
 * @property {number} [durationMs]
 * @property {{ id: string, name: string, picture?: string }} person
 * @property {number} backerCount
 * @property {boolean} backed
 * @property {boolean} own
 * @property {import('../../core/types.js').TrackItem} [arrival] a new library track that may match
 * @property {string} createdAt
 * @property {string} changedAt
 */

/**
 * The API's fixed set of icons, in its order.
 * @type {FolderIcon[]}
 */
export const FOLDER_ICONS = [
    'folder',
    'star',
    'heart',
    'vinyl',
    'cassette',
    'headphones',
    'microphone',
    'guitar',
    'piano',
    'drum',
    'concert',
    'party',
    'night',
    'sun',
    'road',
    'book',
];

export const folderPath = (/** @type {string} */ id) => `/shelf/folders/${encodeURIComponent(id)}`;
export const itemPath = (/** @type {string} */ id) => `/shelf/items/${encodeURIComponent(id)}`;
export const wishPath = (/** @type {string} */ id) => `/wishes/${encodeURIComponent(id)}`;

/** All ratings, the best first. */
export const RATINGS = [5, 4.5, 4, 3.5, 3, 2.5, 2, 1.5, 1];

/**
 * Parses a duration: `3:45`, `1:02:03`, or `45` for minutes.
 * @param {string} text
 * @returns {number | undefined} milliseconds; NaN for invalid text, undefined for none
 */
export function parseDuration(text) {
    const trimmed = text.trim();
    if (trimmed === '') return undefined;
    if (/^\d{1,4}$/.test(trimmed)) return Number(trimmed) > 0 ? Number(trimmed) * 60_000 : NaN;
    const parts = /^(?:(\d{1,3}):)?(\d{1,3}):([0-5]\d)$/.exec(trimmed);
    if (!parts || (parts[1] && Number(parts[2]) > 59)) return NaN;
    const seconds = Number(parts[1] ?? 0) * 3600 + Number(parts[2]) * 60 + Number(parts[3]);
    return seconds > 0 ? seconds * 1000 : NaN;
}

/**
 * The path that a notification opens.
 * @param {{ kind: string, id: string, date?: string } | undefined} subject
 */
export function subjectPath(subject) {
    if (!subject) return undefined;
    const id = encodeURIComponent(subject.id);
    switch (subject.kind) {
        case 'post':
            return subject.date ? `/board/${encodeURIComponent(subject.date)}` : '/board';
        case 'wish':
            return '/wishes';
        case 'playlist':
            return `/playlists/${id}`;
        case 'track':
            return `/tracks/${id}`;
        case 'album':
            return `/albums/${id}`;
        case 'submission':
            return '/give';
        case 'person':
            return `/people/${id}`;
        case 'report':
            return '/administration/moderation/reports';
        default:
            return undefined;
    }
}
