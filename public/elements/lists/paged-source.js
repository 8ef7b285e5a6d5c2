// @ts-check
// A list of any length of which only the pages near the eye are held. The outline says where each page begins.

/**
 * @typedef {{ total: number, step: number, cursors: string[], letters?: { letter: string,
 *   index: number }[] }} Outline `cursors[n]` begins page n + 1
 */

/** @template T */
export class PagedSource {
    /** @type {Map<number, T[]>} the page used last is the last one */
    #pages = new Map();
    /** @type {Map<number, Promise<void>>} */
    #coming = new Map();

    /**
     * @param {Outline} outline
     * @param {(cursor: string | undefined, limit: number) => Promise<{ items: T[] }>} load
     * @param {number} [keep] pages that are held
     */
    constructor(outline, load, keep = 24) {
        this.outline = outline;
        this.load = load;
        this.keep = keep;
    }

    get total() {
        return this.outline.total;
    }

    /**
     * @param {number} index
     * @returns {T | undefined} undefined while its page is not here
     */
    at(index) {
        return this.#pages.get(Math.floor(index / this.outline.step))?.[index % this.outline.step];
    }

    /**
     * Sees to it that the items from `first` up to `last` are here.
     * @param {number} first
     * @param {number} last not included
     * @returns {Promise<boolean>} whether something came that was not here before
     */
    async ensure(first, last) {
        const { step } = this.outline;
        const end = Math.min(last, this.total);
        const missing = [];
        for (let page = Math.max(0, Math.floor(first / step)); page * step < end; page += 1) {
            const held = this.#pages.get(page);
            if (!held) missing.push(page);
            else this.#hold(page, held);
        }
        await Promise.all(missing.map((page) => this.#fetch(page)));
        return missing.length > 0;
    }

    /**
     * The items from `first` up to `last`, fetched if need be.
     * @param {number} first
     * @param {number} last not included
     * @returns {Promise<T[]>}
     */
    async slice(first, last) {
        /** @type {T[]} */
        const items = [];
        // Page by page: a long stretch may be more than is held at once.
        for (let index = Math.max(0, first); index < Math.min(last, this.total); ) {
            const end = Math.min(last, this.total, (Math.floor(index / this.outline.step) + 1) * this.outline.step);
            await this.ensure(index, end);
            for (; index < end; index += 1) {
                const item = this.at(index);
                if (item !== undefined) items.push(item);
            }
        }
        return items;
    }

    /**
     * The same for many: in as few requests as the server allows, and without holding what comes.
     * @param {number} first
     * @param {number} last not included
     * @param {number} [most] items that one request may ask for
     * @returns {Promise<T[]>}
     */
    async gather(first, last, most = 500) {
        const { step, cursors } = this.outline;
        const [from, end] = [Math.max(0, first), Math.min(last, this.total)];
        const begin = Math.floor(from / step);
        const pages = Array.from({ length: Math.max(0, Math.ceil(end / step) - begin) }, (_, place) => begin + place);
        if (pages.every((page) => this.#pages.has(page))) return this.slice(from, end);
        const at = Math.max(1, Math.floor(most / step));
        /** @type {T[]} */
        const items = [];
        for (let page = begin; page * step < end; page += at)
            items.push(...(await this.load(page === 0 ? undefined : cursors[page - 1], at * step)).items);
        return items.slice(from - begin * step, end - begin * step);
    }

    /** @param {number} page */
    #fetch(page) {
        const coming =
            this.#coming.get(page) ??
            this.load(page === 0 ? undefined : this.outline.cursors[page - 1], this.outline.step)
                .then(({ items }) => this.#hold(page, items))
                .finally(() => this.#coming.delete(page));
        this.#coming.set(page, coming);
        return coming;
    }

    /** @param {number} page @param {T[]} items */
    #hold(page, items) {
        this.#pages.delete(page);
        this.#pages.set(page, items);
        for (const oldest of this.#pages.keys()) {
            if (this.#pages.size <= this.keep) break;
            this.#pages.delete(oldest);
        }
    }
}

/**
 * Which items of a list of equal lines lie in sight, with as much again above and below.
 * @param {{ top: number, height: number, line: number, columns: number,
 *   total: number }} sight `top` is how far the list's beginning
 *   has been scrolled past; all in pixels but `columns` and `total`
 * @returns {{ first: number, last: number, before: number, after: number }} items from `first` up to `last`,
 *   and the pixels that stand
 *   for those before and after
 */
export function inSight({ top, height, line, columns, total }) {
    const lines = Math.ceil(total / columns);
    const around = Math.ceil(height / line);
    const from = Math.min(Math.max(0, Math.floor(top / line) - around), Math.max(0, lines - 1));
    const to = Math.min(lines, Math.max(from + 1, Math.ceil((top + height) / line) + around));
    return {
        first: from * columns,
        last: Math.min(total, to * columns),
        before: from * line,
        after: (lines - to) * line,
    };
}
