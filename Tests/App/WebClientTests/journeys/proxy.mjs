// Behind a trusted proxy that names its user: they are in at once, sign out, come back by a press, and meet a clear word without an account.
//
//   RONDO_URL     a server that trusts this machine, and takes the user's name from Remote-User
//   RONDO_USER    an account of it
//   RONDO_AXE     axe.min.js; nothing is asked of it without
//   RONDO_SHOTS   a folder for screenshots, if wanted

import { accessible } from './accessibility-checks.mjs';
import { Browser } from './browser.mjs';
import { expect, finish, id, step, stopped } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const { RONDO_USER: user, RONDO_SHOTS: shots } = process.env;
const problem = `document.querySelector('${id('proxy-form')} [data-form-error]')`;
const isIn = `location.pathname === '/' && !!document.querySelector('${id('account')}')`;

/** Asks axe, and takes pictures, at two widths. */
async function look(page, name) {
    for (const [width, height, dark] of [[1280, 800, false], [390, 844, true]]) {
        await page.setViewport(width, height, dark);
        await page.settle();
        if (shots) await page.screenshot(`${shots}/${name}-${width}-${dark ? 'dark' : 'light'}.png`);
        await accessible(page);
    }
}

const browser = await Browser.launch();
try {
    const page = await browser.context({ width: 1280, height: 800 });
    /** What the proxy adds to each request of the browser. */
    const proxied = (name) => page.send('Network.setExtraHTTPHeaders', { headers: { 'Remote-User': name } });

    await step('whom the proxy names is in at once', async () => {
        await proxied(user);
        await page.open(`${base}/`);
        await page.waitFor(isIn);
    });

    await step('signing out stays out, until a press', async () => {
        await page.click(id('account'));
        await page.click(`${id('account-menu')} [data-sign-out]`);
        await page.waitForElement(id('sign-in-proxy'));
        expect((await page.evaluate(`document.querySelector('${id('sign-in-proxy')}').textContent`)).includes(user), 'It names nobody.');
        await look(page, 'proxy-signed-out');
        await page.click(id('sign-in-proxy'));
        await page.waitFor(isIn);
    });

    await step('somebody else at the proxy is not in by the session before, and hears that there is no account', async () => {
        await proxied('nobody-here');
        await page.open(`${base}/library`);
        await page.waitFor(`location.pathname === '/sign-in' && ${problem} && !${problem}.hidden`);
        const text = await page.evaluate(`${problem}.textContent`);
        expect(text.includes('no account'), text);
        await look(page, 'proxy-no-account');
    });

    await step('where the proxy names nobody, the session of before counts, and there is no such button without one', async () => {
        await page.send('Network.setExtraHTTPHeaders', { headers: {} });
        await page.open(`${base}/`);
        await page.waitFor(isIn);
        await page.click(id('account'));
        await page.click(`${id('account-menu')} [data-sign-out]`);
        await page.open(`${base}/sign-in`);
        await page.waitForElement(id('sign-in'));
        expect(await page.evaluate(`!document.querySelector('${id('sign-in-proxy')}')`), 'There is one.');
    });
} catch (error) {
    stopped(error);
} finally {
    await browser.close();
}
finish();
