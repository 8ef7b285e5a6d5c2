// @ts-check
// The music stored on this device: the chosen collections, the stored tracks, and the outbox of plays and likes. It
// belongs to one user and is removed at sign-out.

import { onDevice, pictureAddress, soundAddress } from '../../core/on-device.js';
import { Database } from './database.js';
import { picturesOf, playlistAnswer, unwanted, wanted } from './model.js';

/** @typedef {import('./model.js').Collection} Collection */
/** @typedef {import('./model.js').StoredTrack} StoredTrack */
/** @typedef {{ path: string, answer: unknown, tag?: string }} Answer the server's response at a path */
/** @typedef {{ answer: { items: import('../../core/types.js').Lyrics[] }, tag?: string }} Words */
/** @typedef {{ id: string, kind: 'play', trackId: string, at: string }} OwedPlay */
/** @typedef {{ id: string, kind: 'track'|'album'|'artist', subject: string, liked: boolean, at: string }} OwedLike */
/** @typedef {OwedPlay | OwedLike} Owed */
/** @typedef {'quota'|'evicted'|'refused'} Halt */

export const CACHE = 'rondo-device';

const entriesPath = (/** @type {string} */ id) => `/playlists/${encodeURIComponent(id)}/entries`;
const trackPath = (/** @type {string} */ id) => `/tracks/${encodeURIComponent(id)}`;
export const lyricsPath = (/** @type {string} */ id) => `${trackPath(id)}/lyrics`;
export const soundPaths = (/** @type {string} */ id) => ['/waveform', '/analysis'].map((end) => trackPath(id) + end);
const pathsOf = (/** @type {string} */ id) => [trackPath(id), lyricsPath(id), ...soundPaths(id)];

/** @param {Collection} collection */
function answersOf({ kind, id }) {
    if (kind === 'track') return [];
    return [`/${kind}s/${encodeURIComponent(id)}`, ...(kind === 'playlist' ? [entriesPath(id)] : [])];
}

/** Dispatches `change` after every change. */
export class Device extends EventTarget {
    /** @type {Collection[]} in the order of choice */
    collections = [];
    /** @type {Map<string, StoredTrack>} */
    tracks = new Map();
    /** @type {Owed[]} */
    outbox = [];
    /** @type {{ reason: Halt, text?: string } | undefined} why downloads wait for the user */
    halt;
    #database = new Database();
    #isUsed = false;
    /** The ID of the signed-in user. Without a user, nothing is stored. */
    #owner = '';
    /** @type {Promise<unknown>} the end of the queue of changes */
    #line = Promise.resolve();
    /** @type {Promise<void> | undefined} */
    #opening;
    /** This browser's other tabs. */
    #others = globalThis.BroadcastChannel ? new BroadcastChannel('rondo-device') : undefined;

