// @ts-check
// The contract between the router and its views, and the context that a view receives.

import { ApiError } from './api.js';

/**
 * @typedef {object} ViewContext
 * @property {Record<string, string>} params
 * @property {URLSearchParams} query
 * @property {string} hash without the `#`
 * @property {string} path
 * @property {AbortSignal} signal aborted when the view is left
 * @property {(title: string) => void} setTitle
 */

/**
 * @typedef {object} View
 * @property {(root: HTMLElement, context: ViewContext) => void | Promise<void>} mount
 * @property {() => HTMLElement | null | undefined} [opener] of an overlay: takes the focus afterwards, if the element
 *   that had it is gone
 */

/** @param {URL | Location} url */
export const pathOf = ({ pathname, search, hash }) => pathname + search + hash;

/**
 * @param {Record<string, string>} params
 * @param {URL} url
 * @param {AbortSignal} signal
 * @param {(title: string) => void} show
 * @returns {ViewContext}
 */
export function contextOf(params, url, signal, show) {
    return {
        params,
        query: new URLSearchParams(url.search),
        hash: url.hash.slice(1),
        path: url.pathname,
        signal,
        setTitle: (title) => {
            if (!signal.aborted) show(title);
        },
    };
}

/**
 * Stands in for a view whose code could not be fetched.
 * @returns {View}
 */
export function unreachable() {
    return {
        mount() {
            throw new ApiError({ status: 0, code: 'network' });
        },
    };
}

/** The scroll position of each history entry. Without storage a page simply starts at its top. */
export const scrollMemory = {
    /** @param {number} key */
    store(key) {
        try {
            sessionStorage.setItem(`rondo.scroll.${key}`, String(Math.round(scrollY)));
        } catch {
            // See above.
        }
    },

    /** @param {number} key */
    read(key) {
        try {
            return Number(sessionStorage.getItem(`rondo.scroll.${key}`)) || 0;
        } catch {
            return 0;
        }
    },
};
