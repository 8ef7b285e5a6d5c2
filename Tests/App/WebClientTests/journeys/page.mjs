// A page of a Browser: actions of a user, and what they see.

import { writeFile } from 'node:fs/promises';
import { WATCH } from './watching.mjs';

// Generous, because both processors may be busy with other tests.
const WAIT_MS = 90_000;
/** The protocol's errors when the document was replaced meanwhile. */
const LEFT = /context was destroyed|navigated or closed|find context|default execution context|Promise was collected/;

/** @param {number} ms */
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The value of a promise, or an error after `ms`, because a crashed page never replies. */
const within = (ms, promise) => {
    let timer;
    const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error('The page does not answer.')), ms); });
    return Promise.race([promise, late]).finally(() => clearTimeout(timer));
};

/** A service worker stores the whole client for each new user, which takes longer than most tests of a page. */
const NO_WORKER = 'if (navigator.serviceWorker) navigator.serviceWorker.register = () => new Promise(() => {});';

const KEYS = {
    Enter: { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' }, Escape: { key: 'Escape', code: 'Escape', windowsVirtualKeyCode: 27 },
    PageUp: { key: 'PageUp', code: 'PageUp', windowsVirtualKeyCode: 33 }, Home: { key: 'Home', code: 'Home', windowsVirtualKeyCode: 36 }, End: { key: 'End', code: 'End', windowsVirtualKeyCode: 35 },
    Tab: { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 }, Backspace: { key: 'Backspace', code: 'Backspace', windowsVirtualKeyCode: 8 },
    ArrowLeft: { key: 'ArrowLeft', code: 'ArrowLeft', windowsVirtualKeyCode: 37 }, ArrowUp: { key: 'ArrowUp', code: 'ArrowUp', windowsVirtualKeyCode: 38 },
    ArrowRight: { key: 'ArrowRight', code: 'ArrowRight', windowsVirtualKeyCode: 39 }, ArrowDown: { key: 'ArrowDown', code: 'ArrowDown', windowsVirtualKeyCode: 40 },
};

export class Page {
    /** Console errors, uncaught exceptions and policy violations. @type {string[]} */
    errors = [];

    /** Called when a new document has been loaded. */
    #arrived = () => {};
    #hasNetwork = false;

    constructor(browser, sessionId, contextId) {
        this.browser = browser;
        this.sessionId = sessionId;
        this.contextId = contextId;
    }

    async send(method, params) {
        // The domain reports every request, and stores its reply.
        if (method.startsWith('Network.') && !this.#hasNetwork) {
            this.#hasNetwork = true;
            await this.browser.send('Network.enable', {}, this.sessionId);
        }
        return this.browser.send(method, params, this.sessionId);
    }

    async start(languages) {
        this.browser.listen(this.sessionId, (method, params) => this.#hear(method, params));
        const userAgent = await this.browser.userAgent;
        await Promise.all([
            ...['Page.enable', 'Runtime.enable', 'Log.enable'].map((method) => this.send(method)),
            // Of several pages of one browser only one has the focus, but each page's user needs it.
            this.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
            this.send('Emulation.setLocaleOverride', { locale: languages.split(',')[0] }).catch(() => {}),
            this.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: languages }),
            this.send('Page.addScriptToEvaluateOnNewDocument', {
                source: `addEventListener('securitypolicyviolation', (e) => console.error('CSP violation: ' + e.effectiveDirective + ' ' + e.blockedURI + ' ' + e.sample));
                    ${this.browser.hasWorker ? '' : NO_WORKER} ${WATCH}`,
                runImmediately: true,
            }),
        ]);
    }

    #hear(method, params) {
        if (method === 'Runtime.exceptionThrown') {
            const { exceptionDetails: details } = params;
            this.errors.push(`exception: ${details.exception?.description ?? details.text}`);
        } else if (method === 'Runtime.consoleAPICalled' && params.type === 'error') {
            this.errors.push(`console: ${params.args.map((arg) => arg.value ?? arg.description ?? '').join(' ')}`);
        } else if (method === 'Log.entryAdded' && params.entry.level === 'error') {
            // The reply for music that is not analyzed yet. The browser logs it however the page handles it.
            if (/status of 404/.test(params.entry.text) && /\/(analysis|waveform)$/.test(params.entry.url ?? '')) return;
            this.errors.push(`log: ${params.entry.text} ${params.entry.url ?? ''}`);
        } else if (method === 'Input.dragIntercepted') {
            this.dragged = params.data;
        } else if (method === 'Runtime.executionContextCreated') {
            this.#arrived();
        } else if (method === 'Page.javascriptDialogOpening') {
            this.errors.push(`dialog: ${params.message}`);
            void this.send('Page.handleJavaScriptDialog', { accept: true });
        }
    }

    /** Without motion, unless `hasMotion` is set: dozens of frames a second without a graphics card would take most of the processor time. */
    async setViewport(width, height, dark = false) {
        this.width = width;
        const mobile = width < 600;
        await Promise.all([
            this.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile }),
            this.send('Emulation.setTouchEmulationEnabled', { enabled: mobile }),
            this.setScheme(dark),
        ]);
    }

    /** Switches to light or dark without changing the page. */
    async setScheme(dark) {
        await this.send('Emulation.setEmulatedMedia', { features: [
            { name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' },
            { name: 'prefers-reduced-motion', value: this.hasMotion ? 'no-preference' : 'reduce' },
        ] });
    }

    async open(url) {
        const { errorText } = await this.send('Page.navigate', { url });
        if (errorText) throw new Error(`${url}: ${errorText}`);
        await this.waitFor('document.readyState === "complete"');
    }

    async reload() {
        await this.evaluate('window.__before = true');
        await this.send('Page.reload');
        await this.waitFor('!window.__before && document.readyState === "complete"');
    }

    /** The value of an expression; promises are awaited. */
    async evaluate(expression) {
        const { result, exceptionDetails } = await this.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true, userGesture: true });
        if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
        return result.value;
    }

    /**
     * Waits until an expression is true, up to a time limit. A promise is awaited. The page itself checks whenever something happens in it.
     * @returns {Promise<any>} its value
     */
    async waitFor(condition, ms = WAIT_MS) {
        const value = await this.#watch((left) => `until(() => (${condition}), ${left})`, ms);
        if (!value) throw new Error(`Waited ${ms} ms for: ${condition}\n     ${await this.#shown()}`);
        return value;
    }

    /** The address and the beginning of the text of the page, for the message of a failure. */
    #shown() {
        const text = `[...document.querySelectorAll('main, dialog[open], .toast')].map((one) => one.innerText.trim().replace(/\\s+/g, ' ').slice(0, 300))`;
        return this.evaluate(`location.pathname + location.search + ': ' + ${text}.join(' | ')`).catch((error) => error.message);
    }

    async waitForElement(selector, ms) {
        await this.waitFor(`!!document.querySelector(${JSON.stringify(selector)})`, ms);
    }

    /** Calls the document's script, and that of the next document if this one is left. @param {(left: number) => string} call @param {number} ms */
    async #watch(call, ms) {
        const end = Date.now() + ms;
        for (;;) {
            const left = Math.max(0, end - Date.now());
            const arrived = new Promise((resolve) => { this.#arrived = resolve; });
            try {
                const value = await within(left + 5000, this.evaluate(`window.__watch ? window.__watch.${call(left)} : '__none'`));
                if (value !== '__none') return value;
                await this.evaluate(WATCH);
            } catch (error) {
                if (!LEFT.test(error.message)) throw error;
                if (left === 0) return false;
                await Promise.race([arrived, pause(100)]);
            }
        }
    }

    /** Waits until the page has finished loading, as users do. */
    async settle() {
        if (!(await this.#watch((left) => `settled(${left})`, WAIT_MS))) throw new Error('The page does not settle.');
    }

    /** The point at which a real pointer would hit the element. Fails if something covers it. */
    point(selector) {
        return this.#find('point', selector);
    }

    async #find(how, selector) {
        const at = await this.#watch((left) => `${how}(${JSON.stringify(selector)}, ${left})`, WAIT_MS);
        if (!at || at.problem) throw new Error(`${selector} ${at?.problem ?? 'is on a page that is left again and again'}`);
        return at;
    }

    /** Clicks, and again if the element was redrawn under the pointer. Fails if another element took the click. */
    async click(selector) {
        for (let tries = 5; tries > 0; tries--) {
            const { x, y } = await this.#find('aim', selector);
            await Promise.all([
                this.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y }),
                this.send('Input.dispatchMouseEvent', { type: 'mousePressed', x, y, button: 'left', clickCount: 1 }),
                this.send('Input.dispatchMouseEvent', { type: 'mouseReleased', x, y, button: 'left', clickCount: 1 }),
            ]);
            const end = await this.evaluate(`window.__watch?.taken() ?? 'clicked'`).catch(() => 'clicked');
            if (end === 'clicked') return;
            // An element that scrolls by itself, such as lyrics, may have moved.
            if (end !== 'gone' && end !== 'moved') throw new Error(`The click on ${selector} went to ${end}`);
        }
        throw new Error(`${selector} is drawn anew or moves again and again`);
    }

    /** Waits until no fade or movement is running, because a fading element has less contrast. */
    atRest() {
        return this.waitFor(`!document.documentElement.dataset.transition && document.getAnimations().every(({ effect, playState, timeline }) => timeline !== document.timeline || playState !== 'running' || effect.getComputedTiming().iterations === Infinity)`);
    }

    /** Moves a finger from one place to another. */
    async swipe(from, to) {
        await this.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
        for (let part = 1; part <= 6; part++) {
            const at = { x: from.x + (to.x - from.x) * part / 6, y: from.y + (to.y - from.y) * part / 6 };
            await this.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at] });
        }
        await this.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    }

    /** Drags an element with the mouse and drops it at a place. `before` runs before the drop. */
    async drag(selector, place, before = async () => {}) {
        const { x, y } = await this.point(selector);
        this.dragged = undefined;
        await this.send('Input.setInterceptDrags', { enabled: true });
        await this.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
        await this.send('Input.dispatchMouseEvent', { type: 'mousePressed', x, y, button: 'left', clickCount: 1 });
        for (let far = 4; far <= 40 && !this.dragged; far += 4) {
            await this.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: x + far, y: y + far, button: 'left', buttons: 1 });
            await this.evaluate('window.__watch.frames()');
        }
        if (!this.dragged) throw new Error(`${selector} cannot be dragged`);
        for (const type of ['dragEnter', 'dragOver', 'dragOver']) await this.send('Input.dispatchDragEvent', { type, ...place, data: this.dragged });
        await before();
        await this.send('Input.dispatchDragEvent', { type: 'drop', ...place, data: this.dragged });
        await this.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...place, button: 'left', clickCount: 1 });
        await this.send('Input.setInterceptDrags', { enabled: false });
    }

    async hover(selector) {
        const { x, y } = await this.point(selector);
        await this.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
    }

    async type(text) {
        await Promise.all([...text].flatMap((character) => [
            this.send('Input.dispatchKeyEvent', { type: 'keyDown', text: character, key: character }),
            this.send('Input.dispatchKeyEvent', { type: 'keyUp', key: character }),
        ]));
    }

    /** Pastes text with line breaks at the focus. The protocol's own input reaches only one page of a browser. */
    async paste(text) {
        await this.evaluate(`document.execCommand('insertText', false, ${JSON.stringify(text)})`);
    }

    /** Clicks a field, empties it and types. */
    async fill(selector, text) {
        await this.click(selector);
        await this.evaluate(`document.querySelector(${JSON.stringify(selector)}).select?.()`);
        // Inserting an empty text does not remove the selection.
        await (text ? this.type(text) : this.press('Backspace'));
    }

    /** @param {string} name a named key or one character @param {{ shift?: boolean, control?: boolean }} [options] */
    async press(name, { shift = false, control = false } = {}) {
        const key = KEYS[name] ?? { key: name, text: name, windowsVirtualKeyCode: name === ' ' ? 32 : name.toUpperCase().charCodeAt(0), code: name === ' ' ? 'Space' : undefined };
        const modifiers = (shift ? 8 : 0) + (control ? 2 : 0);
        await Promise.all([
            this.send('Input.dispatchKeyEvent', { type: 'keyDown', modifiers, ...key, text: control ? undefined : key.text }),
            this.send('Input.dispatchKeyEvent', { type: 'keyUp', modifiers, ...key, text: undefined }),
        ]);
    }

    async screenshot(path) {
        const { data } = await this.send('Page.captureScreenshot', { format: 'png' });
        await writeFile(path, Buffer.from(data, 'base64'));
    }

    async close() {
        await this.browser.send('Target.disposeBrowserContext', { browserContextId: this.contextId }).catch(() => {});
    }
}
