// The console of those who run the server, in a real browser: the week behind its figures, who hears what, the journal's days, and several accounts
// at once.
//
//   RONDO_URL, RONDO_USER, RONDO_PASSWORD   an admin; bea, cleo, dan and eva have the same password
//   RONDO_SHOTS                             a folder for screenshots

import { Browser } from './browser.mjs';
import { expect, finish, id, step, stopped } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const shots = process.env.RONDO_SHOTS;
const count = (selector) => `document.querySelectorAll('${selector}').length`;

async function visit(browser, size, username) {
    const page = await browser.context(size);
    page.api = (path) => page.evaluate(`fetch('/api/v1${path}').then((reply) => reply.json())`);
    page.go = async (path, mark) => { await page.open(`${base}${path}`); await page.waitForElement(mark); };
    page.snap = async (name) => {
        for (const dark of shots ? [false, true] : []) {
            await page.setViewport(size.width, size.height, dark);
            await page.evaluate(`new Promise((done) => requestAnimationFrame(() => { for (const one of document.getAnimations()) if (Number.isFinite(one.effect.getComputedTiming().endTime)) one.finish(); done(); }))`);
            await page.screenshot(`${shots}/console-${name}-${size.width}-${dark ? 'dark' : 'light'}.png`);
        }
    };
    page.fits = async (where) => {
        const extra = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
        expect(extra <= 0, `${where} is ${extra} px too wide.`);
        const wide = await page.evaluate(`[...document.querySelectorAll('main *')].filter((one) => getComputedStyle(one).overflowX === 'auto' && one.scrollWidth > one.clientWidth + 1).map((one) => one.className)`);
        expect(wide.length === 0, `${where} scrolls sideways: ${wide}.`);
    };
    await page.open(`${base}/sign-in`);
    await page.waitForElement(id('sign-in-form'));
    await page.fill(id('field-username'), username);
    await page.fill(id('field-password'), process.env.RONDO_PASSWORD);
    await page.click(id('sign-in'));
    await page.waitFor('location.pathname === "/"');
    return page;
}

