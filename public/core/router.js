// @ts-check
// Addresses to views by the History API. Only <main> is swapped, so what plays keeps playing.

import { ApiError } from './api.js';
import { focusHeading } from './dom.js';
import { isInternal, match, movedTo } from './paths.js';
import { showPageTitle } from './title.js';

/**
 * @typedef {object} Route
 * @property {string} path a pattern such as `/albums/:id`
 * @property {() => Promise<{ mount(root: HTMLElement, context: ViewContext): void | Promise<void> }>} load
 * @property {boolean} [anonymous] open without a session
 * @property {import('./types.js').MePermissions} [permission] needed to see it
 * @property {string} [section] the navigation item that it belongs to
 */

/**
 * @typedef {object} ViewContext
 * @property {Record<string, string>} params
 * @property {URLSearchParams} query
 * @property {string} hash without the `#`
 * @property {string} path
 * @property {AbortSignal} signal aborted when the view is left
 * @property {(title: string) => void} setTitle
 */

export class Router {
    /** @type {AbortController | undefined} */
    #leaving;
    #key = 0;

    /**
     * @param {object} parts
     * @param {readonly Route[]} parts.routes
     * @param {readonly { path: string, to: string }[]} [parts.moved] addresses of before
     * @param {HTMLElement} parts.main
     * @param {(route: Route | undefined, location: Location) => string | undefined} parts.guard a path to go to instead
     * @param {(route: Route | undefined, context: ViewContext, root: HTMLElement) => void} parts.arrived before the
     *   view mounts
     * @param {(error: unknown, root: HTMLElement, context: ViewContext) => void} parts.failed
     * @param {() => Promise<any>} parts.missing loads the view for an unknown address
     */
    constructor({ routes, moved = [], main, guard, arrived, failed, missing }) {
        this.routes = routes;
        this.moved = moved;
        this.main = main;
        this.guard = guard;
        this.arrived = arrived;
        this.failed = failed;
        this.missing = missing;
    }

    start() {
        history.scrollRestoration = 'manual';
        this.#key = history.state?.key ?? 0;
        addEventListener('popstate', () => this.#show(history.state?.key ?? 0, true));
        document.addEventListener('click', (event) => this.#onClick(event));
        return this.#show(this.#key, false);
    }

    /**
     * @param {string} path
     * @param {{ replace?: boolean }} options
     * @returns {Promise<void>}
     */
    go(path, { replace = false } = {}) {
        this.#rememberScroll();
        const key = replace ? this.#key : this.#key + 1;
        history[replace ? 'replaceState' : 'pushState']({ key }, '', path);
        return this.#show(key, false);
    }

    /**
     * To the page before, or to `path` where one came from elsewhere.
     * @param {string} path
     */
    back(path) {
        if (this.#key > 0) history.back();
        else void this.go(path, { replace: true });
    }

    /**
     * Puts what a view shows into the address, without mounting it again.
     * @param {string} path
     */
    rewrite(path) {
        history.replaceState({ key: this.#key }, '', path);
    }

    refresh() {
        this.#rememberScroll();
        return this.#show(this.#key, true);
    }

    /** @param {MouseEvent} event */
    #onClick(event) {
        if (
            event.defaultPrevented ||
            event.button !== 0 ||
            event.metaKey ||
            event.ctrlKey ||
            event.shiftKey ||
            event.altKey
        )
            return;
        const link =
            event.target instanceof Element
                ? /** @type {HTMLAnchorElement | null} */ (event.target.closest('a[href]'))
                : null;
        if (!link || link.getAttribute('href')?.startsWith('#')) return;
        const facts = {
            origin: link.origin,
            pathname: link.pathname,
            target: link.target,
            download: link.hasAttribute('download'),
        };
        if (!isInternal(facts, location.origin)) return;
        event.preventDefault();
        const path = link.pathname + link.search + link.hash;
        void this.go(path, { replace: path === location.pathname + location.search + location.hash });
    }

    /**
     * @param {number} key which history entry this is
     * @param {boolean} returning whether the scroll position comes back
     * @returns {Promise<void>}
     */
    async #show(key, returning) {
        if (returning && key !== this.#key) this.#rememberScroll();
        const today = movedTo(this.moved, location.pathname);
        if (today) return this.go(today + location.search + location.hash, { replace: true });
        const found = match(this.routes, location.pathname);
        const instead = this.guard(found?.route, location);
        if (instead) return this.go(instead, { replace: true });

        this.#key = key;
        this.#leaving?.abort();
        const leaving = new AbortController();
        this.#leaving = leaving;
        // A fresh element for each visit: an answer that comes late writes into one that is no longer shown.
        const root = document.createElement('div');
        root.className = 'view';
        /** @type {ViewContext} */
        const context = {
            params: found?.params ?? {},
            query: new URLSearchParams(location.search),
            hash: location.hash.slice(1),
            path: location.pathname,
            signal: leaving.signal,
            setTitle: (title) => {
                if (!leaving.signal.aborted) showPageTitle(title);
            },
        };
        try {
            this.main.setAttribute('aria-busy', 'true');
            const view = await (found ? found.route.load() : this.missing()).catch(unreachable);
            if (leaving.signal.aborted) return;
            this.main.removeAttribute('aria-busy');
            this.main.replaceChildren(root);
            window.scrollTo(0, 0);
            this.arrived(found?.route, context, root);
            const mounting = view.mount(root, context);
            this.#focus(root, context);
            await mounting;
            if (returning && !leaving.signal.aborted) window.scrollTo(0, this.#recallScroll(key));
        } catch (error) {
            if (!leaving.signal.aborted) this.main.removeAttribute('aria-busy');
            if (leaving.signal.aborted || (error instanceof Error && error.name === 'AbortError')) return;
            if (!root.isConnected) this.main.replaceChildren(root);
            this.failed(error, root, context);
            this.#focus(root, context);
        }
    }

    /**
     * The heading takes the focus as soon as there is one; on a first load the browser's own start of page is right.
     * @param {HTMLElement} root
     * @param {ViewContext} context
     */
    #focus(root, context) {
        const isFirst = !this.visited;
        this.visited = true;
        const wanted = /** @type {HTMLElement | null} */ (root.querySelector('[data-autofocus]'));
        wanted?.focus({ preventScroll: true });
        if (wanted || isFirst || focusHeading(root)) return;
        const observer = new MutationObserver(() => {
            if (!root.querySelector('h1')) return;
            observer.disconnect();
            if (document.activeElement === document.body || document.activeElement === this.main)
                this.#focus(root, context);
        });
        this.main.focus({ preventScroll: true });
        observer.observe(root, { childList: true, subtree: true });
        context.signal.addEventListener('abort', () => observer.disconnect(), { once: true });
    }

    #rememberScroll() {
        try {
            sessionStorage.setItem(`rondo.scroll.${this.#key}`, String(Math.round(scrollY)));
        } catch {
            // Without storage a page simply starts at its top.
        }
    }

    /** @param {number} key */
    #recallScroll(key) {
        try {
            return Number(sessionStorage.getItem(`rondo.scroll.${key}`)) || 0;
        } catch {
            return 0;
        }
    }
}

/**
 * The code of a view could not be fetched.
 * @returns {never}
 */
function unreachable() {
    throw new ApiError({ status: 0, code: 'network' });
}
