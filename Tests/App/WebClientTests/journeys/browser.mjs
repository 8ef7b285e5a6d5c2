// Controls Chromium without libraries: the DevTools protocol over a pipe (file descriptors 3 and 4, messages end with NUL). One Browser has one
// process and one profile. `context()` creates a new user with separate cookies and storage.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { Page, pause } from './page.mjs';

export { pause };

/**
 * The digest of the public key of the server under test. A browser that trusts the key caches as usual. A browser that merely ignores certificate
 * errors caches nothing.
 * @returns {Promise<string>}
 */
const trustedKey = () =>
    new Promise((resolve, reject) => {
        const { hostname, port } = new URL(process.env.RONDO_URL ?? '');
        const socket = connect({ host: hostname, port: Number(port), servername: hostname, rejectUnauthorized: false }, () => {
            const key = socket.getPeerX509Certificate()?.publicKey.export({ type: 'spki', format: 'der' });
            socket.end();
            resolve(createHash('sha256').update(key ?? '').digest('base64'));
        });
        socket.on('error', reject);
    });

/** If installed, it starts in a quarter of the time and draws no window. */
const SHELL = '/usr/bin/chromium-headless-shell';

export class Browser {
    #next = 1;
    #calls = new Map();
    #listeners = new Map();
    #rest = Buffer.alloc(0);

    /**
     * @param {{ program?: string, options?: string[], hasWorker?: boolean }} [parts] `options`: additional options of the program; `hasWorker`:
     * whether pages install their service worker
     */
    static async launch({ program = process.env.CHROMIUM ?? (existsSync(SHELL) ? SHELL : 'chromium'), options = [], hasWorker = false } = {}) {
        const browser = new Browser();
        browser.hasWorker = hasWorker;
        browser.profile = await mkdtemp(join(tmpdir(), 'rondo-journey-'));
        browser.process = spawn(program, [
            '--headless=new', '--remote-debugging-pipe', `--user-data-dir=${browser.profile}`, '--no-first-run', '--no-default-browser-check',
            '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-extensions', '--disable-background-networking', '--disable-component-update',
            '--ignore-certificate-errors', `--ignore-certificate-errors-spki-list=${await trustedKey()}`, '--autoplay-policy=no-user-gesture-required', '--mute-audio', '--lang=en-US',
            // Chromium 156 draws the popups of each window's address bar in a separate renderer, which is not needed here.
            '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup',
            // A headless browser reports no pointer. These options give it a mouse that hovers.
            '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4', '--force-color-profile=srgb', ...options, 'about:blank',
        ], { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] });
        browser.process.stderr.resume();
        browser.process.on('exit', () => browser.#fail(new Error('The browser has ended.')));
        browser.process.on('error', (error) => browser.#fail(error));
        browser.process.stdio[3].on('error', () => {});
        browser.process.stdio[4].on('data', (chunk) => browser.#read(chunk));
        // Makes the browser identify itself as a desktop browser.
        browser.userAgent = browser.send('Browser.getVersion').then(({ userAgent }) => userAgent.replace('Headless', ''));
        return browser;
    }

    /** @param {string} method @param {object} [params] @param {string} [sessionId] @returns {Promise<any>} */
    send(method, params = {}, sessionId) {
        const id = this.#next++;
        return new Promise((resolve, reject) => {
            this.#calls.set(id, { resolve, reject, method });
            this.process.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + '\0');
        });
    }

    /** @param {string} sessionId @param {(method: string, params: any) => void} listener */
    listen(sessionId, listener) {
        this.#listeners.set(sessionId, listener);
    }

    /** @param {{ width?: number, height?: number, dark?: boolean, languages?: string, hasMotion?: boolean }} [options] */
    async context({ width = 1280, height = 800, dark = false, languages = 'en-US', hasMotion = false } = {}) {
        const { browserContextId } = await this.send('Target.createBrowserContext');
        const { targetId } = await this.send('Target.createTarget', { url: 'about:blank', browserContextId });
        const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
        const page = new Page(this, sessionId, browserContextId);
        page.hasMotion = hasMotion;
        await page.start(languages);
        await page.setViewport(width, height, dark);
        return page;
    }

    /** Another tab of the same user. @param {Page} other */
    async tab(other) {
        const { targetId } = await this.send('Target.createTarget', { url: 'about:blank', browserContextId: other.contextId });
        const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
        const page = new Page(this, sessionId, other.contextId);
        await page.start('en-US');
        await page.setViewport(other.width, 800);
        page.end = () => this.send('Target.closeTarget', { targetId });
        return page;
    }

    async close() {
        const ended = new Promise((resolve) => this.process.once('exit', resolve));
        this.send('Browser.close').catch(() => {});
        await Promise.race([ended, pause(4000).then(() => this.process.kill('SIGKILL'))]);
        await rm(this.profile, { recursive: true, force: true, maxRetries: 5 }).catch(() => {});
    }

    /** @param {Buffer} chunk */
    #read(chunk) {
        this.#rest = Buffer.concat([this.#rest, chunk]);
        for (let end = this.#rest.indexOf(0); end >= 0; end = this.#rest.indexOf(0)) {
            const message = JSON.parse(this.#rest.subarray(0, end).toString('utf8'));
            this.#rest = this.#rest.subarray(end + 1);
            const call = this.#calls.get(message.id);
            if (call) {
                this.#calls.delete(message.id);
                if (message.error) call.reject(new Error(`${call.method}: ${message.error.message}`));
                else call.resolve(message.result);
            } else if (message.method) {
                this.#listeners.get(message.sessionId)?.(message.method, message.params);
            }
        }
    }

    /** @param {Error} error */
    #fail(error) {
        for (const call of this.#calls.values()) call.reject(error);
        this.#calls.clear();
    }
}
