// @ts-check
// Builds the palette's list and tracks its selected entry. Pure.

import { fold, named } from '../search/model.js';

/**
 * An entry of the palette, with a path to open or an action to run.
 * @typedef {object} Entry
 * @property {string} key stable for the same target
 * @property {'song'|'album'|'artist'|'playlist'|'person'|'genre'|'screen'|'action'|'everything'} kind
 * @property {string} name
 * @property {string} [line] shown beside the name
 * @property {string} [path]
 * @property {() => unknown} [run]
 * @property {() => unknown} [play]
 * @property {unknown} [icon]
 * @property {string} [cover]
 */
/** @typedef {{ name: string, entries: readonly Entry[] }} Section */
/** @typedef {import('../../core/preferences.js').Recent} Recent */

const MOST_RECENT = 6;
const MOST_EACH = 6;

/**
 * The sections before any input: recent entries, actions, and screens.
 * @param {{ recent: readonly Entry[], actions: readonly Entry[], screens: readonly Entry[] }} known
 * @returns {Section[]}
 */
export function startSections({ recent, actions, screens }) {
    return filled([
        { name: 'recent', entries: recent },
        { name: 'actions', entries: actions },
        { name: 'screens', entries: screens },
    ]);
}

/**
 * Matches known without the server, best first.
 * @param {string} text
 * @param {{ playlists: readonly Entry[], actions: readonly Entry[], screens: readonly Entry[] }} known
 * @returns {Section[]}
 */
export function localSections(text, { playlists, actions, screens }) {
    const of = (/** @type {readonly Entry[]} */ entries) => named(entries, text).slice(0, MOST_EACH);
    return filled([
        { name: 'playlists', entries: of(playlists) },
        { name: 'screens', entries: of(screens) },
        { name: 'actions', entries: of(actions) },
    ]);
}

/**
 * Omits empty sections.
 * @param {Section[]} sections
 */
export const filled = (sections) => sections.filter(({ entries }) => entries.length > 0);

/**
 * Index of the selected entry: the one selected before, wherever it is now, else the first.
 * @param {readonly Entry[]} entries @param {string} key of the entry selected before
 */
export function chosenIndex(entries, key) {
    const index = entries.findIndex((entry) => entry.key === key);
    return index < 0 && entries.length > 0 ? 0 : index;
}

/**
 * The index that a key moves to; undefined for other keys. The ends wrap around.
 * @param {string} key @param {number} index @param {number} count
 */
export function stepped(key, index, count) {
    if (count === 0) return undefined;
    switch (key) {
        case 'ArrowDown':
            return (index + 1) % count;
        case 'ArrowUp':
            return (index <= 0 ? count : index) - 1;
        case 'PageDown':
            return Math.min(index + 5, count - 1);
        case 'PageUp':
            return Math.max(index - 5, 0);
        default:
            return undefined;
    }
}

/**
 * Recently opened entries with one more at the front. Actions are not included.
 * @param {readonly Recent[]} recent @param {Entry} entry
 * @returns {Recent[]}
 */
export function withRecent(recent, { kind, path, name, line = '', cover }) {
    if (!path || kind === 'everything') return [...recent];
    return [{ kind, path, name, line, cover }, ...recent.filter((one) => one.path !== path)].slice(0, MOST_RECENT);
}

/**
 * Reads the entries stored in this browser. They may come from another version or be invalid.
 * @param {unknown} stored
 * @returns {Recent[]}
 */
export function readRecent(stored) {
    if (!Array.isArray(stored)) return [];
    return stored.filter(
        (one) =>
            one &&
            ['kind', 'path', 'name', 'line'].every((key) => typeof one[key] === 'string') &&
            /^\/(?![/\\])/.test(one.path),
    );
}

/**
 * A name in parts. `isMatch` marks the part that matches the input.
 * @param {string} name @param {string} text
 * @returns {{ text: string, isMatch: boolean }[]}
 */
export function marked(name, text) {
    const wanted = fold(text).trim();
    // If folding changes the name's length, indexes no longer fit the original.
    const at = wanted && fold(name).length === name.length ? fold(name).indexOf(wanted) : -1;
    if (at < 0) return [{ text: name, isMatch: false }];
    return [
        { text: name.slice(0, at), isMatch: false },
        { text: name.slice(at, at + wanted.length), isMatch: true },
        { text: name.slice(at + wanted.length), isMatch: false },
    ].filter((part) => part.text !== '');
}
