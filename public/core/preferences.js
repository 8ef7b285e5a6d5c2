// @ts-check
// The settings of this browser: appearance and sound, never data of the account.

const KEY = 'rondo.preferences';

/** @typedef {'original'|'320'|'192'|'128'|'96'} Quality of streams, in kbit/s at most */

/**
 * A place that was opened from the palette.
 * @typedef {{ kind: string, path: string, name: string, line: string, cover?: string }} Recent
 */

/**
 * @typedef {{ theme?: string, locale?: string, volume?: number, muted?: boolean, shuffle?: boolean,
 *   repeat?: 'off'|'all'|'one', layout?: 'grid'|'list', albumSort?: string, shortcuts?: boolean,
 *   approveInto?: string, recentSearches?: string[], quality?: Quality, storedQuality?: Quality,
 *   readingSize?: number, rail?: boolean, recentPlaces?: Recent[], stageFace?: 'words'|'queue',
 *   queuePanel?: boolean, orders?: Record<string, string>, isSignedIn?: boolean,
 *   openFolders?: string[], deviceName?: string, sound?: object, visual?: string,
 *   slowVisuals?: boolean, moments?: boolean, autoplay?: boolean, episodeRate?: number,
 *   episodeSilence?: boolean }} Preferences `orders` of lists,
 *   `openFolders` of playlists in the side bar; `isSignedIn`: the next start may request a user's page at once;
 *   `visual`: a name, or automatic; `slowVisuals`: wanted although no graphics card draws them;
 *   `moments`: shown during playback; `autoplay`: similar songs follow when the queue ends
 */

/** @returns {Preferences} */
function read() {
    try {
        const value = JSON.parse(globalThis.localStorage?.getItem(KEY) ?? '{}');
        return value && typeof value === 'object' ? value : {};
    } catch {
        return {};
    }
}

/** @type {Preferences | undefined} */
let cached;

export const preferences = {
    /**
     * @template {keyof Preferences} K
     * @param {K} key
     * @param {NonNullable<Preferences[K]>} fallback
     * @returns {NonNullable<Preferences[K]>}
     */
    get(key, fallback) {
        cached ??= read();
        const value = cached[key];
        return value === undefined || typeof value !== typeof fallback ? fallback : /** @type {any} */ (value);
    },

    /** @param {Preferences} changes */
    set(changes) {
        cached = { ...read(), ...changes };
        try {
            globalThis.localStorage?.setItem(KEY, JSON.stringify(cached));
        } catch {
            // Storage is blocked or full: the choice lasts as long as the page.
        }
    },
};
