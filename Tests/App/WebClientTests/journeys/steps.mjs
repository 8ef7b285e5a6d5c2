// The parts of every journey: steps that are printed line by line, and an end that says whether one failed.

import { request } from 'node:https';

let failed = 0;

/** The selector of what the client calls `name`. */
export const id = (name) => `[data-testid="${name}"]`;

/** Tells how it went, and lets the journey go on where it failed. */
export async function step(name, run) {
    try {
        await run();
        console.log(`ok   ${name}`);
    } catch (error) {
        failed += 1;
        console.log(`FAIL ${name}: ${error.message}`);
    }
}

export function expect(condition, text) {
    if (!condition) throw new Error(text);
}

/** The cookies of a new session. @param {string} address @param {string} userAgent @param {object} body @returns {Promise<string[]>} */
const session = (address, userAgent, body) =>
    new Promise((resolve, reject) => {
        const headers = { 'Content-Type': 'application/json', 'User-Agent': userAgent, Origin: address };
        const asked = request(`${address}/api/v1/session`, { method: 'POST', headers, rejectUnauthorized: false }, (reply) => {
            reply.resume();
            if (reply.statusCode >= 300) reject(new Error(`Signing in is answered by ${reply.statusCode}.`));
            else resolve(reply.headers['set-cookie'] ?? []);
        });
        asked.on('error', reject);
        asked.end(JSON.stringify(body));
    });

/** Signs somebody in without their typing, and leaves the page as it is. @param {import('./page.mjs').Page} page */
export async function signIn(page, username = process.env.RONDO_USER, password = process.env.RONDO_PASSWORD) {
    const address = process.env.RONDO_URL.replace(/\/$/, '');
    const cookies = (await session(address, await page.browser.userAgent, { username, password })).map((line) => {
        const [pair, ...attributes] = line.split('; ');
        const place = pair.indexOf('=');
        const has = (name) => attributes.some((one) => one.toLowerCase() === name);
        return { name: pair.slice(0, place), value: pair.slice(place + 1), url: address, path: '/', secure: has('secure'), httpOnly: has('httponly') };
    });
    await page.browser.send('Storage.setCookies', { cookies, browserContextId: page.contextId });
}

/** A page of a browser of its own, in which the user that the environment names is signed in. */
export async function signedIn(browser, width, height, dark) {
    const page = await browser.context({ width, height, dark });
    await signIn(page);
    await page.open(`${process.env.RONDO_URL.replace(/\/$/, '')}/`);
    await page.waitForElement('main h1');
    return page;
}

/** Ends the process, with a status other than zero where a step failed. */
export function finish() {
    console.log(failed === 0 ? 'ok   everything' : `FAIL ${failed} steps`);
    process.exit(failed === 0 ? 0 : 1);
}

/** Tells of what kept the journey from going on at all. */
export function stopped(error) {
    failed += 1;
    console.log(`FAIL ${error.stack}`);
}
