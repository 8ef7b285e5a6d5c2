// Letters that really arrive, and the pages that their links open: an address is confirmed, a forgotten password replaced, and somebody
// whom an admin has added takes the invitation.
//
//   RONDO_URL        a running server with a mail server; ada, who has an address, administers it
//   RONDO_PASSWORD   hers
//   RONDO_LETTERS    where the mail server keeps what it takes, as 1.eml and so on
//   RONDO_SHOTS      a folder for screenshots, if wanted

import { existsSync, readFileSync } from 'node:fs';
import { Browser, pause } from './browser.mjs';
import { expect, finish, id, step, stopped } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const shots = process.env.RONDO_SHOTS;
const NEW = 'nineteen copper kettles sing';

/** The text of the letter of that number, once it has come. */
async function letter(number) {
    const path = `${process.env.RONDO_LETTERS}/${number}.eml`;
    for (const until = Date.now() + 40_000; !existsSync(path);) {
        if (Date.now() > until) throw new Error(`Letter ${number} never came.`);
        await pause(100);
    }
    const text = readFileSync(path, 'utf8');
    return { text, body: Buffer.from(text.slice(text.indexOf('\r\n\r\n')), 'base64').toString('utf8') };
}

/** The address in a letter that leads to `page`. */
function link(body, page) {
    const found = body.match(new RegExp(`https://[^\\s]+/${page}#[A-Za-z0-9_-]+`));
    if (!found) throw new Error(`No link to ${page} in: ${body}`);
    return found[0];
}

async function signIn(page, name, password) {
    await page.open(`${base}/sign-in`);
    await page.waitForElement(id('sign-in-form'));
    await page.fill(id('field-username'), name);
    await page.fill(id('field-password'), password);
    await page.click(id('sign-in'));
}

