// Sign-in by a real OpenID provider (Canaille) in a real browser: an admin configures it, a user signs in there and gets an account with their
// group's role, administers nothing without recent proof, links and unlinks the provider, and sees what went wrong.
//
//   RONDO_URL                    a running server
//   RONDO_USER, RONDO_PASSWORD   an admin of it
//   RONDO_CLIENTS_PYTHON         a Python with the libraries of Tests/Clients
//   RONDO_AXE                    axe.min.js; without it nothing is checked by axe
//   RONDO_SHOTS                  a folder for screenshots, if wanted

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { accessible } from './accessibility-checks.mjs';
import { Browser } from './browser.mjs';
import { expect, finish, id, signedIn, step, stopped } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const shots = process.env.RONDO_SHOTS;
if (shots) mkdirSync(shots, { recursive: true });

const program = fileURLToPath(new URL('../../../Clients/openid_provider.py', import.meta.url));
const canaille = spawn(process.env.RONDO_CLIENTS_PYTHON, [program, `${base}/sign-in/return`], {
    stdio: ['pipe', 'pipe', 'ignore'],
});
const [line] = await once(canaille.stdout, 'data');
const { issuer } = JSON.parse(String(line));

const browser = await Browser.launch();
const looks = async (page, name, root = 'main') => {
    await page.atRest();
    await accessible(page, root);
    if (!shots) return;
    for (const [width, dark] of [
        [1280, false],
        [390, true],
    ]) {
        await page.setViewport(width, 900, dark);
        await page.atRest();
        await page.screenshot(`${shots}/openid-${name}-${width}.png`);
    }
    await page.setViewport(1280, 900, false);
};
const submit = (page, name, text) =>
    page.waitForElement(`input[name=${name}]`).then(async () => {
        await page.fill(`input[name=${name}]`, text);
        await page.evaluate(`document.querySelector('input[name=${name}]').closest('form').requestSubmit()`);
    });

/** Types the password at the provider, and the name if it does not know the user. */
async function proveAtProvider(page) {
    await page.waitFor(`location.origin === '${issuer}' && document.querySelector('input[name=login], input[name=password]')`);
    if (await page.evaluate(`Boolean(document.querySelector('input[name=login]'))`)) await submit(page, 'login', 'ada');
    await submit(page, 'password', 'wobbly lantern fjord 81');
}

try {
    const admin = await signedIn(browser, 1280, 900, false);
    const call = (path, method, body) =>
        `fetch('/api/v1${path}', { method: '${method}', headers: { 'content-type': 'application/json' },
            body: '${JSON.stringify(body)}' })`;
    const confirmed = () => admin.evaluate(`${call('/me/confirmation', 'POST', { password: process.env.RONDO_PASSWORD })}.then(() => true)`);
    const ask = async (path, method, body) => {
        await confirmed();
        return admin.evaluate(`${call(path, method, body)}.then((reply) => reply.json())`);
    };

    await step('an admin sets the provider up, which answers', async () => {
        await ask('/settings', 'PATCH', { linkNetworks: [issuer.replace('http://', '')] });
        await admin.open(`${base}/administration/security`);
        await admin.waitForElement(id('openid-settings'));
        const set = await ask('/settings/openid', 'PATCH', {
            name: 'Club login',
            issuer,
            clientId: 'rondo',
            secret: 'secret of a client',
            scopes: ['profile', 'email', 'groups'],
            makesAccounts: true,
            enabled: true,
            groups: [{ group: 'choir', role: 'moderator', libraries: null }],
        });
        expect(set.enabled, JSON.stringify(set));
        await admin.reload();
        await admin.waitForElement(id('openid-test'));
        await confirmed();
        await admin.click(id('openid-test'));
        await admin.waitFor(`document.querySelector('${id('openid-report')}').textContent.trim() !== ''`);
        const decides = await admin.evaluate(`document.querySelector('${id('openid-rule-libraries')}').checked`);
        expect(!decides, 'a rule without libraries decides about them');
        await looks(admin, 'settings');
    });

    const page = await browser.context({ width: 1280, height: 900 });
    await step('a person signs in there, and has the role of their group', async () => {
        await page.open(`${base}/sign-in?next=${encodeURIComponent('/settings/security')}`);
        await page.waitForElement(id('sign-in-openid'));
        await looks(page, 'sign-in', 'body');
        await page.click(id('sign-in-openid'));
        await proveAtProvider(page);
        await page.waitFor(`location.pathname === '/settings/security'`);
        const me = await page.evaluate(`fetch('/api/v1/me').then((reply) => reply.json())`);
        expect(me.username === 'ada.lovelace' && me.role === 'moderator' && !me.hasPassword, JSON.stringify(me));
        await page.waitForElement(id('openid-link'));
        await looks(page, 'connected');
        expect(!(await page.evaluate('history.length > 0 && location.href')).includes('code='), 'the code stays');
    });

    await step('what wants the password typed sends to the provider, which asks again', async () => {
        // The proof of a sign-in is valid for ten seconds here.
        await page.waitFor(
            `fetch('/api/v1/me/openid', { method: 'POST' }).then((reply) => reply.status === 403)`,
        );
        await page.click(id('openid-disconnect'));
        await page.waitForElement(id('confirm'));
        await page.click(id('confirm'));
        await page.waitForElement(id('openid-confirm'));
        await looks(page, 'confirm', 'dialog[open]');
        await page.atRest();
        await page.click(id('openid-confirm'));
        await proveAtProvider(page);
        await page.waitFor(`location.pathname === '/settings/security'`);
        const removed = await page.evaluate(
            `fetch('/api/v1/me/openid').then((reply) => reply.json()).then(async ({ items }) =>
                (await fetch('/api/v1/me/openid/' + items[0].id, { method: 'DELETE' })).json())`,
        );
        expect(removed.reason === 'openid_only_way', JSON.stringify(removed));
    });

    await step('an answer that was not asked for is explained, with a way back', async () => {
        const stranger = await browser.context({ width: 1280, height: 900 });
        await stranger.open(`${base}/sign-in/return?state=x&code=y&iss=${encodeURIComponent(issuer)}`);
        await stranger.waitForElement(id('openid-error'));
        await looks(stranger, 'failed', 'body');
        expect(!(await stranger.evaluate('location.search')), 'the answer stays in the address');
        await stranger.click(id('openid-back'));
        await stranger.waitForElement(id('sign-in-openid'));
    });

    await step('an account with a password is connected in the settings', async () => {
        await ask('/settings/openid', 'PATCH', { groups: [] });
        await admin.open(`${base}/settings/security`);
        await admin.waitForElement(id('openid-connect'));
        await confirmed();
        await admin.click(id('openid-connect'));
        await proveAtProvider(admin);
        await admin.waitForElement(id('openid-error'));
        const text = await admin.evaluate(`document.querySelector('${id('openid-error')}').textContent`);
        expect(/another user/.test(text), text);
    });
} catch (error) {
    stopped(error);
} finally {
    canaille.stdin.end();
    await browser.close();
}
finish();
