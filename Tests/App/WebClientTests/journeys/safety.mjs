// Two-factor sign-in and backups in a real browser: a person sets a second factor up, writes the recovery codes down, signs in by a code
// and by a recovery code, and switches it off; an admin makes a backup, verifies it and sets the schedule.
//
//   RONDO_URL                    a running server
//   RONDO_USER, RONDO_PASSWORD   an admin of it
//   RONDO_SHOTS                  a folder for screenshots, if wanted

import { createHmac } from 'node:crypto';
import { Browser } from './browser.mjs';
import { expect, finish, id, step } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const shots = process.env.RONDO_SHOTS;
const value = (selector) => `document.querySelector('${selector}')?.value ?? ''`;

/** RFC 6238, apart from the server's own. @param {string} secret in Base32 @param {number} [later] steps from now */
function code(secret, later = 0) {
    const bits = [...secret].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('');
    const key = Buffer.from(bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)));
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30000) + later));
    const digest = createHmac('sha1', key).update(counter).digest();
    return String((digest.readUInt32BE(digest[19] & 15) & 0x7fffffff) % 1000000).padStart(6, '0');
}

async function password(page) {
    await page.open(`${base}/sign-in`);
    await page.fill(id('field-username'), process.env.RONDO_USER);
    await page.fill(id('field-password'), process.env.RONDO_PASSWORD);
    await page.click(id('sign-in'));
}

async function signOut(page) {
    await page.open(`${base}/profile`);
    await page.click(id('sign-out'));
    await page.waitFor('location.pathname === "/sign-in"');
}

async function walk(page, size) {
    const shot = (name) => shots && page.screenshot(`${shots}/${size}-${name}.png`);
    await password(page);
    await page.waitFor('location.pathname !== "/sign-in"');
    let secret = '';
    let recovery = [];
    await step(`${size}: a second factor is set up by a code of it`, async () => {
        await page.open(`${base}/settings/security`);
        await page.click(id('two-factor-enable'));
        await page.fill(`${id('two-factor-dialog')} ${id('field-password')}`, process.env.RONDO_PASSWORD);
        await page.click(id('two-factor-submit'));
        await page.waitFor(`document.querySelector('.qr-code img')?.naturalWidth > 0`);
        secret = await page.evaluate(value(id('two-factor-secret')));
        expect(/^[A-Z2-7]{32}$/.test(secret), `The secret is ${secret}.`);
        await shot('two-factor-set-up');
        await page.fill(`${id('two-factor-dialog')} ${id('field-code')}`, '000000');
        await page.click(id('two-factor-submit'));
        await page.waitFor(`document.querySelector('${id('field-code')}').getAttribute('aria-invalid') === 'true'`);
        await page.fill(`${id('two-factor-dialog')} ${id('field-code')}`, code(secret));
        await page.click(id('two-factor-submit'));
        await page.waitForElement(id('recovery-codes'));
        recovery = (await page.evaluate(value(id('recovery-codes-text')))).split(' ');
        expect(recovery.length === 10, `There are ${recovery.length} codes.`);
        await shot('recovery-codes');
        await page.click(id('codes-stored'));
        await page.waitForElement(id('two-factor-disable'));
    });
    await step(`${size}: signing in takes a code, and each works once`, async () => {
        await signOut(page);
        await password(page);
        await page.waitForElement(id('code-form'));
        await shot('code');
        await page.fill(id('field-code'), recovery[0]);
        await page.click(id('code-submit'));
        await page.waitFor('location.pathname !== "/sign-in"');
        await signOut(page);
        await password(page);
        await page.waitForElement(id('code-form'));
        await page.fill(id('field-code'), recovery[0]);
        await page.click(id('code-submit'));
        await page.waitFor(`document.querySelector('${id('field-code')}').getAttribute('aria-invalid') === 'true'`);
        await page.fill(id('field-code'), code(secret, 1));
        await page.click(id('code-submit'));
        await page.waitFor('location.pathname !== "/sign-in"');
    });
    await step(`${size}: it is switched off by password and code`, async () => {
        await page.open(`${base}/settings/security`);
        await page.click(id('two-factor-disable'));
        await page.fill(`${id('two-factor-dialog')} ${id('field-password')}`, process.env.RONDO_PASSWORD);
        await page.fill(`${id('two-factor-dialog')} ${id('field-code')}`, recovery[1]);
        await page.click(id('two-factor-submit'));
        await page.waitForElement(id('two-factor-enable'));
    });
    await step(`${size}: an admin makes a backup, verifies it and sets the schedule`, async () => {
        await page.open(`${base}/administration/backups`);
        await page.waitForElement('[data-part=list] h2');
        const rows = `document.querySelectorAll('${id('backup-row')}').length`;
        const before = await page.evaluate(rows);
        await page.click(id('backup-now'));
        await page.waitFor(`${rows} === ${before + 1}`);
        await page.click(id('backup-verify'));
        await page.waitFor(`document.querySelector('${id('backup-row')} ${id('backup-verified')}') !== null`);
        for (const name of ['backup-restore', 'backup-delete']) {
            await page.click(id(name));
            await page.waitForElement(id('confirm'));
            await page.press('Escape');
            await page.waitFor(`!document.querySelector('dialog[open]')`);
            // A redraw of the rows asks the server first; this is answered after it.
            await page.evaluate(`fetch('/api/v1/backups/status').then(() => fetch('/api/v1/backups')).then((reply) => reply.text())`);
            expect(await page.evaluate(`document.activeElement?.dataset.testid === '${name}'`), `${name} has lost the focus.`);
        }
        await page.evaluate(`document.querySelector('${id('schedule-enabled')}').checked = true`);
        await page.click(id('schedule-save'));
        await page.waitForElement(id('schedule-next'));
        await page.evaluate('scrollTo(0, 0)');
        await shot('backups');
        await page.open(`${base}/administration/security`);
        await page.waitForElement(id('require-admin'));
        await page.waitForElement(id('mail-state'));
        await shot('security');
    });
    await step(`${size}: nothing was reported as an error`, async () => {
        const problems = page.errors.filter((line) => !/status of (400|401)/.test(line));
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
