// @ts-check
// What is written down on this device about the music that it stores: a small database of the browser. The sound and
// the pictures themselves are in a cache, where the service worker finds them.

const NAME = 'rondo-device';

/** @typedef {'facts'|'collections'|'tracks'|'answers'|'outbox'} Table */

/** @type {Record<Table, string>} the key of each table's rows */
const KEYS = { facts: 'name', collections: 'key', tracks: 'id', answers: 'path', outbox: 'id' };

export class Database {
    /** @type {Promise<IDBDatabase> | undefined} */
    #opening;

    /** @returns {Promise<IDBDatabase>} */
    #open() {
        this.#opening ??= new Promise((resolve, reject) => {
            const request = indexedDB.open(NAME, 1);
            request.onupgradeneeded = () => {
                for (const [table, keyPath] of Object.entries(KEYS))
                    request.result.createObjectStore(table, { keyPath });
            };
            request.onsuccess = () => {
                const base = request.result;
                const forget = () => {
                    base.close();
                    this.#opening = undefined;
                };
                base.onversionchange = forget;
                base.onclose = forget;
                resolve(base);
            };
            request.onerror = () => {
                this.#opening = undefined;
                reject(request.error);
            };
        });
        return this.#opening;
    }

    /**
     * @template T
     * @param {Table} table @param {'readonly'|'readwrite'} mode
     * @param {(rows: IDBObjectStore) => IDBRequest<T> | void} run
     * @returns {Promise<T>} of the request, once all is written
     */
    async #run(table, mode, run) {
        const transaction = (await this.#open()).transaction(table, mode);
        const request = run(transaction.objectStore(table));
        return new Promise((resolve, reject) => {
            transaction.oncomplete = () => resolve(/** @type {T} */ (request?.result));
            transaction.onabort = () => reject(transaction.error);
        });
    }

    /** @param {Table} table @returns {Promise<any[]>} */
    all(table) {
        return this.#run(table, 'readonly', (rows) => rows.getAll());
    }

    /** @param {Table} table @param {string} key @returns {Promise<any>} undefined where there is none */
    get(table, key) {
        return this.#run(table, 'readonly', (rows) => rows.get(key));
    }

    /** @param {Table} table @param {readonly object[]} all */
    put(table, all) {
        return this.#run(table, 'readwrite', (rows) => {
            for (const row of all) rows.put(row);
        });
    }

    /** @param {Table} table @param {readonly string[]} keys */
    delete(table, keys) {
        return this.#run(table, 'readwrite', (rows) => {
            for (const key of keys) rows.delete(key);
        });
    }

    /** Everything goes, and the database itself. */
    async remove() {
        // Another tab may hold it open: then it goes when that lets go, but what is in it goes now.
        for (const table of /** @type {Table[]} */ (Object.keys(KEYS)))
            await this.#run(table, 'readwrite', (rows) => rows.clear());
        (await this.#open()).close();
        this.#opening = undefined;
        indexedDB.deleteDatabase(NAME);
    }

    /** Whether there is one, without making it. */
    static async exists() {
        if (!globalThis.indexedDB) return false;
        // A browser that does not list them is asked by opening.
        if (!indexedDB.databases) return true;
        return (await indexedDB.databases()).some(({ name }) => name === NAME);
    }
}
