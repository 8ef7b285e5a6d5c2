// The part of the long journey in which a second user joins.

import { admin, expect, id, pages, run, shots, step, visit } from './journey-steps.mjs';

/** Creates a second user through a link of the first, with an empty history and a language of their own. */
export async function invite(browser, page, size) {
    const username = `guest${size.width}`;
    let link;
    await step('creates a second person by a link', async () => {
        await page.follow('/administration/users');
        await page.click(id('user-create'));
        await page.waitForElement(id('user-dialog'));
        await page.fill(`${id('user-dialog')} ${id('field-username')}`, username);
        // The server of this journey asks for the password again after some seconds.
        await page.waitFor(`fetch('/api/v1/users', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' }).then((r) => r.status === 403)`);
        await page.click(id('user-save'));
        await page.waitForElement(id('password-dialog'));
        await page.fill(`${id('password-dialog')} ${id('field-password')}`, 'not the right one');
        await page.click(id('password-confirm'));
        await page.waitForElement(`${id('password-dialog')} .field-hint.is-error`);
        if (shots) await page.screenshot(`${shots}/${run.scope}-confirm-password.png`);
        await page.fill(`${id('password-dialog')} ${id('field-password')}`, admin.password);
        await page.click(id('password-confirm'));
        await page.waitForElement(id('link-value'));
        page.errors = page.errors.filter((line) => !/status of 40[03].*\/api\/v1\/(users|me\/confirmation)$/.test(line));
        link = await page.evaluate(`document.querySelector('${id('link-value')}').value`);
        expect(link.includes('/welcome#'), link);
        await page.click(id('link-done'));
        await page.waitFor(`[...document.querySelectorAll('${id('user-row')}')].some((row) => row.textContent.includes('@${username}'))`);
    });
    const other = await visit(browser, size);
    await step('the second person chooses a password and has an empty history', async () => {
        await other.open(link);
        await other.waitForElement(id('welcome-form'));
        await other.fill(id('field-password'), 'amber station pocket 17');
        await other.click(id('welcome'));
        await other.waitFor('location.pathname === "/"');
        await other.waitForElement(id('album-card'));
        expect(!(await other.evaluate(`!!document.querySelector('${id('nav-admin-users')}')`)), 'A contributor sees administration.');
        await other.follow('/history');
        await other.waitForElement(id('empty-state'));
        await other.follow('/queue');
        await other.waitForElement(id('empty-state'));
    });
    await step('the libraries of the second person are taken away and given back', async () => {
        const choose = async () => {
            await page.click(`${id('user-row')}[data-name="${username}"] ${id('user-menu')}`);
            await page.click(id('user-libraries'));
        };
        // The server of this journey asks for the password again after some seconds. The journey waits for that once.
        const save = async (isAsked) => {
            if (isAsked) await page.waitFor(`fetch('/api/v1/users', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' }).then((r) => r.status === 403)`);
            await page.click(id('libraries-save'));
            await page.waitFor(`document.querySelector('${id('password-dialog')}') || !document.querySelector('${id('libraries-dialog')}')`);
            if (await page.evaluate(`!!document.querySelector('${id('password-dialog')}')`)) {
                await page.fill(`${id('password-dialog')} ${id('field-password')}`, admin.password);
                await page.click(id('password-confirm'));
            } else expect(!isAsked, 'No password was asked for.');
            await page.waitFor(`!document.querySelector('${id('libraries-dialog')}')`);
            page.errors = page.errors.filter((line) => !/status of 40[03].*\/api\/v1\/users/.test(line));
        };
        await choose();
        await page.waitForElement(id('libraries-dialog'));
        expect(await page.evaluate(`document.querySelector('${id('libraries-all')}').checked && document.querySelector('${id('libraries-one')}').matches(':disabled')`), 'A new person sees everything.');
        await page.click(id('libraries-all'));
        await page.click(id('libraries-one'));
        if (shots) await page.screenshot(`${shots}/${run.scope}-user-libraries.png`);
        await save(true);
        await page.waitForElement(`${id('user-row')}[data-name="${username}"] ${id('user-limited')}`);
        expect((await other.api('/albums')).items.length === 0, 'The albums are still there.');
        await other.follow('/search');
        await other.follow('/');
        await other.waitForElement(id('empty-state'));
        await choose();
        await page.waitForElement(id('libraries-dialog'));
        expect(!(await page.evaluate(`document.querySelector('${id('libraries-one')}').checked`)), 'The dialog forgot what was given.');
        await page.click(id('libraries-all'));
        await save(false);
        await page.waitFor(`!document.querySelector('${id('user-limited')}')`);
        expect((await other.api('/albums')).items.length > 0, 'The albums did not come back.');
    });
    await step('the second person reads the client in Polish and in the dark', async () => {
        await other.follow('/settings/appearance');
        await other.waitForElement(id('field-locale'));
        await other.evaluate(`(() => { const s = document.querySelector('${id('field-locale')}'); s.value = 'pl'; s.dispatchEvent(new Event('change', { bubbles: true })); })()`);
        await other.waitFor(`document.documentElement.lang === 'pl' && document.body.textContent.includes('Wyloguj')`);
        await other.evaluate(`document.querySelector('${id('theme-dark')}').click()`);
        await other.waitFor(`getComputedStyle(document.documentElement).colorScheme === 'dark'`);
        await other.reload();
        await other.waitFor(`document.documentElement.lang === 'pl' && document.documentElement.dataset.theme === 'dark'`);
    });
    await step('no console error and no policy violation for the second person', async () => {
        expect(other.problems().length === 0, other.problems().join(' | '));
    });
    await other.close();
    pages.pop();
}
