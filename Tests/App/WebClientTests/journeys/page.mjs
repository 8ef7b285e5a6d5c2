// A page of a Browser: what a person does there, and what they see.

import { writeFile } from 'node:fs/promises';

// Generous: both processors may be busy with other tests.
const WAIT_MS = 20_000;
const SETTLE_MS = 1_500;

/** @param {number} ms */
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

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

    constructor(browser, sessionId, contextId) {
        this.browser = browser;
        this.sessionId = sessionId;
        this.contextId = contextId;
    }

    send(method, params) {
        return this.browser.send(method, params, this.sessionId);
    }

    async start(languages) {
        this.browser.listen(this.sessionId, (method, params) => this.#hear(method, params));
        await Promise.all(['Page.enable', 'Runtime.enable', 'Log.enable', 'Network.enable'].map((method) => this.send(method)));
        // Of several pages of one browser only one has the focus; people sit before each of them.
        await this.send('Emulation.setFocusEmulationEnabled', { enabled: true });
        await this.send('Emulation.setLocaleOverride', { locale: languages.split(',')[0] }).catch(() => {});
        await this.send('Network.setUserAgentOverride', { userAgent: (await this.browser.send('Browser.getVersion')).userAgent, acceptLanguage: languages });
        await this.send('Page.addScriptToEvaluateOnNewDocument', {
            source: `addEventListener('securitypolicyviolation', (e) => console.error('CSP violation: ' + e.effectiveDirective + ' ' + e.blockedURI + ' ' + e.sample));
                window.__asking = 0;
                const ask = window.fetch;
                window.fetch = async (...call) => {
                    window.__asking++;
                    try { return await ask(...call); } finally { setTimeout(() => window.__asking--, 30); }
                };`,
        });
    }

    #hear(method, params) {
        if (method === 'Runtime.exceptionThrown') {
            const { exceptionDetails: details } = params;
            this.errors.push(`exception: ${details.exception?.description ?? details.text}`);
        } else if (method === 'Runtime.consoleAPICalled' && params.type === 'error') {
            this.errors.push(`console: ${params.args.map((arg) => arg.value ?? arg.description ?? '').join(' ')}`);
        } else if (method === 'Log.entryAdded' && params.entry.level === 'error') {
            // The answer for music that waits for its analysis; the browser logs it whatever the page makes of it.
            if (/status of 404/.test(params.entry.text) && /\/(analysis|waveform)$/.test(params.entry.url ?? '')) return;
            this.errors.push(`log: ${params.entry.text} ${params.entry.url ?? ''}`);
        } else if (method === 'Input.dragIntercepted') {
            this.dragged = params.data;
        } else if (method === 'Page.javascriptDialogOpening') {
            this.errors.push(`dialog: ${params.message}`);
            void this.send('Page.handleJavaScriptDialog', { accept: true });
        }
    }

    /** Without motion, unless `hasMotion` is set: dozens of frames a second, drawn without a graphics card, take more of the processors than all the rest. */
    async setViewport(width, height, dark = false) {
        this.width = width;
        const mobile = width < 600;
        await this.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile });
        await this.send('Emulation.setTouchEmulationEnabled', { enabled: mobile });
        await this.setScheme(dark);
    }

    /** Light or dark, with the page as it is. */
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

    /** Waits until an expression is true, with a bound. */
    async waitFor(condition, ms = WAIT_MS) {
        const until = Date.now() + ms;
        for (;;) {
            const value = await this.evaluate(`(() => { try { return (${condition}); } catch { return false; } })()`).catch(() => false);
            if (value) return value;
            if (Date.now() > until) throw new Error(`Waited ${ms} ms for: ${condition}`);
            await pause(60);
        }
    }

    async waitForElement(selector, ms) {
        await this.waitFor(`!!document.querySelector(${JSON.stringify(selector)})`, ms);
    }

    /** People wait for a page that still builds itself up; what asks for longer is not waited for. */
    async settle() {
        await this.waitFor('!window.__asking && !document.documentElement.dataset.transition', SETTLE_MS).catch(() => {});
    }

    /** Where a real pointer would hit the element; fails when something covers it. */
    async point(selector) {
        await this.waitForElement(selector);
        await this.settle();
        const until = Date.now() + WAIT_MS;
        for (let last = ''; ;) {
            const at = await this.evaluate(`(() => {
                const element = document.querySelector(${JSON.stringify(selector)});
                if (!element) return null;
                const seen = element.getBoundingClientRect();
                if (seen.top < 0 || seen.bottom > innerHeight || !element.contains(document.elementFromPoint(seen.left + seen.width / 2, seen.top + seen.height / 2))) {
                    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
                }
                const box = element.getBoundingClientRect();
                const x = box.left + box.width / 2, y = box.top + box.height / 2;
                const hit = document.elementFromPoint(x, y);
                return { x, y, hit: !!hit && (element.contains(hit) || hit.contains(element)), inside: element.contains(hit), by: hit ? hit.outerHTML.slice(0, 120) : 'nothing' };
            })()`);
            const now = JSON.stringify(at);
            if (at?.hit && now === last) return at;
            last = now;
            if (Date.now() > until) throw new Error(`${selector} cannot be clicked, it is covered by ${at?.by}`);
            await pause(60);
        }
    }

    /** Clicks, and again when the element was drawn anew under the pointer; fails when something else took the click. */
    async click(selector) {
        for (let tries = 5; tries > 0; tries--) {
            const { x, y, inside } = await this.point(selector);
            await this.evaluate(`(() => {
                const aim = window.__aim = { element: document.querySelector(${JSON.stringify(selector)}), taken: '' };
                if (!aim.element) return;
                // Where a list has just moved, another of the same kind takes the click.
                const hasMoved = () => { const box = aim.element.getBoundingClientRect(); return ${y} < box.top || ${y} > box.bottom || ${x} < box.left || ${x} > box.right; };
                const isMeant = (target) => aim.element.contains(target) || (!!target.closest(${JSON.stringify(selector)}) && hasMoved()) || target.closest('label')?.contains(aim.element) || (!${inside} && target.contains(aim.element));
                addEventListener('click', ({ target }) => { aim.taken = isMeant(target) ? 'clicked' : hasMoved() ? 'moved' : target.outerHTML.slice(0, 120); }, { capture: true, once: true });
            })()`);
            await this.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
            await this.send('Input.dispatchMouseEvent', { type: 'mousePressed', x, y, button: 'left', clickCount: 1 });
            await this.send('Input.dispatchMouseEvent', { type: 'mouseReleased', x, y, button: 'left', clickCount: 1 });
            // A page that was left by the click has forgotten it.
            const end = await this.evaluate(`(() => {
                const aim = window.__aim;
                if (!aim) return 'clicked';
                if (aim.taken) return aim.taken;
                // A list that moved between press and release makes no click of them.
                return aim.element?.matches(':disabled, select') ? 'clicked' : 'gone';
            })()`).catch(() => 'clicked');
            if (end === 'clicked') return;
            // What scrolls by itself, as words do with the music, may be elsewhere by now.
            if (end !== 'gone' && end !== 'moved') throw new Error(`The click on ${selector} went to ${end}`);
        }
        throw new Error(`${selector} is drawn anew or moves again and again`);
    }

    /** Until nothing fades or moves any more: what fades in has less contrast until it is there. */
    atRest() {
        return this.waitFor(`!document.documentElement.dataset.transition && document.getAnimations().every(({ effect, playState, timeline }) => timeline !== document.timeline || playState !== 'running' || effect.getComputedTiming().iterations === Infinity)`);
    }

    /** A finger that goes from one place to another. */
    async swipe(from, to) {
        await this.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
        for (let part = 1; part <= 6; part++) {
            const at = { x: from.x + (to.x - from.x) * part / 6, y: from.y + (to.y - from.y) * part / 6 };
            await this.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at] });
        }
        await this.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    }

    /** A mouse that takes an element along and drops it at a place; `before` is run when it is there. */
    async drag(selector, place, before = async () => {}) {
        const { x, y } = await this.point(selector);
        this.dragged = undefined;
        await this.send('Input.setInterceptDrags', { enabled: true });
        await this.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
        await this.send('Input.dispatchMouseEvent', { type: 'mousePressed', x, y, button: 'left', clickCount: 1 });
        for (let far = 4; far <= 24 && !this.dragged; far += 4) {
            await this.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: x + far, y: y + far, button: 'left', buttons: 1 });
            await pause(40);
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
        for (const character of text) {
            await this.send('Input.dispatchKeyEvent', { type: 'keyDown', text: character, key: character });
            await this.send('Input.dispatchKeyEvent', { type: 'keyUp', key: character });
        }
    }

    /** Pastes text, lines and all, where the focus is; the input of the protocol goes to one page of a browser only. */
    async paste(text) {
        await this.evaluate(`document.execCommand('insertText', false, ${JSON.stringify(text)})`);
    }

    /** Clicks a field, empties it and types. */
    async fill(selector, text) {
        await this.click(selector);
        await this.evaluate(`document.querySelector(${JSON.stringify(selector)}).select?.()`);
        // Inserting nothing does not take away what is selected.
        await (text ? this.type(text) : this.press('Backspace'));
    }

    /** @param {string} name a named key or one character @param {{ shift?: boolean, control?: boolean }} [options] */
    async press(name, { shift = false, control = false } = {}) {
        const key = KEYS[name] ?? { key: name, text: name, windowsVirtualKeyCode: name === ' ' ? 32 : name.toUpperCase().charCodeAt(0), code: name === ' ' ? 'Space' : undefined };
        const modifiers = (shift ? 8 : 0) + (control ? 2 : 0);
        await this.send('Input.dispatchKeyEvent', { type: 'keyDown', modifiers, ...key, text: control ? undefined : key.text });
        await this.send('Input.dispatchKeyEvent', { type: 'keyUp', modifiers, ...key, text: undefined });
    }

    async screenshot(path) {
        const { data } = await this.send('Page.captureScreenshot', { format: 'png' });
        await writeFile(path, Buffer.from(data, 'base64'));
    }

    async close() {
        await this.browser.send('Target.disposeBrowserContext', { browserContextId: this.contextId }).catch(() => {});
    }
}
