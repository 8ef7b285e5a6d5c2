// @ts-check
// Maps paths to views by the History API. Only <main> is swapped, so playback continues. An overlay route keeps even
// <main>: its history entry names the page beneath.

import { focusHeading } from './dom.js';
import { focusView } from './focus.js';
import { openOverlay } from './overlay.js';
import { isInternal, match, movedTo } from './paths.js';
import { shareCover } from './shared-cover.js';
import { showOverlayTitle, showPageTitle } from './title.js';
import { atMost, changeView } from './transition.js';
import { contextOf, pathOf, scrollMemory, unreachable } from './view.js';

/** How long the old page stays until the new one has something to show. */
const HOLD_MS = 150;

/**
 * @typedef {object} Route
 * @property {string} path a pattern such as `/albums/:id`
 * @property {() => Promise<View>} load
 * @property {boolean} [anonymous] accessible without a session
 * @property {import('./types.js').MePermissions} [permission] needed to see it
 * @property {string} [section] the navigation item that it belongs to
 * @property {boolean} [over] an overlay over the current page
 */

/** @typedef {import('./view.js').View} View */
/** @typedef {import('./view.js').ViewContext} ViewContext */
/** @typedef {{ route: Route, params: Record<string, string> }} Found */
/** @typedef {{ found: Found | undefined, url: URL, key: number }} Place a page and its history entry */

export class Router {
    /** @type {{ key: number, path: string, leaving: AbortController } | undefined} the page in main */
    #page;
    /** @type {{ leaving: AbortController, close: () => void, isLeft: boolean } | undefined} the overlay */
    #over;
    /** @type {AbortController | undefined} of the current navigation */
    #arriving;
    #key = 0;

