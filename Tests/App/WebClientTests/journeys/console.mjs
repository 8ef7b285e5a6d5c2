// The admin's console in a real browser: overview, plans, invitations, requests, journal and settings, and what people see of them.
//
//   RONDO_URL                    a running server
//   RONDO_USER, RONDO_PASSWORD   an admin of it
//   RONDO_SHOTS                  a folder for screenshots, if wanted

import { Browser } from './browser.mjs';
import { expect, finish, id, step } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const shots = process.env.RONDO_SHOTS;
const text = (selector) => `(document.querySelector('${selector}')?.textContent ?? '')`;
const GUEST_PASSWORD = 'seven amber clarinets in May';

async function signIn(page, username, password) {
    await page.open(`${base}/sign-in`);
    await page.fill(id('field-username'), username);
    await page.fill(id('field-password'), password);
    await page.click(id('sign-in'));
    await page.waitFor('location.pathname !== "/sign-in"');
}

async function visit(page, path, mark) {
    await page.open(`${base}${path}`);
    await page.waitForElement(mark);
}

async function walk(page, size, guestPage) {
    const shot = (name) => shots && page.screenshot(`${shots}/${size}-${name}.png`);
    const guest = `guest${size}`;
    await signIn(page, process.env.RONDO_USER, process.env.RONDO_PASSWORD);

    await step(`${size}: the overview shows the certificate, the disks and no stream`, async () => {
        await visit(page, '/administration/overview', id('warnings'));
        await page.waitForElement(id('no-streams'));
        expect(await page.evaluate(`document.querySelector('.admin-grid').textContent.includes('localhost')`), 'The certificate is not shown.');
        await shot('overview');
    });
    await step(`${size}: a plan is made with limits in people's units, and a wrong one is refused at its field`, async () => {
        await visit(page, '/administration/plans', id('plan-create'));
        await page.click(id('plan-create'));
        await page.fill(`${id('plan-dialog')} ${id('field-name')}`, `Small ${size}`);
        await page.fill(id('field-streams'), 'many');
        await page.click(id('plan-save'));
        await page.waitFor(`document.activeElement?.name === 'streams'`);
        await page.fill(id('field-streams'), '1');
        await page.fill(id('field-maximumBitrate'), '128');
        await page.fill(id('field-monthlyTransfer'), '2.5');
        await shot('plan-dialog');
        await page.click(id('plan-save'));
        await page.waitFor(`[...document.querySelectorAll('${id('plan-row')}')].some((row) => row.textContent.includes('Small ${size}') && row.textContent.includes('2.5 GB'))`);
        await shot('plans');
    });
    let link = '';
    await step(`${size}: an invitation is made for that plan`, async () => {
        await visit(page, '/administration/invitations', id('invite'));
        await page.click(id('invite'));
        await page.waitForElement(id('invite-save'));
        await page.fill(id('field-label'), 'Grandma');
        await page.evaluate(`(() => { const field = document.querySelector('${id('field-plan')}'); field.value = [...field.options].find((one) => one.text === 'Small ${size}').value; })()`);
        await shot('invite');
        await page.click(id('invite-save'));
        await page.waitForElement(id('invite-value'));
        link = await page.evaluate(`document.querySelector('${id('invite-value')}').value`);
        expect(link.startsWith(`${base}/join#`), `The link is ${link}.`);
        await page.click(id('invite-done'));
        await page.waitFor(`${text(id('invitation'))}.includes('Grandma')`);
        await shot('invitations');
    });
    await step(`${size}: the guest makes an account, sees the plan and asks for a feature`, async () => {
        await guestPage.open(link);
        await guestPage.waitForElement(id('join-form'));
        if (shots) await guestPage.screenshot(`${shots}/${size}-join.png`);
        await guestPage.fill(id('field-username'), guest);
        await guestPage.fill(id('field-password'), GUEST_PASSWORD);
        await guestPage.click(id('join'));
        await guestPage.waitFor('location.pathname === "/"');
        await visit(guestPage, '/settings/account', id('own-plan'));
        await guestPage.waitFor(`${text(id('own-plan'))}.includes('Small ${size}') && ${text(id('own-plan'))}.includes('2.5 GB')`);
        await guestPage.evaluate(`document.querySelector('[data-part="plan"]').scrollIntoView({ block: 'center' })`);
        if (shots) await guestPage.screenshot(`${shots}/${size}-own-plan.png`);
        await visit(guestPage, '/settings/feedback', id('request-send'));
        await guestPage.settle();
        expect(!await guestPage.evaluate(`document.querySelector('[data-part=requests] .form-error:not([hidden])')?.textContent`), 'Without a request the page says that something is wrong.');
        await guestPage.fill(id('field-text'), `A sleep timer for ${size}`);
        await guestPage.click(id('request-send'));
        await guestPage.waitFor(`${text(id('request'))}.includes('sleep timer')`);
        await guestPage.open(link);
        await guestPage.waitFor(`!document.querySelector('${id('join-form')}')`);
    });
    await step(`${size}: the admin answers, and the guest reads it, also where they were about to withdraw`, async () => {
        await visit(guestPage, '/settings/feedback', id('request-withdraw'));
        await visit(page, '/administration/requests', id('request'));
        await page.click(id('request-answer'));
        await page.waitForElement(id('answer-save'));
        await page.fill(id('field-answer'), 'It comes next month.');
        await shot('answer');
        await page.click(id('answer-save'));
        await page.waitFor(`!document.querySelector('${id('answer-dialog')}')`);
        // The answer may have come to the guest's page already, and taken the button away.
        await guestPage.evaluate(`document.querySelector('${id('request-withdraw')}')?.click()`);
        await guestPage.waitFor(`!document.querySelector('${id('request-withdraw')}') && ${text(id('request'))}.includes('next month')`);
        await guestPage.open(`${base}/notifications`);
        await guestPage.waitFor(`document.body.textContent.includes('sleep timer for ${size}')`);
        await visit(guestPage, '/settings/feedback', id('request'));
        await guestPage.waitFor(`${text(id('request'))}.includes('next month')`);
    });
    await step(`${size}: the privacy policy is read by anybody, and is the admin's own where there is one`, async () => {
        await visit(guestPage, '/settings/policy', id('policy'));
        await guestPage.waitFor(`${text(id('policy'))}.includes('One cookie keeps you signed in')`);
        await visit(page, '/administration/settings', id('field-privacyPolicy'));
        await page.evaluate(`(() => { const area = document.querySelector('${id('field-privacyPolicy')}'); area.value = 'Own words of ${size}.\\n\\nSecond paragraph.'; })()`);
        await page.click(id('settings-save'));
        await page.waitFor(`fetch('/api/v1/privacy').then((reply) => reply.json()).then((policy) => !policy.standard)`);
        await visit(guestPage, '/settings/about', id('about-version'));
        await guestPage.open(`${base}/settings/policy`);
        await guestPage.waitFor(`document.querySelectorAll('${id('policy')} p').length === 2 && ${text(id('policy'))}.includes('Own words of ${size}')`);
        await page.evaluate(`fetch('/api/v1/settings', { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body: '{"privacyPolicy":""}' }).then((reply) => reply.text())`);
    });
    await step(`${size}: one rates the app, and signs out from the board`, async () => {
        await visit(guestPage, '/settings/feedback', id('feedback-form'));
        await guestPage.evaluate(`document.querySelector('${id('feedback-4')}').click()`);
        await guestPage.click(id('feedback-send'));
        await guestPage.waitFor(`fetch('/api/v1/me/feature-requests').then((reply) => reply.json()).then((list) => list.items.some((one) => one.text === '★★★★☆'))`);
        await visit(guestPage, '/board', id('account'));
        await guestPage.click(id('account'));
        await guestPage.waitForElement(`${id('account-menu')}:popover-open`);
        const out = await guestPage.evaluate(`[...document.querySelectorAll('[data-sign-out]')].filter((one) => one.checkVisibility()).length`);
        expect(out === 1, `There are ${out} ways out.`);
    });
    await step(`${size}: the journal tells of it, is filtered, and proves itself`, async () => {
        await visit(page, '/administration/journal', id('journal-row'));
        await page.click(id('journal-verify'));
        await page.waitForElement(id('journal-intact'));
        await shot('journal');
        await page.evaluate(`(() => { const field = document.querySelector('${id('field-action')}'); field.value = 'invitation.accept'; field.dispatchEvent(new Event('change', { bubbles: true })); })()`);
        await page.waitFor(`[...document.querySelectorAll('${id('journal-row')} code')].length > 0 && [...document.querySelectorAll('${id('journal-row')}')].every((row) => row.textContent.includes('invitation.accept'))`);
        expect(await page.evaluate(`document.querySelector('${id('journal-csv')}').href.includes('action=invitation.accept')`), 'The export is not filtered.');
    });
    await step(`${size}: the name of the gateway and who may register are set`, async () => {
        await visit(page, '/administration/settings', id('settings-form'));
        await page.fill(id('field-name'), `Kapela ${size}`);
        await shot('settings');
        await page.click(id('settings-save'));
        await page.waitFor(`${text('.brand')}.includes('Kapela ${size}')`);
    });
    await step(`${size}: an account is disabled, its sessions are seen, and it is deleted without what others look at`, async () => {
        await visit(page, `/administration/users`, id('user-row'));
        await page.fill(id('user-search'), guest);
        await page.waitFor(`document.querySelectorAll('${id('user-row')}').length === 1 && ${text(id('user-plan'))}.includes('Small')`);
        await page.click(id('user-menu'));
        await page.click(id('user-access'));
        await page.waitForElement(id('user-session-end'));
        await shot('user-access');
        await page.click(id('user-session-end'));
        await page.waitFor(`!document.querySelector('${id('user-session')}')`);
        await page.press('Escape');
        await page.click(id('user-menu'));
        await page.click(id('user-disable'));
        await page.click(id('confirm'));
        await page.click(id('user-menu'));
        await page.click(id('user-delete'));
        await page.waitForElement(id('delete-shared'));
        await page.click(id('delete-shared'));
        await shot('delete');
        await page.click(id('confirm'));
        await page.waitFor(`document.querySelectorAll('${id('user-row')}').length === 0`);
    });
    await step(`${size}: nothing was reported as an error, and nothing is wider than the screen`, async () => {
        const problems = [...page.errors, ...guestPage.errors].filter((line) => !/status of (400|401|404|409).*\/api\/v1\/(me|plans|invitations\/check|me\/feature-requests\/[\w-]+)$/.test(line));
        expect(problems.length === 0, problems.join('\n'));
        for (const path of ['/administration/overview', '/administration/plans', '/administration/journal', '/administration/requests', '/administration/settings', '/administration/invitations', '/profile']) {
            await page.open(`${base}${path}`);
            await page.waitFor(`document.querySelector('main h1')`);
            expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'), `${path} is too wide.`);
        }
    });
}

const browser = await Browser.launch();
try {
    for (const [size, options] of [['desk', { width: 1280, height: 900 }], ['phone', { width: 390, height: 844, dark: true }]]) {
        const page = await browser.context(options);
        const guestPage = await browser.context(options);
        await step(`${size}: signs in`, () => walk(page, size, guestPage));
        await page.close();
        await guestPage.close();
    }
} finally {
    await browser.close();
}
finish();
