// Shared parts of every journey: steps that are printed line by line, and an exit status that reports a failed step.

import { request } from 'node:https';

let failed = 0;

/** The selector of the element with this test id. */
export const id = (name) => `[data-testid="${name}"]`;

/** Prints the result of a step. The journey continues after a failure. */
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

/** Signs a user in without typing, and leaves the page as it is. @param {import('./page.mjs').Page} page */
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

/** A page in a new context, with the user that the environment names signed in. */
export async function signedIn(browser, width, height, dark) {
    const page = await browser.context({ width, height, dark });
    await signIn(page);
    await page.open(`${process.env.RONDO_URL.replace(/\/$/, '')}/`);
    await page.waitForElement('main h1');
    return page;
}

/** Ends the process, with a non-zero status if a step failed. */
export function finish() {
    console.log(failed === 0 ? 'ok   everything' : `FAIL ${failed} steps`);
    process.exit(failed === 0 ? 0 : 1);
}

/** Reports an error that stopped the whole journey. */
export function stopped(error) {
    failed += 1;
    console.log(`FAIL ${error.stack}`);
}
