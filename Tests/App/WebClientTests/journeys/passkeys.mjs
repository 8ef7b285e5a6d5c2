// Passkeys in a real browser with an authenticator of the DevTools protocol: a user adds one, signs in with it alone, confirms with it, uses it as
// the second factor, and removes it.
//
//   RONDO_URL                    a running server, by a name: browsers bind no passkey to an IP address
//   RONDO_USER, RONDO_PASSWORD   an admin of it
//   RONDO_AXE, RONDO_SHOTS       axe.min.js, and a folder for screenshots, if wanted

import { accessible } from './accessibility-checks.mjs';
import { Browser } from './browser.mjs';
import { expect, finish, id, signedIn, step, stopped } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const shots = process.env.RONDO_SHOTS;

/** A device that unlocks with a fingerprint. While `answer` is false, the browser's suggestion stays pending. */
async function addAuthenticator(page) {
    await page.send('WebAuthn.enable');
    const { authenticatorId } = await page.send('WebAuthn.addVirtualAuthenticator', {
        options: {
            protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true,
            automaticPresenceSimulation: true,
        },
    });
    return {
        credentials: async () => (await page.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
        verify: (isUserVerified) => page.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
        answer: (enabled) => page.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    };
}

async function signOut(page) {
    await page.open(`${base}/profile`);
    await page.click(id('sign-out'));
    await page.waitFor('location.pathname === "/sign-in"');
}

const signedInAgain = (page) => page.waitFor('location.pathname !== "/sign-in"');

async function password(page) {
    await page.fill(id('field-username'), process.env.RONDO_USER);
    await page.fill(id('field-password'), process.env.RONDO_PASSWORD);
    await page.click(id('sign-in'));
}

async function walk(page) {
    /** Runs axe, and checks the width on a phone, too. */
    const look = async (name) => {
        await accessible(page);
        await page.setViewport(390, 844, true);
        expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'), `${name} is wider than a phone.`);
        if (shots) await page.screenshot(`${shots}/${name}-390.png`);
        await page.setViewport(1280, 900);
        if (shots) await page.screenshot(`${shots}/${name}-1280.png`);
    };
    const authenticator = await addAuthenticator(page);
    await step(`a passkey is added and renamed`, async () => {
        await page.open(`${base}/settings/security`);
        await page.click(id('passkey-add'));
        await page.fill(`${id('passkey-add-dialog')} ${id('field-label')}`, 'Phone');
        await look('passkey-add');
        await page.click(id('passkey-add-save'));
        await page.waitForElement(id('passkey'));
        const [made] = await authenticator.credentials();
        expect(made.isResidentCredential && made.rpId === 'localhost', JSON.stringify(made));
        await page.click(id('passkey-rename'));
        await page.fill(`${id('passkey-rename-dialog')} ${id('field-label')}`, 'Red phone');
        await page.click(id('passkey-rename-save'));
        await page.waitFor(`document.querySelector('${id('passkey')}')?.textContent.includes('Red phone')`);
        await page.waitFor(`!document.querySelector('dialog[open]')`);
        await look('passkeys');
    });
    await step(`a device that has a passkey makes no second one`, async () => {
        await page.click(id('passkey-add'));
        await page.fill(`${id('passkey-add-dialog')} ${id('field-label')}`, 'Again');
        await page.click(id('passkey-add-save'));
        await page.waitFor(`document.querySelector('${id('passkey-add-dialog')} [data-form-error]')?.textContent.includes('already')`);
        await page.press('Escape');
    });
    await step(`it signs in alone, by the button; without a finger it does not`, async () => {
        await authenticator.answer(false);
        await signOut(page);
        await look('sign-in');
        await authenticator.verify(false);
        await authenticator.answer(true);
        await page.click(id('sign-in-passkey'));
        await page.waitFor(`!document.querySelector('${id('passkey-form')} [data-form-error]').hidden`);
        await authenticator.verify(true);
        await page.click(id('sign-in-passkey'));
        await signedInAgain(page);
    });
    await step(`it signs in where the browser suggests it`, async () => {
        await signOut(page);
        await signedInAgain(page);
    });
    await step(`it confirms in place of the password`, async () => {
        await page.open(`${base}/settings/security`);
        await page.click(id('passkey-rename'));
        await page.fill(`${id('passkey-rename-dialog')} ${id('field-label')}`, 'Blue phone');
        // Simulates the server's reply a quarter of an hour after a sign-in, for this change only.
        await page.evaluate(`(() => {
            const real = window.fetch;
            window.fetch = async (address, options) => {
                if (options?.method !== 'PATCH') return real(address, options);
                window.fetch = real;
                return Response.json({ status: 403, code: 'forbidden', reason: 'confirmation_required' }, { status: 403 });
            };
        })()`);
        await page.click(id('passkey-rename-save'));
        await page.waitForElement(id('passkey-confirm'));
        await look('confirmation');
        await page.click(id('passkey-confirm'));
        await page.waitFor(`document.querySelector('${id('passkey')}')?.textContent.includes('Blue phone')`);
    });
    await step(`after the password it is the second factor of a role that must have one`, async () => {
        await page.evaluate(`import('/core/api.js').then(({ api }) => api.put('/users/two-factor/roles', { roles: ['admin'] })).then(() => true)`);
        await authenticator.answer(false);
        await signOut(page);
        await password(page);
        await page.waitForElement(id('passkey-submit'));
        await look('second-step');
        await authenticator.answer(true);
        await page.click(id('passkey-submit'));
        await signedInAgain(page);
    });
    await step(`the last second factor stays while the role needs one; then it is removed`, async () => {
        await page.open(`${base}/settings/security`);
        await page.click(id('passkey-remove'));
        await page.click(id('confirm'));
        await page.waitFor(`document.querySelector('.toast')?.textContent.includes('must have a second factor')`);
        await page.evaluate(`import('/core/api.js').then(({ api }) => api.put('/users/two-factor/roles', { roles: [] })).then(() => true)`);
        await page.click(id('passkey-remove'));
        await page.click(id('confirm'));
        await page.waitFor(`!document.querySelector('${id('passkey')}')`);
    });
    await step(`nothing was reported as an error`, async () => {
        const problems = page.errors.filter((line) => !/status of (401|403).*\/api\/v1\/(me|devices|me\/passkeys\/.*)$/.test(line));
        expect(problems.length === 0, problems.join('\n'));
    });
}

const browser = await Browser.launch();
try {
    await walk(await signedIn(browser, 1280, 900, false));
} catch (error) {
    stopped(error);
} finally {
    await browser.close();
}
finish();
