// Device keys and limits in a real browser: a person makes a key, reads it once, renames and revokes it; an admin sees it, sets a limit
// and ends it.
//
//   RONDO_URL                    a running server
//   RONDO_USER, RONDO_PASSWORD   an admin of it
//   RONDO_SHOTS                  a folder for screenshots, if wanted

import { Browser } from './browser.mjs';
import { finish, id, step } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const shots = process.env.RONDO_SHOTS;
const text = (selector) => `document.querySelector('${selector}')?.textContent ?? ''`;

function expect(condition, what) {
    if (!condition) throw new Error(what);
}

async function signIn(page) {
    await page.open(`${base}/sign-in`);
    await page.fill(id('field-username'), process.env.RONDO_USER);
    await page.fill(id('field-password'), process.env.RONDO_PASSWORD);
    await page.click(id('sign-in'));
    await page.waitFor('location.pathname !== "/sign-in"');
}

async function makeKey(page, label) {
    await page.click(id('device-key-create'));
    await page.fill(`${id('device-key-dialog')} ${id('field-label')}`, label);
    await page.click(id('device-key-save'));
    await page.waitForElement(id('device-key-value'));
}

async function walk(page, size) {
    const shot = (name) => shots && page.screenshot(`${shots}/${size}-${name}.png`);
    await signIn(page);
    await page.open(`${base}/settings/apps`);
    await page.waitForElement(id('device-key-create'));
    await step(`${size}: a new key is shown once, with all that a player asks for`, async () => {
        await page.click(id('device-key-create'));
        await page.waitForElement(id('scope-admin'));
        await shot('device-key-form');
        await page.press('Escape');
        await makeKey(page, 'Symfonium');
        const key = await page.evaluate(`document.querySelector('${id('device-key-value')}').value`);
        expect(/^[A-Z2-7]{26}$/.test(key), `The key is ${key}.`);
        expect(await page.evaluate(`document.querySelector('${id('device-key-server')}').value`) === base, 'The address is another.');
        await page.waitFor(`document.querySelector('.qr-code img')?.naturalWidth > 0`);
        await shot('device-key-made');
        await page.click(id('device-key-done'));
        await page.waitFor(`(${text(id('device-key'))}).includes('Symfonium') && !document.querySelector('${id('device-key-value')}')`);
        expect(!(await page.evaluate('document.documentElement.outerHTML')).includes(key), 'The key is still in the page.');
    });
    await step(`${size}: a key is renamed, and revoked after a question`, async () => {
        await page.click(id('device-key-rename'));
        await page.fill(`${id('device-key-rename-dialog')} ${id('field-label')}`, 'Feishin');
        await page.click(id('device-key-rename-save'));
        await page.waitFor(`(${text(id('device-key'))}).includes('Feishin')`);
        await makeKey(page, 'Tempo');
        await page.click(id('device-key-done'));
        await page.waitForElement(id('device-key-revoke-all'));
        await page.evaluate(`document.querySelector('[data-part="device-keys"]').scrollIntoView({ block: 'center' })`);
        await shot('device-keys');
        await page.click(id('device-key-revoke'));
        await page.click(id('confirm'));
        await page.waitFor(`document.querySelectorAll('${id('device-key')}').length === 1`);
    });
    await step(`${size}: an admin sets a limit and ends somebody's keys`, async () => {
        await page.open(`${base}/administration/users`);
        await page.click(id('user-menu'));
        await page.click(id('user-access'));
        await page.waitForElement(`${id('access-dialog')} ${id('device-key')}`);
        await shot('access');
        await page.click(`${id('access-dialog')} ${id('device-key-revoke')}`);
        await page.click(id('confirm'));
        await page.waitFor(`document.querySelectorAll('${id('device-key')}').length === 0`);
        await page.evaluate(`document.querySelector('${id('field-maximumBitrate')}').value = '192'`);
        await page.click(id('access-save'));
        await page.waitFor(`(${text(id('user-bitrate'))}).includes('192')`);
        await page.click(id('user-menu'));
        await page.click(id('user-access'));
        await page.waitForElement(id('access-save'));
        await page.evaluate(`document.querySelector('${id('field-maximumBitrate')}').value = ''`);
        await page.click(id('access-save'));
        await page.waitFor(`!document.querySelector('${id('user-bitrate')}')`);
    });
    await step(`${size}: nothing was reported as an error`, async () => {
        const problems = page.errors.filter((line) => !/status of 401.*\/api\/v1\/me$/.test(line));
        expect(problems.length === 0, problems.join('\n'));
    });
}

const browser = await Browser.launch();
try {
    for (const [size, options] of [['desk', { width: 1280, height: 900 }], ['phone', { width: 390, height: 844, dark: true }]]) {
        const page = await browser.context(options);
        await step(`${size}: signs in`, () => walk(page, size));
        await page.close();
    }
} finally {
    await browser.close();
}
finish();