const browser = await Browser.launch();
try {
    const ada = await visit(browser, { width: 1280, height: 900 }, process.env.RONDO_USER);
    const phone = await visit(browser, { width: 390, height: 844 }, process.env.RONDO_USER);
    const bea = await visit(browser, { width: 1280, height: 800 }, 'bea');
    const [track] = (await ada.api('/search?q=long%20song')).tracks;

    await step('each figure has the line of its week, and one without a history has none', async () => {
        await ada.go('/administration/overview', id('figure-streams'));
        await ada.waitFor(`${count(id('figure-line'))} >= 6`);
        expect(await ada.evaluate(`document.querySelector('${id('figure-sent')} path.figure-stroke').getAttribute('d').length`) > 200, 'The line of what was sent is no week long.');
        expect(await ada.evaluate(`document.querySelector('${id('figure-free')}').textContent.includes('No history yet') && !document.querySelector('${id('figure-free')} svg')`), 'A figure without a history has a line.');
        expect(/Most: \d/.test(await ada.evaluate(`document.querySelector('${id('figure-streams')} svg').getAttribute('aria-label')`)), 'The line says nothing to those who do not see it.');
    });
    await step('who hears what has a face, a cover, a device, a format and a progress that goes on', async () => {
        await bea.go(`/tracks/${track.id}`, '.hero [data-play]');
        // A reader that takes nothing more: the song stays on its way.
        await bea.evaluate(`(async () => { window.slow = await fetch('/api/v1/tracks/${track.id}/stream'); })()`);
        await bea.evaluate(`document.querySelector('.hero [data-play]').click()`);
        await bea.waitFor(`[...document.querySelectorAll('audio')].some((one) => one.currentTime > 0.2)`);
        await ada.waitFor(`document.querySelector('${id('stream')} progress')?.value > 0`, 30_000);
        const text = await ada.evaluate(`document.querySelector('${id('stream')}').textContent`);
        expect(text.includes('bea') && text.includes('Long song') && /Chrome|Chromium/.test(text) && text.includes('flac'), text);
        expect(await ada.evaluate(`!!document.querySelector('${id('stream')} .avatar') && !!document.querySelector('${id('stream')} .cover')`), 'It has no face.');
        const before = await ada.evaluate(`document.querySelector('${id('stream')} progress').value`);
        await ada.evaluate(`document.querySelector('${id('stream')}').dataset.same = 'yes'`);
        await ada.waitFor(`document.querySelector('${id('stream')} progress').value > ${before}`, 15_000);
        expect(await ada.evaluate(`document.querySelector('${id('stream')}').dataset.same`) === 'yes', 'The card was drawn anew.');
        await ada.snap('overview');
        await ada.evaluate(`document.querySelector('${id('streams')}').scrollIntoView({ block: 'start' })`);
        await ada.snap('streams');
    });
    await step('on a phone the figures stand by two, and the week by day is a card for each day', async () => {
        await phone.go('/administration/overview', id('stream'));
        await phone.waitFor(`${count(id('figure-line'))} >= 6`);
        await phone.snap('overview');
        await phone.evaluate(`document.querySelector('${id('week')} summary').scrollIntoView({ block: 'center' })`);
        await phone.click(`${id('week')} summary`);
        await phone.waitFor(`getComputedStyle(document.querySelector('${id('week')} td')).display === 'grid'`);
        await phone.evaluate(`document.querySelector('${id('week')} summary').scrollIntoView({ block: 'start' })`);
        await phone.snap('week');
        await phone.evaluate(`document.querySelector('${id('streams')}').scrollIntoView({ block: 'start' })`);
        await phone.snap('streams');
        await phone.fits('The overview');
        await bea.close();
    });
    await step('several users are chosen, one of whom is gone meanwhile: the others are changed, and that one is named', async () => {
        await ada.go('/administration/users', id('user-choose'));
        const box = (name) => `[data-name="${name}"] ${id('user-choose')}`;
        for (const name of ['bea', 'cleo', 'eva', 'ada']) await ada.click(box(name));
        await ada.waitFor(`document.querySelector('${id('user-bulk-count')}').textContent.includes('4')`);
        await ada.snap('users');
        await ada.click(id('bulk-role'));
        await ada.waitForElement(id('bulk-who'));
        await ada.evaluate(`(() => { const field = document.querySelector('${id('bulk-dialog')} select'); field.value = 'contributor'; field.dispatchEvent(new Event('change', { bubbles: true })); })()`);
        await ada.waitFor(`document.querySelector('${id('bulk-who')}').textContent.includes('3 users') && document.querySelector('${id('bulk-dialog')}').textContent.includes('Your own account is left out')`);
        await ada.snap('users-role');
        const people = (await ada.api('/users')).items;
        const idOf = (name) => people.find((one) => one.username === name).id;
        const gone = await ada.evaluate(`fetch('/api/v1/users/${idOf('eva')}', { method: 'DELETE' }).then((reply) => reply.status)`);
        expect(gone === 204, `Deleting answers ${gone}.`);
        await ada.click(id('bulk-confirm'));
        await ada.waitForElement(id('bulk-failures'));
        expect((await ada.evaluate(`document.querySelector('${id('bulk-failures')}').textContent`)).includes('eva'), 'Who failed is not named.');
        await ada.snap('users-failed');
        await ada.click(id('bulk-close'));
        const roles = Object.fromEntries((await ada.api('/users')).items.map((one) => [one.username, one.role]));
        expect(roles.bea === 'contributor' && roles.cleo === 'contributor' && roles.ada === 'admin', JSON.stringify(roles));
    });
    await step('several are disabled and enabled again, and their list is saved', async () => {
        await ada.go('/administration/users', id('user-choose'));
        await ada.click('[data-name="cleo"] ' + id('user-choose'));
        await ada.click('[data-name="dan"] ' + id('user-choose'));
        await ada.click(id('bulk-disable'));
        await ada.click(id('bulk-confirm'));
        await ada.waitFor(`${count('tr.is-off')} === 2 && !document.querySelector('${id('bulk-dialog')}')`);
        expect((await ada.api('/users')).items.filter((one) => one.disabled).length === 2, 'They are not disabled.');
        await ada.evaluate(`(() => { const make = URL.createObjectURL; URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text; }); return make.call(URL, blob); }; })()`);
        await ada.click(id('bulk-export'));
        await ada.waitFor(`window.saved?.startsWith('username,') && window.saved.includes('cleo,') && window.saved.includes('dan,') && !window.saved.includes('bea,')`);
        await ada.click(id('bulk-enable'));
        await ada.click(id('bulk-confirm'));
        await ada.waitFor(`${count('tr.is-off')} === 0`);
        await ada.click(id('bulk-none'));
        await ada.waitFor(`document.querySelector('${id('user-bulk')}').hidden`);
        await ada.fits('The list of users');
        await phone.go('/administration/users', id('user-choose'));
        await phone.click('[data-name="dan"] ' + id('user-choose'));
        await phone.waitFor(`!document.querySelector('${id('user-bulk')}').hidden`);
        await phone.snap('users');
        await phone.fits('The list of users');
    });
    await step('the journal is told by the day, with faces, and holds its record behind a disclosure', async () => {
        await ada.go('/administration/journal', id('journal-row'));
        expect((await ada.evaluate(`document.querySelector('${id('journal-day')}').textContent`)).trim() === 'Today', 'The day is called otherwise.');
        expect(await ada.evaluate(`!!document.querySelector('${id('journal-row')} .avatar')`), 'Nobody has a face.');
        expect(await ada.evaluate(`[...document.querySelectorAll('${id('journal-row')}')].some((row) => row.textContent.includes('From Listener to Contributor'))`), 'It does not say what the role was.');
        await ada.snap('journal');
        await ada.click(id('journal-codes'));
        await ada.waitFor(`document.querySelector('.journal-codes[open] code')?.checkVisibility()`);
        await phone.go('/administration/journal', id('journal-row'));
        await phone.snap('journal');
        await phone.fits('The journal');
    });
    await step('it is narrowed by person, kind and time', async () => {
        const choose = (name, value) => ada.evaluate(`(() => { const field = document.querySelector('${id(`field-${name}`)}'); field.value = ${value}; field.dispatchEvent(new Event('change', { bubbles: true })); })()`);
        await choose('kind', `'user'`);
        await choose('person', `[...document.querySelector('${id('field-person')}').options].find((one) => one.text === 'ada').value`);
        await ada.waitFor(`${count(id('journal-row'))} > 0 && [...document.querySelectorAll('${id('journal-said')}')].every((row) => row.textContent.startsWith('ada'))`);
        await choose('span', `'today'`);
        await ada.waitFor(`${count(id('journal-row'))} > 0 && document.querySelector('${id('journal-csv')}').href.includes('from=')`);
        await choose('span', `'days'`);
        await ada.waitFor(`document.querySelector('${id('journal-until')}').checkVisibility()`);
        await ada.evaluate(`(() => { const field = document.querySelector('${id('journal-until')}'); field.value = '2020-01-01'; field.dispatchEvent(new Event('change', { bubbles: true })); })()`);
        await ada.waitForElement(id('empty-state'));
    });
    await step('no table scrolls sideways on a phone', async () => {
        for (const path of ['/administration/library', '/administration/settings', '/administration/plans', '/administration/backups']) {
            await phone.go(path, 'main h1');
            await phone.settle();
            await phone.fits(path);
            await phone.snap(path.split('/').at(-1));
        }
    });
    await step('no console error', async () => {
        const problems = [ada, phone, bea].flatMap((one) => one.errors).filter((line) => !/status of (401.*\/api\/v1\/me$|404.*\/api\/v1\/users\/[\w-]+$)/.test(line));
        expect(problems.length === 0, problems.join(' | '));
    });
} catch (error) {
    stopped(error);
} finally {
    await browser.close();
}
finish();
