// Shared parts of the pictures journey: its environment, and the way through its pages.

import { expect } from './steps.mjs';

export const base = process.env.RONDO_URL.replace(/\/$/, '');
export const shots = process.env.RONDO_SHOTS;
export const ready = `document.querySelector('main').getAttribute('aria-busy') !== 'true' && !!document.querySelector('main h1') && !document.querySelector('main .skeleton')`;

/** Calls the API as the page's user. */
export const call = (page, method, path, body) =>
    page.evaluate(`fetch('/api/v1${path}', { method: '${method}', headers: { 'Content-Type': 'application/json' }, body: ${body ? JSON.stringify(JSON.stringify(body)) : 'undefined'} }).then((reply) => reply.ok ? reply.text().then((text) => text && JSON.parse(text)) : reply.status)`);

export const follow = async (page, path) => {
    await page.evaluate(`(() => { const a = document.createElement('a'); a.href = ${JSON.stringify(path)}; document.body.append(a); a.click(); a.remove(); })()`);
    await page.waitFor(`location.pathname === ${JSON.stringify(path)} && ${ready}`);
};

/** Expects that nothing is wider than the window. */
export const fits = async (page, name) => expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'), `${name} is wider than the window.`);
