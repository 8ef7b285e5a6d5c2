// @ts-check
// The play queue as a value: every function takes a queue and returns a new one. No clock, no DOM, no randomness but
// the function handed in.

/** @typedef {import('../core/types.js').TrackItem} TrackItem */
/**
 * @typedef {object} Entry a position in the queue; a track may have several
 * @property {number} key @property {TrackItem} track
 * @property {boolean} [isAuto] autoplay added it at the queue's end
 */
/** @typedef {'off'|'all'|'one'} Repeat */

/**
 * @typedef {object} Queue
 * @property {readonly Entry[]} entries in playing order
 * @property {number} index of the current entry, -1 when there is none
 * @property {boolean} shuffled
 * @property {readonly number[]} original keys in the order before shuffling
 * @property {Repeat} repeat
 */

/** @type {Queue} */
export const EMPTY = Object.freeze({ entries: [], index: -1, shuffled: false, original: [], repeat: 'off' });

let lastKey = 0;

/** @param {readonly TrackItem[]} tracks @returns {Entry[]} */
function entriesOf(tracks) {
    return tracks.map((track) => ({ key: ++lastKey, track }));
}

/**
 * The index from which on all entries are automatic; the length if none are.
 * @param {Queue} queue
 */
export function autoFrom({ entries }) {
    let first = entries.length;
    while (first > 0 && entries[first - 1].isAuto) first -= 1;
    return first;
}

/**
 * @param {readonly TrackItem[]} tracks
 * @param {number} index where to start
 * @param {{ repeat?: Repeat, shuffled?: boolean }} modes `shuffled` only sets the flag; `shuffle` does the shuffling
 * @returns {Queue}
 */
export function create(tracks, index = 0, { repeat = 'off', shuffled = false } = {}) {
    const entries = entriesOf(tracks);
    const at = entries.length === 0 ? -1 : Math.min(Math.max(0, index), entries.length - 1);
    return { entries, index: at, shuffled, original: entries.map((entry) => entry.key), repeat };
}

/** @param {Queue} queue @returns {Entry | undefined} */
export function current(queue) {
    return queue.entries[queue.index];
}

/**
 * The next entry, or undefined at the end.
 * @param {Queue} queue
 * @param {{ automatic?: boolean }} options `automatic`: the track ended by itself, so "repeat one" applies
 * @returns {Entry | undefined}
 */
export function following(queue, { automatic = false } = {}) {
    if (queue.index < 0) return undefined;
    if (automatic && queue.repeat === 'one') return current(queue);
    if (queue.index + 1 < queue.entries.length) return queue.entries[queue.index + 1];
    return queue.repeat === 'off' ? undefined : queue.entries[0];
}

/** @param {Queue} queue @returns {Entry | undefined} */
export function preceding(queue) {
    if (queue.index > 0) return queue.entries[queue.index - 1];
    return queue.repeat === 'all' ? queue.entries[queue.entries.length - 1] : undefined;
}

/** @param {Queue} queue @param {number} key @returns {Queue} */
export function jump(queue, key) {
    const index = queue.entries.findIndex((entry) => entry.key === key);
    return index < 0 ? queue : { ...queue, index };
}

/** @param {Queue} queue @param {Repeat} repeat @returns {Queue} */
export function setRepeat(queue, repeat) {
    return { ...queue, repeat };
}

/** @param {Repeat} repeat @returns {Repeat} */
export function nextRepeat(repeat) {
    return repeat === 'off' ? 'all' : repeat === 'all' ? 'one' : 'off';
}

/**
 * The current entry goes first and stays current; the others follow in random order (Fisher–Yates).
 * @param {Queue} queue
 * @param {() => number} random in 0..<1
 * @returns {Queue}
 */
export function shuffle(queue, random) {
    const now = current(queue);
    const first = autoFrom(queue);
    const others = queue.entries.filter((entry, place) => entry !== now && place < first);
    const auto = queue.entries.filter((entry, place) => entry !== now && place >= first);
    for (let last = others.length - 1; last > 0; last--) {
        const other = Math.floor(random() * (last + 1));
        [others[last], others[other]] = [others[other], others[last]];
    }
    const original = queue.shuffled ? queue.original : queue.entries.map((entry) => entry.key);
    return {
        ...queue,
        entries: now ? [now, ...others, ...auto] : [...others, ...auto],
        index: now ? 0 : queue.index,
        shuffled: true,
        original,
    };
}

/**
 * Restores the order before shuffling. Entries that are not in it come last.
 * @param {Queue} queue
 * @returns {Queue}
 */
export function unshuffle(queue) {
    const place = new Map(queue.original.map((key, index) => [key, index]));
    const rank = (/** @type {Entry} */ entry) => place.get(entry.key) ?? Number.MAX_SAFE_INTEGER;
    const entries = [...queue.entries].sort((a, b) => rank(a) - rank(b));
    const now = current(queue);
    return {
        ...queue,
        entries,
        index: now ? entries.indexOf(now) : -1,
        shuffled: false,
        original: entries.map((entry) => entry.key),
    };
}

