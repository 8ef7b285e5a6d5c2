// @ts-check
// The music that is stored on this device: what was chosen, what of it is here, and what waits to be handed in. All of
// it belongs to one user, and goes when they sign out.

import { onDevice, pictureAddress, soundAddress } from '../../core/on-device.js';
import { Database } from './database.js';
import { picturesOf, playlistAnswer, unwanted, wanted } from './model.js';

/** @typedef {import('./model.js').Collection} Collection */
/** @typedef {import('./model.js').StoredTrack} StoredTrack */
/** @typedef {{ path: string, answer: unknown, tag?: string }} Answer what the server has said at an address */
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

/** Dispatches `change` whenever something is another. */
export class Device extends EventTarget {
    /** @type {Collection[]} the first chosen first */
    collections = [];
    /** @type {Map<string, StoredTrack>} */
    tracks = new Map();
    /** @type {Owed[]} */
    outbox = [];
    /** @type {{ reason: Halt, text?: string } | undefined} why nothing is fetched until somebody says so */
    halt;
    #database = new Database();
    #isUsed = false;
    /** The id of the user who is signed in; nothing is stored for nobody. */
    #owner = '';
    /** @type {Promise<unknown>} one change after the other */
    #line = Promise.resolve();
    /** @type {Promise<void> | undefined} */
    #opening;
    /** Other tabs of this browser. */
    #others = globalThis.BroadcastChannel ? new BroadcastChannel('rondo-device') : undefined;

    constructor() {
        super();
        this.#others?.addEventListener('message', ({ data }) => {
            // What this tab still does for a user whose music has gone is written down no more.
            if (data === 'removed') this.#owner = '';
            void this.#load().catch(() => {});
        });
    }

    /** Reads what is there; a browser without such storage has nothing. */
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
     * Changes come one after the other, and none after everything was removed.
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
     * Everything that belongs to anybody else goes.
     * @param {string} person who is signed in
     */
    async belongTo(person) {
        await this.open();
        const owner = this.#isUsed ? await this.#database.get('facts', 'owner') : undefined;
        const isEmpty = this.collections.length + this.tracks.size + this.outbox.length === 0;
        // What has no owner may be what another tab wrote while everything was removed.
        if (owner ? owner.person !== person : !isEmpty) await this.removeAll();
        this.#owner = person;
    }

    #own() {
        return this.#database.put('facts', [{ name: 'owner', person: this.#owner }]);
    }

    /**
     * Stores what a collection is, in place of what it was; its sound is fetched by `Fetching`.
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

    /** @param {string} address under /device/ @param {Response} content */
    putContent(address, content) {
        return this.#inTurn(async () => (await caches.open(CACHE)).put(address, content));
    }

    /**
     * @param {StoredTrack} track whose sound is in the cache
     * @returns {Promise<boolean | undefined>} whether it is stored; its sound goes where nobody wants it any more
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

    /** @param {string} key of a collection */
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

    /** What no collection has any more goes, sound, words and pictures. */
    async #sweep() {
        const gone = unwanted(this.collections, this.tracks);
        const cache = await caches.open(CACHE);
        for (const id of gone) await cache.delete(soundAddress(id));
        if (gone.length > 0)
            await this.#write(async () => {
                await this.#database.delete('answers', gone.flatMap(pathsOf));
                await this.#database.delete('tracks', gone);
            });
        // What is being fetched is wanted, and not written down yet.
        const tracks = [...wanted(this.collections).values()];
        const pictures = [...onDevice.pictures, ...tracks.flatMap(picturesOf)];
        const kept = new Set([...tracks.map(({ id }) => soundAddress(id)), ...pictures.map(pictureAddress)]);
        for (const request of await cache.keys())
            if (!kept.has(new URL(request.url).pathname)) await cache.delete(request);
    }

    /** Tracks whose sound the browser has thrown away are no longer taken for stored; answers how many there are. */
    async noticeLost() {
        if (this.tracks.size === 0) return 0;
        const there = new Set((await (await caches.open(CACHE)).keys()).map(({ url }) => new URL(url).pathname));
        const lost = [...this.tracks.keys()].filter((id) => !there.has(soundAddress(id)));
        if (lost.length > 0) await this.#inTurn(() => this.#write(() => this.#database.delete('tracks', lost)));
        return lost.length;
    }

    /** @param {Device['halt']} halt nothing to go on */
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
     * Whether it is still to be handed in, and no later choice about the same thing is.
     * @param {Owed} one
     */
    owes(one) {
        return this.outbox.some(({ id, at }) => id === one.id && at === one.at);
    }

    /** @param {readonly Owed[]} done a choice that was made meanwhile about one of them stays */
    settle(done) {
        return this.#inTurn(async () => {
            const ids = done.filter((one) => this.owes(one)).map(({ id }) => id);
            if (ids.length > 0) await this.#write(() => this.#database.delete('outbox', ids));
        });
    }

    /**
     * What the server said at an address of the API when it was asked last.
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
     * The track whose words were asked for again last.
     * @returns {Promise<string | undefined>}
     */
    async lastRenewed() {
        return this.#isUsed ? (await this.#database.get('facts', 'words'))?.after : undefined;
    }

    /**
     * The entity tag of a track's words.
     * @param {string} id @returns {Promise<string | undefined>}
     */
    async wordsTag(id) {
        return (await this.#database.get('answers', lyricsPath(id)))?.tag;
    }

    /**
     * Writes down that a track's words were asked for again.
     * @param {string} id @param {import('./words.js').Words} [words] where they are others
     */
    renewWords(id, words) {
        return this.#inTurn(async () => {
            if (!this.tracks.has(id)) return;
            if (words) await this.#database.put('answers', [{ path: lyricsPath(id), ...words }]);
            await this.#database.put('facts', [{ name: 'words', after: id }]);
        });
    }

    /** Nothing is left, and nothing that is under way comes after it. */
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