    constructor() {
        super();
        this.#others?.addEventListener('message', ({ data }) => {
            // From now on, this tab stores nothing for the user whose music was removed.
            if (data === 'removed') this.#owner = '';
            void this.#load().catch(() => {});
        });
    }

    /** Loads the stored data. A browser without such storage has none. */
    open() {
        this.#opening ??= this.#load().catch(() => {});
        return this.#opening;
    }

    async #load() {
        this.#isUsed = await Database.exists();
        const [collections, tracks, outbox, facts] = this.#isUsed
            ? await Promise.all(
                  /** @type {const} */ (['collections', 'tracks', 'outbox', 'facts']).map((table) =>
                      this.#database.all(table),
                  ),
              )
            : [[], [], [], []];
        this.collections = collections.sort((one, other) => (one.addedAt < other.addedAt ? -1 : 1));
        this.tracks = new Map(tracks.map((track) => [track.id, track]));
        this.outbox = outbox;
        this.halt = facts.find(({ name }) => name === 'halt');
        this.#publish();
    }

    #publish() {
        onDevice.tracks = new Set(this.tracks.keys());
        onDevice.pictures = new Set([...this.tracks.values()].flatMap(({ pictures }) => pictures));
        for (const collection of this.collections)
            for (const path of picturesOf(collection)) onDevice.pictures.add(path);
        this.dispatchEvent(new Event('change'));
    }

    /**
     * Runs changes one after the other. Changes queued before everything was removed do not run.
     * @template T
     * @param {() => Promise<T>} change
     * @returns {Promise<T | undefined>}
     */
    #inTurn(change) {
        const owner = this.#owner;
        const next = this.#line.then(() => (owner && owner === this.#owner ? change() : undefined));
        this.#line = next.catch(() => {});
        return next;
    }

    /** @param {() => Promise<unknown>} write */
    async #write(write) {
        await write();
        await this.#load();
        this.#others?.postMessage('changed');
    }

    /** @param {string} key */
    has(key) {
        return this.collections.some((collection) => collection.key === key);
    }

    /**
     * Removes the data of any other user.
     * @param {string} person the signed-in user's ID
     */
    async belongTo(person) {
        await this.open();
        const owner = this.#isUsed ? await this.#database.get('facts', 'owner') : undefined;
        const isEmpty = this.collections.length + this.tracks.size + this.outbox.length === 0;
        // Data without an owner may come from another tab that wrote while everything was removed.
        if (owner ? owner.person !== person : !isEmpty) await this.removeAll();
        this.#owner = person;
    }

    #own() {
        return this.#database.put('facts', [{ name: 'owner', person: this.#owner }]);
    }

    /**
     * Stores a collection in place of its earlier state. `Fetching` downloads its audio.
     * @param {Collection} collection @param {readonly Answer[]} answers
     */
    put(collection, answers) {
        return this.#inTurn(async () => {
            await this.#write(async () => {
                await this.#own();
                await this.#database.put('answers', answers);
                await this.#database.put('collections', [collection]);
            });
            await this.#sweep();
        });
    }

    /** @param {readonly Answer[]} answers */
    putAnswers(answers) {
        return this.#inTurn(() => this.#database.put('answers', answers));
    }

    /** @param {string} address a path under /device/ @param {Response} content */
    putContent(address, content) {
        return this.#inTurn(async () => (await caches.open(CACHE)).put(address, content));
    }

    /**
     * @param {StoredTrack} track a track whose audio is in the cache
     * @returns {Promise<boolean | undefined>} whether the track is stored; otherwise its audio is deleted
     */
    async putTrack(track) {
        const isStored = await this.#inTurn(async () => {
            await this.#write(() => this.#database.put('tracks', [track]));
            if (unwanted(this.collections, this.tracks).length > 0) await this.#sweep();
            return true;
        });
        if (!isStored && (await caches.has(CACHE))) await (await caches.open(CACHE)).delete(soundAddress(track.id));
        return isStored;
    }

    /** @param {string} key a collection's key */
    remove(key) {
        return this.#inTurn(async () => {
            const collection = this.collections.find((one) => one.key === key);
            if (!collection) return;
            await this.#write(async () => {
                await this.#database.delete('collections', [key]);
                await this.#database.delete('answers', answersOf(collection));
            });
            await this.#sweep();
        });
    }

    /** Deletes audio, lyrics and pictures that no collection needs anymore. */
    async #sweep() {
        const gone = unwanted(this.collections, this.tracks);
        const cache = await caches.open(CACHE);
        for (const id of gone) await cache.delete(soundAddress(id));
        if (gone.length > 0)
            await this.#write(async () => {
                await this.#database.delete('answers', gone.flatMap(pathsOf));
                await this.#database.delete('tracks', gone);
            });
        // Keeps tracks that are still downloading: they are wanted, but not yet in the database.
        const tracks = [...wanted(this.collections).values()];
        const pictures = [...onDevice.pictures, ...tracks.flatMap(picturesOf)];
        const kept = new Set([...tracks.map(({ id }) => soundAddress(id)), ...pictures.map(pictureAddress)]);
        for (const request of await cache.keys())
            if (!kept.has(new URL(request.url).pathname)) await cache.delete(request);
    }

    /** Forgets tracks whose audio the browser has evicted. Returns their number. */
    async noticeLost() {
        if (this.tracks.size === 0) return 0;
        const there = new Set((await (await caches.open(CACHE)).keys()).map(({ url }) => new URL(url).pathname));
        const lost = [...this.tracks.keys()].filter((id) => !there.has(soundAddress(id)));
        if (lost.length > 0) await this.#inTurn(() => this.#write(() => this.#database.delete('tracks', lost)));
        return lost.length;
    }

    /** @param {Device['halt']} halt undefined resumes the downloads */
    setHalt(halt) {
        const write = () =>
            halt
                ? this.#database.put('facts', [{ name: 'halt', ...halt }])
                : this.#database.delete('facts', ['halt']);
        return this.#inTurn(() => this.#write(write));
    }

    /** @param {Owed} owed */
    owe(owed) {
        const write = async () => {
            await this.#own();
            await this.#database.put('outbox', [owed]);
        };
        return this.#inTurn(() => this.#write(write));
    }

    /**
     * Whether this item is still in the outbox, and not replaced by a later choice about the same thing.
     * @param {Owed} one
     */
    owes(one) {
        return this.outbox.some(({ id, at }) => id === one.id && at === one.at);
    }

    /** @param {readonly Owed[]} done items to remove, unless a later choice has replaced them */
    settle(done) {
        return this.#inTurn(async () => {
            const ids = done.filter((one) => this.owes(one)).map(({ id }) => id);
            if (ids.length > 0) await this.#write(() => this.#database.delete('outbox', ids));
        });
    }

    /**
     * The server's last response at an API path.
     * @param {string} path @param {Record<string, string | number | undefined | null>} query
     */
    async answer(path, query) {
        await this.open();
        if (!this.#isUsed) return undefined;
        const [, id, what] = /^\/playlists\/([^/]+)\/(outline|entries)$/.exec(path) ?? [];
        const row = await this.#database.get('answers', id ? `/playlists/${id}/entries` : path);
        return row && what ? playlistAnswer(/** @type {'outline'|'entries'} */ (what), row.answer, query) : row?.answer;
    }

    /**
     * The ID of the last track whose lyrics were renewed.
     * @returns {Promise<string | undefined>}
     */
    async lastRenewed() {
        return this.#isUsed ? (await this.#database.get('facts', 'words'))?.after : undefined;
    }

    /**
     * The entity tag of a track's stored lyrics.
     * @param {string} id @returns {Promise<string | undefined>}
     */
    async wordsTag(id) {
        return (await this.#database.get('answers', lyricsPath(id)))?.tag;
    }

    /**
     * Records that a track's lyrics were renewed.
     * @param {string} id @param {Words} [words] if they have changed
     */
    renewWords(id, words) {
        return this.#inTurn(async () => {
            if (!this.tracks.has(id)) return;
            if (words) await this.#database.put('answers', [{ path: lyricsPath(id), ...words }]);
            await this.#database.put('facts', [{ name: 'words', after: id }]);
        });
    }

    /** Deletes everything. Waits for the running change first; queued changes do not run. */
    async removeAll() {
        this.#owner = '';
        await this.#line;
        await globalThis.caches?.delete(CACHE);
        if (await Database.exists()) await this.#database.remove();
        Object.assign(this, { collections: [], tracks: new Map(), outbox: [], halt: undefined });
        this.#isUsed = false;
        this.#publish();
        this.#others?.postMessage('removed');
    }
}

export const device = new Device();