/**
 * Adds tracks at the end, before the automatic entries that have not played yet.
 * @param {Queue} queue
 * @param {readonly TrackItem[]} tracks
 * @returns {Queue}
 */
export function enqueue(queue, tracks) {
    return insert(queue, Math.max(queue.index + 1, autoFrom(queue)), tracks);
}

/**
 * Adds tracks at the very end, as automatic entries.
 * @param {Queue} queue
 * @param {readonly TrackItem[]} tracks
 * @returns {Queue}
 */
export function append(queue, tracks) {
    return mark(insert(queue, queue.entries.length, tracks), tracks.length);
}

/**
 * Marks the last entries as automatic. They stay the same objects, because decks compare them.
 * @param {Queue} queue
 * @param {number} count
 * @returns {Queue}
 */
export function mark(queue, count) {
    for (const entry of queue.entries.slice(queue.entries.length - count)) entry.isAuto = true;
    return { ...queue };
}

/**
 * Reorders the upcoming entries; `original` keeps their previous order.
 * @param {Queue} queue
 * @param {readonly number[]} keys of all upcoming entries
 * @returns {Queue}
 */
export function arrange(queue, keys) {
    const place = new Map(keys.map((key, index) => [key, index]));
    const upcoming = queue.entries.slice(queue.index + 1);
    upcoming.sort((a, b) => (place.get(a.key) ?? Infinity) - (place.get(b.key) ?? Infinity));
    return { ...queue, entries: [...queue.entries.slice(0, queue.index + 1), ...upcoming] };
}

/**
 * Adds tracks right behind the current entry.
 * @param {Queue} queue
 * @param {readonly TrackItem[]} tracks
 * @returns {Queue}
 */
export function playNext(queue, tracks) {
    return insert(queue, queue.index + 1, tracks);
}

/**
 * Keeps only the current entry, with `tracks` behind it.
 * @param {Queue} queue
 * @param {readonly TrackItem[]} tracks
 * @returns {Queue}
 */
export function around(queue, tracks) {
    const now = current(queue);
    const entries = [...(now ? [now] : []), ...entriesOf(tracks)];
    const index = entries.length > 0 ? 0 : -1;
    return { ...queue, entries, index, original: entries.map((entry) => entry.key) };
}

/**
 * Inserts tracks before index `at`; the current entry stays current.
 * @param {Queue} queue
 * @param {number} at
 * @param {readonly TrackItem[]} tracks
 * @returns {Queue}
 */
export function insert(queue, at, tracks) {
    const added = entriesOf(tracks);
    const entries = [...queue.entries.slice(0, at), ...added, ...queue.entries.slice(at)];
    const shifted = queue.index >= at ? queue.index + added.length : queue.index;
    const index = queue.index < 0 && entries.length > 0 ? 0 : shifted;
    const keys = added.map((entry) => entry.key);
    const anchor = queue.original.indexOf(queue.entries[at - 1]?.key);
    const behind = at === 0 ? 0 : anchor < 0 ? queue.original.length : anchor + 1;
    const original = [...queue.original.slice(0, behind), ...keys, ...queue.original.slice(behind)];
    return { ...queue, entries, index, original };
}

/**
 * Moves an entry to another index; the current entry stays current.
 * @param {Queue} queue
 * @param {number} from
 * @param {number} to
 * @returns {Queue}
 */
export function move(queue, from, to) {
    const size = queue.entries.length;
    if (from === to || from < 0 || to < 0 || from >= size || to >= size) return queue;
    const now = current(queue);
    const entries = [...queue.entries];
    const [moved] = entries.splice(from, 1);
    entries.splice(to, 0, moved);
    const original = queue.shuffled ? queue.original : entries.map((entry) => entry.key);
    return { ...queue, entries, index: now ? entries.indexOf(now) : -1, original };
}

/**
 * Removes entries. If the current one is among them, the next remaining entry becomes current (at the end, the last).
 * @param {Queue} queue
 * @param {...number} keys
 * @returns {Queue}
 */
export function remove(queue, ...keys) {
    const gone = new Set(keys);
    const stays = (/** @type {Entry} */ { key }) => !gone.has(key);
    const entries = queue.entries.filter(stays);
    if (entries.length === queue.entries.length) return queue;
    const before = queue.entries.slice(0, Math.max(0, queue.index)).filter(stays);
    return {
        ...queue,
        entries,
        index: Math.min(before.length, entries.length - 1),
        original: queue.original.filter((key) => !gone.has(key)),
    };
}

/**
 * Removes the entries after the current one.
 * @param {Queue} queue
 * @returns {Queue}
 */
export function clearUpcoming(queue) {
    const entries = queue.entries.slice(0, queue.index + 1);
    const kept = new Set(entries.map((entry) => entry.key));
    return { ...queue, entries, original: queue.original.filter((key) => kept.has(key)) };
}

/**
 * Removes all entries; the modes stay.
 * @param {Queue} queue
 * @returns {Queue}
 */
export function clear(queue) {
    return { ...EMPTY, repeat: queue.repeat, shuffled: queue.shuffled };
}

/** @param {Queue} queue */
export function trackIds(queue) {
    return queue.entries.map((entry) => entry.track.id);
}
