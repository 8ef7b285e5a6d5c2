// Handing on plays in a real browser: an admin switches it on, connects an account, plays a song and sees it handed on; then the server
// refuses the token, which is said, and a new one sends what waited. At last the same with Last.fm, by a consent.
//
//   RONDO_URL                    a server whose library is what `WebClientTests.makeSongs` makes
//   RONDO_USER, RONDO_PASSWORD   an admin of it
//   RONDO_SHOTS                  a folder for screenshots, if wanted
//   RONDO_AXE                    axe.min.js; nothing is asked of it without

import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { accessible } from './accessibility-checks.mjs';
import { Browser } from './browser.mjs';
import { expect, finish, id, signedIn, step, stopped } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const shots = process.env.RONDO_SHOTS;

/** A server that answers as ListenBrainz documents it. */
function listenBrainz() {
    const [taken, now, wrong] = [[], [], new Set(['bad'])];
    const server = createServer((request, reply) => {
        const chunks = [];
        request.on('data', (chunk) => chunks.push(chunk));
        request.on('end', () => {
            const { pathname } = new URL(request.url, 'http://localhost');
            const isWrong = wrong.has((request.headers.authorization ?? '').replace('Token ', ''));
            const send = (body, status = 200) => reply.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
            if (pathname === '/1/validate-token') return send(isWrong ? { code: 200, valid: false } : { code: 200, valid: true, user_name: 'ada-there' });
            if (isWrong) return send({ code: 401, error: 'Invalid authorization token.' }, 401);
            if (pathname === '/1/user/ada-there/listens') return send({ payload: { count: 0, listens: [] } });
            const { listen_type: kind, payload } = JSON.parse(Buffer.concat(chunks).toString());
            (kind === 'playing_now' ? now : taken).push(...payload);
            send({ status: 'ok' });
        });
    });
    return new Promise((ready) => server.listen(0, '127.0.0.1', () => ready({ taken, now, wrong, port: server.address().port })));
}

/** A server that answers as Last.fm documents it, and checks signatures. */
function lastFM() {
    const state = { allowed: false, port: 0 };
    const server = createServer((request, reply) => {
        const chunks = [];
        request.on('data', (chunk) => chunks.push(chunk));
        request.on('end', () => {
            const send = (body, status = 200) => reply.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
            const fields = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
            const names = Object.keys(fields).filter((name) => name !== 'format' && name !== 'api_sig').sort();
            const text = names.map((name) => name + fields[name]).join('');
            if (fields.api_sig !== createHash('md5').update(`${text}shh`).digest('hex')) return send({ error: 13, message: 'Invalid signature' }, 403);
            if (fields.method === 'auth.getToken') return send({ token: 'page-token' });
            if (fields.method !== 'auth.getSession') return send({ error: 9, message: 'Invalid session key' }, 403);
            send(state.allowed ? { session: { name: 'ada-fm', key: 'session-key' } } : { error: 14, message: 'Not authorized' });
        });
    });
    return new Promise((ready) => server.listen(0, '127.0.0.1', () => ready(Object.assign(state, { port: server.address().port }))));
}