const browser = await Browser.launch();
try {
    const ada = await browser.context({ width: 1280, height: 900 });
    const phone = await browser.context({ width: 390, height: 844, dark: true });
    const snap = async (page, name) => { if (shots) await page.screenshot(`${shots}/mail-${name}-${page.width}.png`); };
    const fits = async (page) => {
        const extra = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
        expect(extra <= 0, `The page is ${extra} px too wide.`);
    };

    await step('an address is confirmed by the link of the letter, when its button is pressed', async () => {
        await signIn(ada, 'ada', process.env.RONDO_PASSWORD);
        await ada.waitFor('location.pathname === "/"');
        await ada.open(`${base}/settings/notifications`);
        await ada.waitForElement(id('email-confirm'));
        await ada.click(id('email-confirm'));
        const { text, body } = await letter(1);
        expect(text.includes("['ada@example.org']"), 'It went to somebody else.');
        await phone.open(link(body, 'confirm-email'));
        await phone.waitForElement(id('confirm-email'));
        await snap(phone, 'confirm');
        await fits(phone);
        const before = await ada.evaluate(`fetch('/api/v1/me/mail').then((reply) => reply.json())`);
        expect(before.confirmed === false, 'Looking at the link was enough.');
        await phone.click(id('confirm-email'));
        await phone.waitForElement(id('email-confirmed'));
        await snap(phone, 'confirmed');
        const after = await ada.evaluate(`fetch('/api/v1/me/mail').then((reply) => reply.json())`);
        expect(after.confirmed === true, 'It is not confirmed.');
    });
    await step('a forgotten password is replaced by the link of the letter, once', async () => {
        await phone.open(`${base}/sign-in`);
        await phone.waitForElement(id('forgotten'));
        await phone.click(id('forgotten'));
        await phone.waitForElement(id('forgotten-form'));
        await snap(phone, 'forgotten');
        await fits(phone);
        await phone.fill(id('field-identity'), 'ADA@example.org');
        await phone.click(id('forgotten-submit'));
        await phone.waitForElement(id('forgotten-done'));
        await snap(phone, 'forgotten-done');
        const address = link((await letter(2)).body, 'welcome');
        await phone.open(address);
        await phone.waitForElement(id('welcome-form'));
        await snap(phone, 'welcome');
        await fits(phone);
        await phone.fill(id('field-password'), NEW);
        await phone.click(id('welcome'));
        await phone.waitFor('location.pathname === "/"');
        const other = await browser.context({ width: 1280, height: 900 });
        await other.open(address);
        await other.waitFor(`document.querySelector('main, body').textContent.includes('used') && !document.querySelector('${id('welcome-form')}')`);
        await snap(other, 'used-link');
        await signIn(other, 'ada', process.env.RONDO_PASSWORD);
        await other.waitForElement('[data-form-error]:not([hidden]), [aria-invalid]');
        await signIn(other, 'ada', NEW);
        await other.waitFor('location.pathname === "/"');
    });
    await step('who asks for somebody that is not there is told the same, and nothing is sent', async () => {
        const stranger = await browser.context({ width: 1280, height: 900 });
        await stranger.open(`${base}/forgotten`);
        await stranger.waitForElement(id('forgotten-form'));
        await stranger.fill(id('field-identity'), 'nobody@example.org');
        await stranger.click(id('forgotten-submit'));
        await stranger.waitForElement(id('forgotten-done'));
    });
    await step('an admin adds somebody and has the link sent; they choose a password and are in', async () => {
        await signIn(ada, 'ada', NEW);
        await ada.waitFor('location.pathname === "/"');
        await ada.open(`${base}/administration/users`);
        await ada.waitForElement(id('user-create'));
        await ada.click(id('user-create'));
        await ada.waitForElement(id('user-dialog'));
        await ada.fill(`${id('user-dialog')} ${id('field-username')}`, 'gran');
        await ada.fill(`${id('user-dialog')} ${id('field-email')}`, 'gran@example.org');
        await snap(ada, 'user-form');
        await ada.click(id('user-save'));
        await ada.waitForElement(id('link-mail'));
        await ada.click(id('link-mail'));
        // The stranger's wish came before: had it made a letter, that would be the third.
        const { text, body } = await letter(3);
        expect(text.includes("['gran@example.org']"), 'It went to somebody else.');
        const gran = await browser.context({ width: 390, height: 844 });
        await gran.open(link(body, 'welcome'));
        await gran.waitForElement(id('welcome-form'));
        await gran.fill(id('field-password'), 'seven quiet violas at dawn');
        await gran.click(id('welcome'));
        await gran.waitFor('location.pathname === "/"');
        const me = await gran.evaluate(`fetch('/api/v1/me').then((reply) => reply.json())`);
        expect(me.username === 'gran', JSON.stringify(me));
    });
    await step('an admin invites somebody by mail; they make an account by the link of the letter', async () => {
        await ada.open(`${base}/administration/invitations`);
        await ada.waitForElement(id('invite'));
        await ada.click(id('invite'));
        await ada.waitForElement(id('invite-save'));
        await ada.fill(`${id('invite-dialog')} ${id('field-email')}`, 'nobody at all');
        await ada.click(id('invite-save'));
        await ada.waitForElement(`${id('invite-dialog')} ${id('field-email')}[aria-invalid]`);
        await ada.fill(`${id('invite-dialog')} ${id('field-email')}`, 'aunt@example.org');
        await snap(ada, 'invite');
        await ada.click(id('invite-save'));
        await ada.waitFor(`document.querySelector('${id('invite-mailed')}')?.textContent.includes('aunt@example.org')`);
        const shown = await ada.evaluate(`document.querySelector('${id('invite-value')}').value`);
        await snap(ada, 'invited');
        const { text, body } = await letter(4);
        expect(text.includes("['aunt@example.org']"), 'It went to somebody else.');
        const address = link(body, 'join');
        expect(address.split('#')[1] === shown.split('#')[1], 'The letter has another link.');
        const aunt = await browser.context({ width: 390, height: 844 });
        await aunt.open(address);
        await aunt.waitForElement(id('join-form'));
        await aunt.fill(id('field-username'), 'aunt');
        await aunt.fill(id('field-password'), 'five amber cellos at noon');
        await aunt.click(id('join'));
        await aunt.waitFor('location.pathname === "/"');
    });
    await step('no console error and no policy violation', async () => {
        const problems = [ada, phone].flatMap((one) => one.errors).filter((line) => !/status of 40[14]/.test(line));
        expect(problems.length === 0, problems.join(' | '));
    });
} catch (error) {
    stopped(error);
} finally {
    await browser.close();
}
finish();
