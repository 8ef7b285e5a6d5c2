// Runs the whole client in a small DOM (Debian's node-jsdom), against a stand-in for the server: pages are opened, clicked and filled in as in a
// browser, in milliseconds. It has no layout, media or styles: journeys cover those.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { StandInServer } from './stand-in-server.mjs';

// Debian's modules are there. A Node that is not Debian's does not look there.
process.env.NODE_PATH = '/usr/share/nodejs';
Module._initPaths();
const { JSDOM, VirtualConsole } = createRequire(import.meta.url)('jsdom');
const root = new URL('../../../../public/', import.meta.url);
const ORIGIN = 'https://music.example';
// Generous, because both processors may be busy with other tests.
const WAIT_MS = 20_000;
const [timeout, interval] = [setTimeout, setInterval];

/** The selector of the element with this test id. @param {string} name */
export const id = (name) => `[data-testid="${name}"]`;

/**
 * Rewrites a selector for jsdom, which does not support nested selector lists. There is no pointer, so `:hover` and `:active` never match.
 * @param {string} selector @returns {string}
 */
function plain(selector) {
    const known = plainSelectors.get(selector);
    if (known !== undefined) return known;
    const result = rewritten(selector);
    plainSelectors.set(selector, result);
    return result;
}

/** @type {Map<string, string>} */
const plainSelectors = new Map();