    /**
     * @param {object} parts
     * @param {readonly Route[]} parts.routes
     * @param {readonly { path: string, to: string }[]} [parts.moved] former paths
     * @param {HTMLElement} parts.main
     * @param {(route: Route | undefined, location: Location) => string | undefined} parts.guard a path to redirect to
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
        addEventListener('popstate', () => this.#show(history.state?.key ?? 0, { returning: true }));
        document.addEventListener('click', (event) => this.#onClick(event));
        const path = here();
        if (!this.#isOver(path) || history.state?.over) return this.#show(this.#key, { calm: true });
        // An overlay that is opened by a link from outside gets Home beneath it.
        history.replaceState({ key: this.#key }, '', '/');
        return this.go(path);
    }

    /**
     * @param {string} path
     * @param {{ replace?: boolean, link?: Element }} options `link`: the pressed one
     * @returns {Promise<void>}
     */
    go(path, { replace = false, link } = {}) {
        this.#rememberScroll();
        if (!this.#isOver(path)) {
            const key = replace ? this.#key : this.#key + 1;
            history[replace ? 'replaceState' : 'pushState']({ key }, '', path);
            return this.#show(key, { link, again: replace });
        }
        const current = match(this.routes, location.pathname)?.route;
        if (current?.over) return Promise.resolve();
        // Back must not lead to a gate, such as the sign-in page.
        const beneath = current && current.section !== 'gate' ? here() : '/';
        if (beneath !== here()) history.replaceState({ key: this.#key }, '', beneath);
        history.pushState({ key: this.#key + 1, over: beneath }, '', path);
        return this.#show(this.#key + 1, {});
    }

    /** Closes the overlay, as Back does. */
    closeOverlay() {
        if (!this.#over || this.#over.isLeft) return;
        this.#over.isLeft = true;
        history.back();
    }

    /**
     * Writes what a view shows into the address, without mounting the view again.
     * @param {string} path
     */
    rewrite(path) {
        // The address belongs to the overlay.
        if (this.#over) return;
        history.replaceState({ key: this.#key }, '', path);
        if (this.#page) this.#page.path = here();
    }

    refresh() {
        this.#rememberScroll();
        this.#leavePage();
        this.#closeOver();
        return this.#show(this.#key, { returning: true, calm: true });
    }

    /** @param {string} path */
    #isOver(path) {
        return match(this.routes, new URL(path, location.origin).pathname)?.route.over === true;
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
        void this.go(path, { replace: path === here(), link });
    }

    /**
     * @param {number} key of the history entry
     * @param {{ returning?: boolean, calm?: boolean, again?: boolean, link?: Element }} options `returning`: restores
     *   the scroll position; `calm`: without a transition; `again`: mounts the page even if it is already shown
     * @returns {Promise<void>}
     */
    async #show(key, { returning = false, calm = false, again = false, link }) {
        const today = movedTo(this.moved, location.pathname);
        if (today) return this.go(today + location.search + location.hash, { replace: true });
        const wanted = match(this.routes, location.pathname);
        const instead = this.guard(wanted?.route, location);
        if (instead) return this.go(instead, { replace: true });
        if (returning && key !== this.#key) this.#rememberScroll();

        this.#key = key;
        this.#arriving?.abort();
        const arriving = new AbortController();
        this.#arriving = arriving;
        const over = wanted?.route.over ? wanted : undefined;
        const place = over ? this.#beneath(key - 1) : { found: wanted, url: new URL(location.href), key };
        const left = this.#page?.path;
        const stays = !again && this.#page?.key === place.key && left === pathOf(place.url);
        if (stays && !over && !this.#over) return;
        const kind = calm ? undefined : over || this.#over ? 'overlay' : 'page';
        if (!stays) this.#leavePage();
        if (!stays) this.main.setAttribute('aria-busy', 'true');
        const load = place.found ? place.found.route.load : this.missing;
        const [view, top] = await Promise.all([
            stays ? undefined : load().catch(unreachable),
            over && !this.#over ? over.route.load().catch(unreachable) : undefined,
        ]);
        if (arriving.signal.aborted) return;
        this.main.removeAttribute('aria-busy');
        const shared = kind === 'page' ? shareCover(this.main, link) : undefined;
        /** @type {Promise<void>} */
        let mounting = Promise.resolve();
        const change = async () => {
            if (arriving.signal.aborted) return;
            if (!over) this.#closeOver();
            else if (this.#over) this.#over.isLeft = false;
            if (view) mounting = this.#mount(view, place, returning);
            if (over && top) this.#open(top, over);
            if (!kind) return;
            await atMost(mounting, HOLD_MS);
            shared?.arrive(left ?? '');
        };
        await changeView(kind, change, shared?.end);
        await mounting;
    }

    /**
     * The page beneath the overlay.
     * @param {number} key
     * @returns {Place}
     */
    #beneath(key) {
        const url = new URL(history.state?.over ?? '/', location.origin);
        const found = match(this.routes, url.pathname);
        if (found && this.guard(found.route, location) === undefined) return { found, url, key };
        const home = new URL('/', location.origin);
        return { found: match(this.routes, home.pathname), url: home, key };
    }

    /**
     * @param {View} view
     * @param {Place} place
     * @param {boolean} returning
     */
    async #mount(view, { found, url, key }, returning) {
        const leaving = new AbortController();
        this.#page = { key, path: pathOf(url), leaving };
        // A new element for each visit: a late response writes into an element that is no longer shown.
        const root = document.createElement('div');
        root.className = 'view';
        const context = contextOf(found?.params ?? {}, url, leaving.signal, showPageTitle);
        this.main.replaceChildren(root);
        window.scrollTo(0, 0);
        this.arrived(found?.route, context, root);
        try {
            const mounting = view.mount(root, context);
            this.#focus(root, leaving.signal);
            await mounting;
            if (returning && !leaving.signal.aborted) window.scrollTo(0, scrollMemory.read(key));
        } catch (error) {
            if (leaving.signal.aborted || (error instanceof Error && error.name === 'AbortError')) return;
            if (!root.isConnected) this.main.replaceChildren(root);
            this.failed(error, root, context);
            this.#focus(root, leaving.signal);
        }
    }

    #leavePage() {
        this.#page?.leaving.abort();
        this.#page = undefined;
    }

    /** @param {View} view @param {Found} found */
    #open(view, found) {
        const leaving = new AbortController();
        const { root, close } = openOverlay(view.opener);
        this.#over = { leaving, close, isLeft: false };
        const context = contextOf(found.params, new URL(location.href), leaving.signal, showOverlayTitle);
        try {
            void view.mount(root, context);
            focusHeading(root);
        } catch (error) {
            this.failed(error, root, context);
        }
    }

    #closeOver() {
        this.#over?.leaving.abort();
        this.#over?.close();
        this.#over = undefined;
        showOverlayTitle('');
    }

    /** @param {HTMLElement} root @param {AbortSignal} signal */
    #focus(root, signal) {
        const isFirst = !this.visited;
        this.visited = true;
        focusView(root, this.main, isFirst, signal);
    }

    #rememberScroll() {
        if (this.#page) scrollMemory.store(this.#page.key);
    }
}

const here = () => pathOf(location);
