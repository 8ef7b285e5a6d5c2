// @ts-check
// The user's likes and ratings. Lists come with them; later changes, here or on another device, are kept
// on top of that, so that a row that is drawn later says what a row that is there already says.

import { api, ApiError } from '../../core/api.js';
import { live } from '../../core/events.js';

/** @typedef {'track'|'album'|'artist'} Kind */
/**
 * @typedef {{ liked: boolean, likedAt?: string, rating?: number, averageRating?: number,
 *   ratingCount: number }} Annotation
 */
/** @typedef {{ id: string } & Partial<Annotation>} AnnotatedItem */

/** More things than one looks at in a day. */
const KEPT = 5000;
const ASKED_AGAIN = 30;

/** @type {Record<Kind, string>} */
const PATHS = { track: 'tracks', album: 'albums', artist: 'artists' };

export class Annotations extends EventTarget {
    /** @type {Map<string, Partial<Annotation>>} */
    #known = new Map();

    /**
     * Takes a like that the server could not be told; true where it will be told later.
     * @type {(like: { kind: Kind, id: string, liked: boolean, at: string }) => Promise<boolean>}
     */
    onUnreachable = async () => false;

    /**
     * Called with each choice before the server is told of it: an earlier one that waits to be told is void.
     * @type {(like: { kind: Kind, id: string }) => void}
     */
    onChoice = () => {};

    /** @param {import('../../core/api.js').Api} client */
    constructor(client) {
        super();
        this.client = client;
    }

    /**
     * The current annotation of an item from a list.
     * @param {Kind} kind
     * @param {AnnotatedItem} item
     * @returns {Annotation}
     */
    of(kind, item) {
        const known = this.#known.get(`${kind}:${item.id}`);
        return {
            liked: item.liked ?? false,
            likedAt: item.likedAt,
            rating: item.rating,
            averageRating: item.averageRating,
            ratingCount: item.ratingCount ?? 0,
            ...known,
        };
    }

    /**
     * @param {Kind} kind
     * @param {string} id
     * @param {Partial<Annotation>} said
     */
    note(kind, id, said) {
        const key = `${kind}:${id}`;
        const known = { ...this.#known.get(key), ...said };
        this.#known.delete(key);
        this.#known.set(key, known);
        if (this.#known.size > KEPT) this.#known.delete(/** @type {string} */ (this.#known.keys().next().value));
        this.dispatchEvent(new CustomEvent('change', { detail: { kind, id, annotation: known } }));
    }

    /**
     * Shown at once, and taken back should the server refuse.
     * @param {Kind} kind
     * @param {string} id
     * @param {boolean} liked
     */
    async like(kind, id, liked) {
        const at = new Date().toISOString();
        this.onChoice({ kind, id });
        this.note(kind, id, { liked, likedAt: liked ? at : undefined });
        try {
            this.#say(kind, id, await this.client.request(liked ? 'PUT' : 'DELETE', `${path(kind, id)}/like`));
        } catch (error) {
            const isCut = error instanceof ApiError && error.status === 0;
            if (isCut && (await this.onUnreachable({ kind, id, liked, at }))) return;
            this.note(kind, id, { liked: !liked });
            throw error;
        }
    }

    /**
     * @param {Kind} kind
     * @param {string} id
     * @param {{ rating: number, review?: string | null } | undefined} change nothing takes rating and review back
     */
    async rate(kind, id, change) {
        this.note(kind, id, { rating: change?.rating });
        try {
            const answer = change
                ? await this.client.put(`${path(kind, id)}/rating`, change)
                : await this.client.delete(`${path(kind, id)}/rating`);
            this.#say(kind, id, answer);
            return answer;
        } catch (error) {
            void this.#ask(kind, id);
            throw error;
        }
    }

    /** @param {Kind} kind @param {string} id @param {Annotation} answer */
    #say(kind, id, { liked, likedAt, rating, averageRating, ratingCount }) {
        this.note(kind, id, { liked, likedAt, rating, averageRating, ratingCount });
    }

    /** @param {Kind} kind @param {string} id */
    async #ask(kind, id) {
        // Without an answer the annotation stays as it was.
        const answer = await this.client.get(`${path(kind, id)}/rating`, { quiet: true }).catch(() => undefined);
        if (answer) this.#say(kind, id, answer);
    }

    /** Takes the changes from other devices. */
    listen() {
        live.on('opinions', (event) => {
            const { kind, id, ...annotation } = event;
            if (id) this.#say(kind, id, annotation);
            else this.#askAgain();
            this.dispatchEvent(new CustomEvent('elsewhere', { detail: id ? [event] : [] }));
        });
        live.on('rating', ({ kind, id, averageRating, ratingCount }) =>
            this.note(kind, id, { averageRating, ratingCount }),
        );
    }

    /** When it is not told what has changed: lists tell it anew, and of what was changed last one asks. */
    #askAgain() {
        const latest = [...this.#known.keys()].slice(-ASKED_AGAIN);
        this.#known.clear();
        for (const key of latest) {
            const colon = key.indexOf(':');
            void this.#ask(/** @type {Kind} */ (key.slice(0, colon)), key.slice(colon + 1));
        }
    }
}

/** @param {Kind} kind @param {string} id */
function path(kind, id) {
    return `/${PATHS[kind]}/${encodeURIComponent(id)}`;
}

export const annotations = new Annotations(api);