/** @param {string} selector @returns {string} */
function rewritten(selector) {
    const found = /(^|[\s>+~,(])((?:[.#[][^\s>+~,()]*)?):is\(([^()]*)\)([^\s>+~,]*)/.exec(selector);
    if (!found) return selector.replaceAll(':has(:focus-visible)', ':not(*)').replace(/:(active|hover|focus-within|popover-open)\b/g, ':not(*)').replaceAll(':focus-visible', ':focus');
    const [whole, before, start, list, end] = found;
    const from = selector.lastIndexOf(',', found.index) + 1;
    const next = selector.indexOf(',', found.index + whole.length);
    const to = next < 0 ? selector.length : next;
    if (selector.slice(from, found.index).includes('(')) {
        // Within another list each alternative becomes a separate selector.
        const alternatives = list.split(',').map((one) => `${one.trim()}${start}${end}`);
        return plain(selector.slice(0, found.index) + before + alternatives.join(', ') + selector.slice(found.index + whole.length));
    }
    const alternatives = list.split(',').map((one) => `${selector.slice(from, found.index)}${before}${one.trim()}${start}${end}${selector.slice(found.index + whole.length, to)}`);
    return plain(selector.slice(0, from) + alternatives.join(',') + selector.slice(to));
}

/** Adds the parts of a browser that jsdom lacks. @param {any} window */
function complete(window) {
    const { Element, Event, HTMLElement, HTMLMediaElement } = window;
    const none = () => {};
    Object.assign(Element.prototype, { scrollIntoView: none, scrollTo: none, scrollBy: none, setPointerCapture: none, animate: () => ({ finished: Promise.resolve(), cancel: none }), getAnimations: () => [] });
    for (const { prototype } of [Element, window.Document, window.DocumentFragment])
        for (const name of ['querySelector', 'querySelectorAll', 'matches', 'closest']) {
            const search = prototype[name];
            if (search) prototype[name] = function (/** @type {string} */ selector) { return search.call(this, plain(selector)); };
        }
    // Long lists need the height of a row.
    Element.prototype.getBoundingClientRect = function () {
        const height = this.matches('tr, li') ? 48 : 0;
        return { x: 0, y: 0, left: 0, top: 0, right: 0, bottom: height, width: 0, height };
    };
    Element.prototype.checkVisibility = function () { return !this.closest('[hidden]'); };
    Object.assign(HTMLElement.prototype, { showPopover: none, hidePopover: none, togglePopover: none });
    Object.defineProperty(HTMLElement.prototype, 'inert', {
        get() { return this.hasAttribute('inert'); },
        set(value) { this.toggleAttribute('inert', Boolean(value)); },
    });
    Object.assign(window.HTMLDialogElement.prototype, {
        returnValue: '',
        showModal() { this.open = true; },
        close(/** @type {string} */ value) {
            if (!this.open) return;
            this.open = false;
            if (value !== undefined) this.returnValue = value;
            setTimeout(() => this.dispatchEvent(new Event('close')));
        },
    });
    // When jsdom parses a list, it may select several of its options.
    const { get, set } = Object.getOwnPropertyDescriptor(window.HTMLOptionElement.prototype, 'selected');
    Object.defineProperty(window.HTMLOptionElement.prototype, 'selected', {
        get() {
            const list = this.closest('select');
            return list && !list.multiple ? list.options[list.selectedIndex] === this : get.call(this);
        },
        set,
    });
    /** When media started to play, and from which position in seconds. @type {[WeakMap<any, number>, WeakMap<any, number>]} */
    const [begun, places] = [new WeakMap(), new WeakMap()];
    const later = (/** @type {any} */ media, /** @type {string[]} */ ...names) => names.forEach((name) => setTimeout(() => media.dispatchEvent(new Event(name))));
    const placeOf = (/** @type {any} */ media) => (places.get(media) ?? 0) + (begun.has(media) ? (performance.now() - Number(begun.get(media))) / 1000 : 0);
    const move = (/** @type {any} */ media, /** @type {number} */ seconds, isPlaying = begun.has(media)) => {
        places.set(media, seconds);
        begun.delete(media);
        if (isPlaying) begun.set(media, performance.now());
    };
    Object.defineProperties(HTMLMediaElement.prototype, {
        paused: { get() { return !begun.has(this); } },
        currentTime: {
            get() { return placeOf(this); },
            set(value) {
                move(this, value);
                later(this, 'seeked', 'timeupdate');
            },
        },
    });
    Object.assign(HTMLMediaElement.prototype, {
        load: none,
        canPlayType: (/** @type {string} */ type) => (/flac|mpeg|ogg|mp4/.test(type) ? 'probably' : ''),
        async play() {
            move(this, placeOf(this), true);
            later(this, 'play', 'loadedmetadata', 'canplay', 'playing', 'timeupdate');
        },
        pause() {
            if (!begun.has(this)) return;
            move(this, placeOf(this), false);
            later(this, 'pause');
        },
    });
    window.AbortSignal.any = (/** @type {AbortSignal[]} */ signals) => {
        const any = new window.AbortController();
        for (const signal of signals) {
            if (signal.aborted) any.abort();
            else signal.addEventListener('abort', () => any.abort(), { once: true });
        }
        return any.signal;
    };
    class Observer { observe() {} unobserve() {} disconnect() {} }
    Object.assign(window, {
        CSS: { escape: (/** @type {string} */ text) => text.replace(/[^\w-]/g, '\\$&'), supports: () => false },
        matchMedia: (/** @type {string} */ media) => Object.assign(new window.EventTarget(), { media, matches: media.includes('reduced-motion') }),
        IntersectionObserver: Observer, ResizeObserver: Observer,
        scrollTo: none, scrollBy: none, isSecureContext: true,
        requestAnimationFrame: (/** @type {(now: number) => void} */ run) => setTimeout(() => run(performance.now())),
        cancelAnimationFrame: clearTimeout,
    });
    window.document.elementFromPoint = () => null;
}

/** Makes the window's properties global, because the client's modules expect that. @param {any} window */
function publish(window) {
    const own = new Set(['undefined', 'globalThis', 'console', 'performance', 'setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'queueMicrotask', 'structuredClone']);
    const ofBrowser = new Set(['AbortController', 'AbortSignal', 'Event', 'EventTarget', 'CustomEvent', 'Blob', 'File', 'FormData', 'Headers', 'MessageEvent', 'navigator', 'BroadcastChannel', 'DOMException']);
    const language = new Set(Object.getOwnPropertyNames(globalThis).filter((name) => !ofBrowser.has(name)));
    for (const name of Object.getOwnPropertyNames(window)) {
        if (own.has(name) || language.has(name)) continue;
        const value = window[name];
        const isFunction = typeof value === 'function' && !/^[A-Z]/.test(name);
        Object.defineProperty(globalThis, name, { configurable: true, writable: true, value: isFunction ? value.bind(window) : value });
    }
    for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent']) globalThis[name] = window[name].bind(window);
    for (const name of ['scrollX', 'scrollY', 'innerWidth', 'innerHeight']) Object.defineProperty(globalThis, name, { configurable: true, get: () => window[name] });
    delete globalThis.BroadcastChannel;
    // Timers of the client do not keep a test from ending.
    globalThis.setTimeout = (...call) => timeout(...call).unref();
    globalThis.setInterval = (...call) => interval(...call).unref();
}

/**
 * Starts the client.
 * @param {{ me?: object | null, path?: string, answers?: Record<string, unknown>, server?: object }} [options] `me`: additional fields of the
 * signed-in user, or null for nobody; `answers`: see `StandInServer`; `server`: additional fields of the server's description
 */
export async function start({ me = {}, path = '/nowhere', answers = {}, server: description = {} } = {}) {
    const text = readFileSync(new URL('index.html', root), 'utf8').replace(/<(script|link)\b[^>]*>(<\/script>)?/g, '');
    /** @type {string[]} */
    const errors = [];
    const virtualConsole = new VirtualConsole();
    virtualConsole.on('jsdomError', (/** @type {Error} */ error) => /Not implemented/.test(error.message) || errors.push(error.stack ?? error.message));
    const { window } = new JSDOM(text, { url: ORIGIN + path, pretendToBeVisual: true, virtualConsole });
    complete(window);
    publish(window);
    const server = new StandInServer(me, description, answers);
    globalThis.fetch = server.fetch;
    globalThis.EventSource = server.EventSource(window);
    await import(new URL('app.js', root).href);
    const { ApiError } = await import(new URL('core/api.js', root).href);
    // The client shows its own bugs to users as an unexpected error. Here they are recorded for the test.
    Object.defineProperty(ApiError, Symbol.hasInstance, {
        value(/** @type {unknown} */ error) {
            if (error instanceof TypeError || error instanceof ReferenceError) errors.push(String(error.stack));
            return Object[Symbol.hasInstance].call(this, error);
        },
    });
    const client = new Client(window, server, errors);
    await client.until(() => window.document.documentElement.hasAttribute('data-started'), 'the client has started');
    return client;
}

class Client {
    /** @param {any} window @param {StandInServer} server @param {string[]} errors */
    constructor(window, server, errors) {
        this.window = window;
        this.document = window.document;
        this.server = server;
        this.errors = errors;
    }

    /**
     * Waits for a condition. A bug in the client ends the wait.
     * @template T
     * @param {() => T} condition @param {string} what
     * @returns {Promise<T>}
     */
    async until(condition, what = String(condition)) {
        const end = Date.now() + WAIT_MS;
        for (;;) {
            const value = condition();
            if (value) return value;
            if (Date.now() > end || this.errors.length > 0) throw new Error(`Waited for: ${what}\nThe page says: ${this.text('main')}\nUnknown requests: ${this.server.unknown}\n${this.errors}`);
            await new Promise((resolve) => timeout(resolve, 5));
        }
    }

    /** Follows a link, and waits for its page. @param {string} path */
    async open(path) {
        const link = this.document.createElement('a');
        link.href = path;
        this.document.body.append(link);
        link.click();
        link.remove();
        await this.until(() => this.window.location.pathname + this.window.location.search === path, `the address ${path}`);
        await this.until(() => this.find('main h1') && this.find('main').getAttribute('aria-busy') !== 'true', `the page of ${path}`);
    }

    /** @param {string} selector @returns {any} */
    find(selector) {
        return this.document.querySelector(selector);
    }

    /** @param {string} selector @returns {any[]} */
    all(selector) {
        return [...this.document.querySelectorAll(selector)];
    }

    /** The text of the first match, without the template's extra spaces. @param {string} selector */
    text(selector) {
        return this.find(selector)?.textContent.replace(/\s+/g, ' ').trim() ?? '';
    }

    /** The texts of all that match. @param {string} selector */
    texts(selector) {
        return this.all(selector).map((one) => one.textContent.replace(/\s+/g, ' ').trim());
    }

    /** Waits until an element exists. @param {string} selector */
    shown(selector) {
        return this.until(() => this.find(selector), `${selector} is there`);
    }

    /** Waits until no element matches. @param {string} selector */
    gone(selector) {
        return this.until(() => !this.find(selector), `${selector} is gone`);
    }

    /** Waits until a text is shown. @param {string} text @param {string} [selector] */
    reads(text, selector = 'main') {
        return this.until(() => this.text(selector).includes(text), `${selector} says “${text}”, not “${this.text(selector)}”`);
    }

    /** Clicks an element that exists and is enabled. @param {any} target an element, or its selector */
    async click(target) {
        const name = typeof target === 'string' ? target : target.outerHTML.slice(0, 120);
        const element = await this.until(() => {
            const one = typeof target === 'string' ? this.#uppermost(target) : target;
            return one && !one.disabled && !one.closest('fieldset[disabled], [hidden], [inert]') && one;
        }, `${name} is there, seen and not disabled`);
        const dialogs = this.all('dialog[open]');
        assert.ok(dialogs.length === 0 || element.closest('dialog') === dialogs.at(-1) || element.closest('#toasts'), `${name} lies below a dialog`);
        const { MouseEvent } = this.window;
        for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup']) element.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, composed: true }));
        element.closest('a, button, input, select, textarea, [tabindex]')?.focus();
        element.click();
        const form = element.closest('form[method=dialog]');
        if (form && element.matches('button:not([type=button])')) form.closest('dialog').close(element.value);
    }

    /** Searches in the topmost dialog, or else in the page. @param {string} selector */
    #uppermost(selector) {
        return this.all('dialog[open]').at(-1)?.querySelector(selector) ?? this.find(selector);
    }

    /** Replaces the content of a field. @param {string} selector @param {string} text */
    async fill(selector, text) {
        const element = await this.shown(selector);
        element.focus();
        element.value = text;
        this.#tell(element, 'input', 'change');
    }

    /** Selects an option by its value or text. @param {string} selector @param {string} value */
    async choose(selector, value) {
        const element = await this.shown(selector);
        const option = [...element.options].find((one) => one.value === value || one.text.trim() === value);
        assert.ok(option, `${value} is not among ${[...element.options].map((one) => one.text)}`);
        element.value = option.value;
        this.#tell(element, 'input', 'change');
    }

    /** Opens a menu and chooses the item that starts with `label`. @param {string | Element} button @param {string} label */
    async menu(button, label) {
        await this.click(button);
        await this.shown('[role=menu]');
        const item = this.all('[role=menuitem]').find((one) => one.textContent.trim().startsWith(label));
        assert.ok(item, `${label} is not among ${this.texts('[role=menuitem]')}`);
        await this.click(item);
    }

    /**
     * Presses a key at the focused element. Of a browser's default actions, only those of buttons and dialogs are simulated.
     * @param {string} key @param {{ shiftKey?: boolean, ctrlKey?: boolean }} [modifiers]
     */
    press(key, modifiers = {}) {
        const target = this.document.activeElement ?? this.document.body;
        const code = key === ' ' ? 'Space' : key.length === 1 ? `Key${key.toUpperCase()}` : key;
        const goesOn = target.dispatchEvent(new this.window.KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true, composed: true, ...modifiers }));
        target.dispatchEvent(new this.window.KeyboardEvent('keyup', { key, code, bubbles: true, cancelable: true, composed: true, ...modifiers }));
        if (!goesOn) return;
        const dialog = this.all('dialog[open]').at(-1);
        if (key === 'Escape' && dialog?.dispatchEvent(new this.window.Event('cancel', { cancelable: true }))) dialog.close();
        if ((key === 'Enter' && target.matches('button, a')) || (key === ' ' && target.matches('button'))) target.click();
        else if (key === 'Enter' && target.matches('input')) target.form?.requestSubmit();
    }

    /** The test id or tag name of the focused element. */
    get focused() {
        return this.document.activeElement?.dataset.testid ?? this.document.activeElement?.tagName;
    }

    /** @param {Element} element @param {...string} types */
    #tell(element, ...types) {
        for (const type of types) element.dispatchEvent(new this.window.Event(type, { bubbles: true }));
    }

    /** To be called last: expects no unhandled error and no request without a reply. */
    end() {
        assert.deepEqual(this.errors, []);
        assert.deepEqual(this.server.unknown, []);
    }
}
