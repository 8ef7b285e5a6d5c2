// @ts-check
// What the palette lists, and which line of it is chosen. Pure.

import { fold, named } from '../search/model.js';

/**
 * A line of the palette. It has a path to open, or something to run.
 * @typedef {object} Entry
 * @property {string} key the same for the same thing
 * @property {'song'|'album'|'artist'|'playlist'|'person'|'genre'|'screen'|'action'|'everything'} kind
 * @property {string} name
 * @property {string} [line] beside the name
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
 * Before anything is typed: what was opened lately, what can be done, and where one can go.
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
 * What answers without the server, best first. Of screens, those whose place or page is named begin.
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
 * Sections without those that are empty.
 * @param {Section[]} sections
 */
export const filled = (sections) => sections.filter(({ entries }) => entries.length > 0);

/**
 * The line that is chosen: the one that was, wherever it stands now, else the first.
 * @param {readonly Entry[]} entries @param {string} key of the one that was chosen
 */
export function chosenIndex(entries, key) {
    const index = entries.findIndex((entry) => entry.key === key);
    return index < 0 && entries.length > 0 ? 0 : index;
}

/**
 * Where a key leads from a line; undefined for a key that is not the list's. Both ends lead to the other.
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
 * What was opened lately, with one more at the front. An action is not opened.
 * @param {readonly Recent[]} recent @param {Entry} entry
 * @returns {Recent[]}
 */
export function withRecent(recent, { kind, path, name, line = '', cover }) {
    if (!path || kind === 'everything') return [...recent];
    return [{ kind, path, name, line, cover }, ...recent.filter((one) => one.path !== path)].slice(0, MOST_RECENT);
}

/**
 * What this browser has stored may be of another version, or of anybody's making.
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
 * The parts of a name: true where it has what was typed.
 * @param {string} name @param {string} text
 * @returns {{ text: string, isMatch: boolean }[]}
 */
export function marked(name, text) {
    const wanted = fold(text).trim();
    // Where folding changes a name's length, its places are no longer the name's own.
    const at = wanted && fold(name).length === name.length ? fold(name).indexOf(wanted) : -1;
    if (at < 0) return [{ text: name, isMatch: false }];
    return [
        { text: name.slice(0, at), isMatch: false },
        { text: name.slice(at, at + wanted.length), isMatch: true },
        { text: name.slice(at + wanted.length), isMatch: false },
    ].filter((part) => part.text !== '');
}
