// @ts-check
// The IndexedDB database for the music stored on this device. The audio and pictures are in a cache, where the service
// worker finds them.

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
     * @returns {Promise<T>} the request's result, once the transaction has completed
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

    /** @param {Table} table @param {string} key @returns {Promise<any>} undefined if there is no such row */
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

    /** Deletes all rows and the database itself. */
    async remove() {
        // Another tab may hold the database open, which delays its deletion. The rows are deleted now.
        for (const table of /** @type {Table[]} */ (Object.keys(KEYS)))
            await this.#run(table, 'readwrite', (rows) => rows.clear());
        (await this.#open()).close();
        this.#opening = undefined;
        indexedDB.deleteDatabase(NAME);
    }

    /** Whether the database exists. Does not create it. */
    static async exists() {
        if (!globalThis.indexedDB) return false;
        // A browser that cannot list databases finds out by opening this one.
        if (!indexedDB.databases) return true;
        return (await indexedDB.databases()).some(({ name }) => name === NAME);
    }
}
