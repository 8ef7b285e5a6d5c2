// @ts-check
// Named passages of tracks, stored on this device.

import { me } from '../../core/session.js';

/** @typedef {import('../../player/passage.js').Passage} Passage */
/** @typedef {Record<string, Record<string, Passage[]>>} Stored by user ID and track ID */

const KEY = 'rondo.passages';
const MOST = 50;

/** @returns {Stored} */
function read() {
    try {
        const value = JSON.parse(localStorage.getItem(KEY) ?? '{}');
        return value && typeof value === 'object' ? value : {};
    } catch {
        return {};
    }
}

/** @param {string} track @param {readonly Passage[]} passages */
function write(track, passages) {
    const user = me.value?.id;
    if (!user) return;
    const stored = read();
    const own = { ...stored[user], [track]: passages.slice(-MOST) };
    if (passages.length === 0) delete own[track];
    try {
        localStorage.setItem(KEY, JSON.stringify({ ...stored, [user]: own }));
    } catch {
        // Storage is blocked or full. The passage is not stored.
    }
}

/** @param {string} track @returns {Passage[]} in the track's order */
export function passagesOf(track) {
    const list = read()[me.value?.id ?? '']?.[track];
    return Array.isArray(list) ? list.toSorted((one, other) => one.fromMs - other.fromMs) : [];
}

/** @param {string} track @param {Passage} passage replaces one of the same name */
export function keepPassage(track, passage) {
    write(track, [...passagesOf(track).filter(({ name }) => name !== passage.name), passage]);
}

/** @param {string} track @param {string} name */
export function forgetPassage(track, name) {
    write(
        track,
        passagesOf(track).filter((passage) => passage.name !== name),
    );
}
