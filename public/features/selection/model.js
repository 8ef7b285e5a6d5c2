// @ts-check
// The selected songs, in one list at a time. Keys identify them, so they stay selected when rows are redrawn,
// scrolled away or moved. "All" of a paged list is a flag with exceptions; its songs are loaded only when an action
// needs them.

/** @typedef {import('./songs.js').Song} Song */
/** @typedef {import('./songs.js').SongList} SongList */
/**
 * @typedef {object} Binding
 * @property {HTMLElement} root
 * @property {string} rows selector; each row has its list index as `data-index`
 * @property {(row: HTMLElement) => SongList} songs the list of a row
 * @property {() => import('./actions.js').SelectionAction[]} [actions] extra actions of this list
 */

/** Most songs in a selection. Queues and playlists accept no more at once. */
export const MOST = 10_000;

export class Selection extends EventTarget {
    /** @type {SongList | undefined} */
    #list;
    /** @type {Map<string, { song: Song, index: number }>} */
    #chosen = new Map();
    #isAll = false;
    /** @type {Set<string>} keys excluded from "all" */
    #except = new Set();
    /** @type {{ list: SongList, index: number } | undefined} the start of a range */
    #anchor;
    /** @type {Set<string>} keys that the last range added; moving its end removes them */
    #range = new Set();
    #turn = 0;
    /** @type {Binding | undefined} the rows with a selection */
    binding;
    /** Whether the limit was exceeded. */
    isCut = false;

    get list() {
        return this.#list;
    }

    get size() {
        if (!this.#list) return 0;
        return this.#isAll ? Math.min(this.#list.total, MOST) - this.#except.size : this.#chosen.size;
    }

    /** @param {SongList} list @param {number} index */
    has(list, index) {
        if (list !== this.#list) return false;
        const key = list.at(index)?.key;
        if (key === undefined) return false;
        return this.#isAll ? index < MOST && !this.#except.has(key) : this.#chosen.has(key);
    }

    /**
     * Sets the start of the next range, as a plain press does.
     * @param {SongList} list @param {number} index
     */
    mark(list, index) {
        this.#anchor = { list, index };
        this.#range.clear();
    }

    /** @param {SongList} list @param {number} index */
    toggle(list, index) {
        const song = list.at(index);
        if (!song) return;
        this.#begin(list);
        this.#choose(song, index, !this.has(list, index));
        this.mark(list, index);
        this.#changed();
    }

    /**
     * Selects from the last press to here. It replaces the previous range.
     * @param {SongList} list @param {number} index
     */
    async extend(list, index) {
        this.#begin(list);
        const from = this.#anchor?.list === list ? this.#anchor.index : index;
        const [first, last] = [Math.min(from, index), Math.max(from, index)];
        const begin = from <= index ? first : Math.max(first, last - MOST + 1);
        const turn = ++this.#turn;
        const songs = await list.range(begin, Math.min(last + 1, begin + MOST));
        if (turn !== this.#turn || list !== this.#list) return;
        const keys = new Set(songs.map(({ key }) => key));
        for (const key of this.#range) if (!keys.has(key)) this.#drop(key);
        const fresh = songs.filter(({ key }, place) => this.#range.has(key) || !this.has(list, begin + place));
        this.#range = new Set(fresh.map(({ key }) => key));
        this.isCut = last - first + 1 > MOST;
        songs.forEach((song, place) => this.#choose(song, begin + place, true));
        this.#anchor = { list, index: from };
        this.#changed();
    }

    /** @param {SongList} list */
    all(list) {
        this.#begin(list);
        this.#range.clear();
        this.#chosen.clear();
        this.#except.clear();
        this.#isAll = list.isPaged;
        this.isCut = list.total > MOST;
        for (let index = 0; !list.isPaged && index < Math.min(list.total, MOST); index += 1) {
            const song = list.at(index);
            if (song) this.#chosen.set(song.key, { song, index });
        }
        this.#changed();
    }

    clear() {
        if (!this.#list) return;
        this.#reset();
        this.#changed();
    }

    /** Deselects songs that a fully loaded list no longer has. */
    retain() {
        const list = this.#list;
        if (!list || list.isPaged) return;
        const places = new Map(Array.from({ length: list.total }, (_, index) => [list.at(index)?.key, index]));
        const before = this.#chosen.size;
        for (const [key, one] of this.#chosen) {
            const index = places.get(key);
            if (index === undefined) this.#chosen.delete(key);
            else one.index = index;
        }
        if (this.#chosen.size !== before) this.#changed();
    }

    /**
     * The selected songs in list order. Loads those of pages not loaded yet.
     * @returns {Promise<Song[]>}
     */
    async songs() {
        if (!this.#list) return [];
        if (!this.#isAll)
            return [...this.#chosen.values()].sort((one, other) => one.index - other.index).map(({ song }) => song);
        const except = new Set(this.#except);
        const songs = await this.#list.range(0, Math.min(this.#list.total, MOST));
        return songs.filter(({ key }) => !except.has(key));
    }

    /** @param {SongList} list */
    #begin(list) {
        if (this.#list === list) return;
        const anchor = this.#anchor;
        this.#reset();
        this.#anchor = anchor;
        this.#list = list;
    }

    #reset() {
        this.#turn += 1;
        this.#list = undefined;
        this.#anchor = undefined;
        this.#isAll = false;
        this.isCut = false;
        this.#chosen.clear();
        this.#except.clear();
        this.#range.clear();
    }

    /** @param {Song} song @param {number} index @param {boolean} isOn */
    #choose(song, index, isOn) {
        if (!isOn) return this.#drop(song.key);
        if (this.#isAll) this.#except.delete(song.key);
        else if (this.#chosen.size < MOST || this.#chosen.has(song.key)) this.#chosen.set(song.key, { song, index });
        else this.isCut = true;
    }

    /** @param {string} key */
    #drop(key) {
        if (this.#isAll) this.#except.add(key);
        else this.#chosen.delete(key);
    }

    #changed() {
        if (this.size === 0) {
            const anchor = this.#anchor;
            this.#reset();
            this.#anchor = anchor;
        }
        this.dispatchEvent(new Event('change'));
    }
}

export const selection = new Selection();

/**
 * Clears the selection of a list whose contents have changed.
 * @param {SongList} list
 */
export function endSelection(list) {
    if (selection.list === list) selection.clear();
}
