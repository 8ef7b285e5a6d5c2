// Shared parts of the hands journey: API calls, and actions of a mouse, a keyboard and a finger.

import { expect, id } from './steps.mjs';

export const base = process.env.RONDO_URL.replace(/\/$/, '');
export const shots = process.env.RONDO_SHOTS;
/** The time limit for a long press. The client reacts after 450 ms. */
export const HOLD_MS = 5_000;
export const row = (index) => `main tr[data-index="${index}"]`;
export const title = (index) => `${row(index)} .track-time`;
export const count = `(document.querySelector('${id('selection-count')}')?.textContent ?? '')`;
export const isClosed = `!document.querySelector('${id('selection-bar')}')`;
export const queued = `[...document.querySelectorAll('${id('queue-panel')} [data-entry] .track-title')].map((one) => one.textContent.trim())`;
export const titles = (amount) => `[...document.querySelectorAll('main tr[data-track] .track-title')].slice(0, ${amount}).map((one) => one.textContent.trim())`;
export const toast = `[...document.querySelectorAll('${id('toast')} p')].map((one) => one.textContent).join()`;
export const menu = `[...document.querySelectorAll('[role=menuitem]')].map((one) => one.textContent.trim())`;

export const follow = (page, path) => page.evaluate(`(() => { const a = document.createElement('a'); a.href = ${JSON.stringify(path)}; document.body.append(a); a.click(); a.remove(); })()`);
export const api = (page, path) => page.evaluate(`fetch('/api/v1${path}').then((reply) => reply.json())`);
export const post = (page, path, body) => page.evaluate(`fetch('/api/v1${path}', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: ${JSON.stringify(JSON.stringify(body))} }).then((reply) => reply.json())`);
export const choose = (page, label) => page.evaluate(`[...document.querySelectorAll('[role=menuitem]')].find((one) => one.textContent.trim() === ${JSON.stringify(label)}).click()`);
/** Presses the undo button of the last message. */
export const undo = async (page) => {
    await page.waitFor(`!!document.querySelector('${id('toast')}:last-child [data-action]')`);
    await page.evaluate(`document.querySelector('${id('toast')}:last-child [data-action]').click()`);
};

/** A mouse press with modifier keys, at the place of the element. */
export async function press(page, selector, modifiers = 0, { button = 'left', clickCount = 1 } = {}) {
    const { x, y } = await page.point(selector);
    await page.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y, modifiers });
    await page.send('Input.dispatchMouseEvent', { type: 'mousePressed', x, y, button, clickCount, modifiers });
    await page.send('Input.dispatchMouseEvent', { type: 'mouseReleased', x, y, button, clickCount, modifiers });
}
export const CONTROL = 2;
export const SHIFT = 8;

/** Holds a finger on the element until the page reacts. Tries again, because the list may be redrawn meanwhile. */
export async function hold(page, selector, isDone) {
    for (let tries = 3; tries > 0; tries -= 1) {
        const { x, y } = await page.point(selector);
        await page.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
        const hasDone = await page.waitFor(isDone, HOLD_MS).catch(() => false);
        await page.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
        if (hasDone) return;
    }
    throw new Error(`Nothing came of a finger that rests on ${selector}`);
}
export async function tap(page, selector) {
    const { x, y } = await page.point(selector);
    await page.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    await page.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
/** Two presses or taps in quick succession, without waiting for the page between them. */
export async function twice(page, selector, isTouch = false) {
    const { x, y } = await page.point(selector);
    const sent = [];
    for (const clickCount of [1, 2]) {
        if (isTouch) {
            sent.push(page.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] }));
            sent.push(page.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }));
        } else for (const type of ['mousePressed', 'mouseReleased']) sent.push(page.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount }));
    }
    await Promise.all(sent);
}
/** A horizontal swipe. `before` checks the page before the finger is lifted. */
export async function swipe(page, selector, by, before = async () => {}) {
    const { x, y } = await page.point(selector);
    await page.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    for (let part = 1; part <= 8; part += 1) await page.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x + (by * part) / 8, y: y + 1 }] });
    await before();
    await page.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/**
 * Pulls the page down until it shows that the distance is enough. The finger trembles, because the browser holds back the last of several quick
 * movements until the next one. Tries again, because the list may be redrawn meanwhile.
 */
export async function pull(page, selector, isFar) {
    for (let tries = 3; tries > 0; tries -= 1) {
        await page.waitFor('scrollTo(0, 0), scrollY === 0');
        const { x, y } = await page.point(selector);
        await page.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
        for (let part = 1; part <= 40; part += 1) {
            await page.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: y + Math.min(200, part * 20) + (part % 2) }] });
            if (part >= 10 && await page.waitFor(isFar, 0).catch(() => false)) return;
        }
        await page.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    }
    throw new Error(`Nothing came of a finger that pulls ${selector} down`);
}

export async function tracksPage(page) {
    await follow(page, '/library/tracks');
    await page.waitFor(`location.pathname === '/library/tracks' && !!document.querySelector('${row(12)}')`);
    await page.evaluate('scrollTo(0, 0)');
    await page.waitForElement(row(0));
}
/** Starts at Home with an empty queue. Repeats, because an open or closing client writes its own queue again. */
export async function empty(page) {
    const request = JSON.stringify({ method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: '{"trackIds":[],"currentIndex":0,"positionMs":0}' });
    for (let tries = 5; tries > 0; tries -= 1) {
        await page.open(`${base}/boot.js`);
        await page.evaluate(`fetch('/api/v1/queue', ${request}).then((reply) => reply.text())`);
        await page.open(`${base}/`);
        await page.waitForElement('main h1');
        if (await page.evaluate(`fetch('/api/v1/queue').then((reply) => reply.json()).then(({ items }) => items.length === 0)`)) return;
    }
    throw new Error('Something is stored in the queue again and again.');
}
export const isFine = (page) => async () => {
    const problems = page.errors.filter((line) => !/status of 401.*\/api\/v1\/me$/.test(line));
    expect(problems.length === 0, problems.join('\n'));
    expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'), 'The page is wider than the window.');
};