const browser = await Browser.launch();
try {
    const [listens, fm] = [await listenBrainz(), await lastFM()];
    const page = await signedIn(browser, 1280, 800, false);
    const text = (name) => `document.querySelector('${id(name)}')?.textContent`;
    const panel = '[data-part=scrobbling]';
    const shoot = async (name, root) => {
        if (!shots) return;
        await page.evaluate(`document.querySelector('${root ?? panel}')?.scrollIntoView({ block: 'center' })`);
        await page.atRest().catch(() => {});
        await page.screenshot(`${shots}/scrobbling-${name}.png`);
    };
    /** In both widths, and for pictures in both themes. */
    const look = async (name, root) => {
        const sizes = [[390, 844, true], [390, 844, false], [1280, 800, true], [1280, 800, false]];
        for (const [width, height, dark] of sizes.filter(([, , dark]) => shots || !dark)) {
            await page.setViewport(width, height, dark);
            await shoot(`${name}-${width}-${dark ? 'dark' : 'light'}`, root);
            const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
            expect(wide <= 0, `It is ${wide} px too wide at ${width}.`);
        }
        await accessible(page, root);
    };
    const hear = async (album) => {
        await page.open(`${base}/albums/${album}`);
        await page.click(`.hero ${id('play-all')}`);
    };
    const albums = await page.evaluate(`fetch('/api/v1/albums').then((reply) => reply.json()).then((list) => list.items.map(({ id }) => id))`);

    await step('it is off at first, and an admin switches it on and reads what leaves the server', async () => {
        await page.open(`${base}/settings/apps`);
        await page.waitForElement(id('device-key-create'));
        expect(await page.evaluate(`document.querySelector('${panel}').hidden`), 'It is offered before.');
        await page.open(`${base}/administration/services`);
        await page.waitForElement(id('settings-scrobbling'));
        await page.evaluate(`document.querySelector('${id('settings-scrobbling')}').scrollIntoView({ block: 'center' })`);
        await page.click(id('settings-scrobbling'));
        await page.fill(id('field-listenBrainzURL'), `http://127.0.0.1:${listens.port}`);
        await look('admin', id('scrobbling-panel'));
        await page.click(id('scrobbling-save'));
        await page.waitFor(`fetch('/api/v1/settings').then((reply) => reply.json()).then(({ scrobbling }) => scrobbling)`);
        // One a line.
        await page.evaluate(`document.querySelector('[name=linkNetworks]').value = '127.0.0.1:${listens.port}\\n127.0.0.1:${fm.port}'`);
        await page.click(id('networks-save'));
        await page.waitFor(`fetch('/api/v1/settings').then((reply) => reply.json()).then(({ linkNetworks }) => linkNetworks.length === 2)`);
    });

    await step('a wrong token is refused, and a right one shows whose it is', async () => {
        await page.open(`${base}/settings/apps`);
        await page.waitForElement(id('scrobbling-form'));
        await page.fill(id('field-token'), 'bad');
        await page.click(id('scrobbling-connect'));
        await page.waitFor(`document.querySelector('${panel}').textContent.includes('does not know this token')`);
        await look('wrong', panel);
        await page.fill(id('field-token'), 'ada-key-one');
        await page.click(id('scrobbling-connect'));
        await page.waitFor(`${text('scrobbling-name')}?.includes('ada-there')`);
        expect(!(await page.evaluate(`document.documentElement.innerHTML.includes('ada-key-one')`)), 'The token is shown.');
    });

    await step('what is played is shown there at once, handed on when it counts, and seen here without a reload', async () => {
        await hear(albums[0]);
        await page.waitFor(`${text('player-title')}?.length > 0`);
        await page.evaluate(`(() => { const link = document.createElement('a'); link.href = '/settings/apps'; document.querySelector('main').append(link); link.click(); })()`);
        await page.waitFor(`${text('scrobbling-counts')}?.startsWith('1 play')`);
        expect(listens.taken.length === 1 && listens.now.length > 0, JSON.stringify(listens));
        expect(listens.taken[0].track_metadata.artist_name.includes('singer'), JSON.stringify(listens.taken));
        await look('handed-on', panel);
    });

    await step('when the server refuses the token it is paused, and said here and as a notification', async () => {
        listens.wrong.add('ada-key-one');
        await hear(albums[1]);
        await page.waitFor(`fetch('/api/v1/me/scrobbling').then((reply) => reply.json()).then(({ pause }) => pause === 'token')`);
        await page.open(`${base}/settings/apps`);
        await page.waitFor(`${text('scrobbling-trouble')}?.includes('refuses your token')`);
        await look('paused', panel);
        await page.open(`${base}/notifications`);
        await page.waitFor(`${text('notification')}?.includes('ada-there')`);
        await page.click(`${id('notification')} a`);
        await page.waitFor('location.pathname === "/settings/apps"');
        await page.waitForElement(id('scrobbling-form'));
        await page.fill(id('field-token'), 'ada-key-two');
        await page.click(id('scrobbling-connect'));
        await page.waitFor(`!document.querySelector('${id('scrobbling-trouble')}') && ${text('scrobbling-counts')}?.startsWith('2 plays')`);
        expect(listens.taken.length === 2, JSON.stringify(listens.taken));
    });

    await step('listens are imported, and disconnecting asks first', async () => {
        await page.click(id('scrobbling-import'));
        await page.waitFor(`${text('scrobbling-import-state')}?.includes('Imported')`);
        await page.click(id('scrobbling-disconnect'));
        await page.waitForElement(id('confirm'));
        await page.click(id('confirm'));
        await page.waitFor(`document.querySelector('${id('scrobbling-form')}') && !document.querySelector('${id('scrobbling-name')}')`);
    });

    await step('an admin registers the server at Last.fm, and a user allows it on its page and connects', async () => {
        await page.open(`${base}/administration/services`);
        await page.waitForElement(id('lastfm-settings'));
        await page.fill(id('field-key'), 'KEY');
        await page.fill(id('field-url'), `http://127.0.0.1:${fm.port}/2.0/`);
        await page.fill(id('field-page'), `http://127.0.0.1:${fm.port}/auth/`);
        await page.fill(id('field-secret'), 'wrong');
        await page.evaluate(`document.querySelector('${id('lastfm-on')}').scrollIntoView({ block: 'center' })`);
        await page.click(id('lastfm-on'));
        await page.click(id('lastfm-save'));
        await page.waitFor(`document.querySelector('${id('lastfm-settings')}').textContent.includes('refuses this server')`);
        await page.fill(id('field-secret'), 'shh');
        await page.click(id('lastfm-save'));
        await page.waitFor(`document.querySelector('${id('lastfm-settings')}').textContent.includes('One is stored')`);
        await look('lastfm-admin', '[data-lastfm]');
        await page.open(`${base}/settings/apps`);
        await page.waitForElement(id('lastfm-begin'));
        await page.click(id('lastfm-begin'));
        await page.waitForElement(id('lastfm-page'));
        const link = await page.evaluate(`(({ href, target, rel }) => [href, target, rel].join(' '))(document.querySelector('${id('lastfm-page')}'))`);
        expect(link === `http://127.0.0.1:${fm.port}/auth/?api_key=KEY&token=page-token _blank noopener noreferrer`, link);
        await page.click(id('lastfm-connect'));
        const part = '[data-part=lastfm]';
        await page.waitFor(`document.querySelector('${part}').textContent.includes('not allowed it there yet')`);
        await look('lastfm-ask', part);
        fm.allowed = true;
        await page.click(id('lastfm-connect'));
        await page.waitFor(`document.querySelector('${part} ${id('scrobbling-name')}')?.textContent.includes('ada-fm')`);
        expect(!(await page.evaluate(`document.querySelector('${part} ${id('scrobbling-history')}')`)), 'What was before is offered.');
        await look('lastfm-connected', part);
    });
} catch (error) {
    stopped(error);
} finally {
    await browser.close();
}
finish();
