// @ts-check
// Unsaved edits, stored in this browser so that they survive a reload.

/** @typedef {import('./model.js').Doc} Doc */
/** @typedef {{ basis: string | null, doc: Doc, at: string }} Draft */

const PREFIX = 'rondo.lyricsDraft';
/** Older drafts are removed when another draft is stored. */
const MOST_AGE_MS = 60 * 24 * 3_600_000;

/** @param {string} user @param {string} track */
const keyOf = (user, track) => `${PREFIX}.${user}.${track}`;

/** @param {string} user @param {string} track @returns {Draft | undefined} */
export function readDraft(user, track) {
    try {
        const draft = JSON.parse(localStorage.getItem(keyOf(user, track)) ?? 'null');
        return Array.isArray(draft?.doc?.lines) ? draft : undefined;
    } catch {
        return undefined;
    }
}

/** @param {string} user @param {string} track @param {Draft} draft @returns whether the draft was stored */
export function storeDraft(user, track, draft) {
    try {
        removeOld();
        localStorage.setItem(keyOf(user, track), JSON.stringify(draft));
        return true;
    } catch {
        return false;
    }
}

/** @param {string} user @param {string} track */
export function removeDraft(user, track) {
    try {
        localStorage.removeItem(keyOf(user, track));
    } catch {
        // A browser without storage has no drafts.
    }
}

function removeOld() {
    for (let index = localStorage.length - 1; index >= 0; index -= 1) {
        const key = localStorage.key(index);
        if (!key?.startsWith(`${PREFIX}.`)) continue;
        const at = Date.parse(JSON.parse(localStorage.getItem(key) ?? '{}').at);
        if (!(Date.now() - at < MOST_AGE_MS)) localStorage.removeItem(key);
    }
}
