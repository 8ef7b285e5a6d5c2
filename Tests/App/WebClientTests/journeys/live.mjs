// Live updates in real browsers side by side: two of one user and one of another. A browser that was offline catches up without a reload.
//
//   RONDO_URL, RONDO_USER, RONDO_PASSWORD, RONDO_OTHER, RONDO_OTHER_PASSWORD, RONDO_SHOTS   as in shelf.mjs

import { Browser } from './browser.mjs';
import { board } from './live-board.mjs';
import { expect, finish, id, signIn, step, stopped } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const shots = process.env.RONDO_SHOTS;
async function visit(browser, size, username, password) {
    const page = await browser.context(size);
    page.api = (path) => page.evaluate(`fetch('/api/v1${path}').then((reply) => reply.json())`);
    page.call = (method, path, body) => page.evaluate(`fetch('/api/v1${path}', { method: '${method}', headers: { 'Content-Type': 'application/json' }, body: ${body ? JSON.stringify(JSON.stringify(body)) : 'undefined'} }).then((reply) => reply.status)`);
    page.follow = async (path) => {
        await page.evaluate(`(() => { const a = document.createElement('a'); a.href = ${JSON.stringify(path)}; document.body.append(a); a.click(); a.remove(); })()`);
        await page.waitFor(`location.pathname + location.search === ${JSON.stringify(path)} && document.querySelector('main').getAttribute('aria-busy') !== 'true' && !!document.querySelector('main h1')`);
    };
    page.snap = async (name) => { if (shots) await page.screenshot(`${shots}/${name}-${size.width}.png`); };
    await signIn(page, username, password);
    await page.open(`${base}/`);
    await page.waitForElement('main h1');
    // A reload would forget it.
    await page.evaluate('window.wasNotReloaded = true');
    return page;
}

const heart = (track) => `document.querySelector('tr[data-track="${track.id}"] ${id('like-track')}')?.getAttribute('aria-pressed')`;

const browser = await Browser.launch();
try {
    const page = await visit(browser, { width: 1280, height: 800 }, process.env.RONDO_USER, process.env.RONDO_PASSWORD);
    const phone = await visit(browser, { width: 390, height: 844, dark: true }, process.env.RONDO_USER, process.env.RONDO_PASSWORD);
    const other = await visit(browser, { width: 1280, height: 800 }, process.env.RONDO_OTHER, process.env.RONDO_OTHER_PASSWORD);
    const [track, second] = (await page.api('/tracks?limit=2')).items;

    await step('the average of a track, an album and an artist changes with everybody who looks at it', async () => {
        for (const [path, shown] of [[`/tracks/${track.id}`, `/tracks/${track.id}`], [`/albums/${track.albumId}`, `/albums/${track.albumId}`], [`/artists/${track.artists[0].id}`, `/artists/${track.artists[0].id}`]]) {
            await page.follow(shown);
            await page.waitForElement('.hero [data-average], .hero .rating');
            await other.call('PUT', `${path}/rating`, { rating: 4.5 });
            await page.waitFor(`/4\\.5/.test(document.querySelector('.hero')?.textContent ?? '')`);
        }
    });
    await step('a play shows in the history that is open elsewhere, and nobody else hears of it', async () => {
        await phone.follow('/history');
        await page.follow(`/tracks/${track.id}`);
        await page.evaluate(`document.querySelector('.hero [data-play-track], .hero .button.is-primary').click()`);
        await phone.waitForElement(`tr[data-track="${track.id}"]`);
        expect((await other.api('/history')).items.length === 0, 'Another person has it in their history.');
    });
    await step('who slept catches up on likes, history and playlists without a reload', async () => {
        await phone.follow(`/albums/${track.albumId}`);
        await phone.waitFor(`${heart(track)} === 'false'`);
        await other.call('POST', '/playlists', { name: 'Before', visibility: 'public' });
        await phone.evaluate(`dispatchEvent(new Event('offline'))`);
        await page.call('PUT', `/tracks/${track.id}/like`);
        await other.call('POST', '/playlists', { name: 'While asleep', visibility: 'public' });
        await phone.evaluate(`dispatchEvent(new Event('online'))`);
        await phone.waitFor(`${heart(track)} === 'true'`);
        await phone.follow('/playlists');
        await phone.waitFor(`document.querySelector('main').textContent.includes('While asleep')`);
        await phone.evaluate(`dispatchEvent(new Event('offline'))`);
        await other.call('POST', '/playlists', { name: 'Asleep again', visibility: 'public' });
        await phone.evaluate(`dispatchEvent(new Event('online'))`);
        await phone.waitFor(`document.querySelector('main').textContent.includes('Asleep again')`);
        expect(await phone.evaluate('window.wasNotReloaded === true'), 'The page was loaded anew.');
        await phone.snap('live-playlists');
    });
    await step('a correction shows in the album, the artist and the track that others look at', async () => {
        for (const [path, title] of [[`/tracks/${second.id}`, 'Corrected once'], [`/albums/${second.albumId}`, 'Corrected twice']]) {
            await other.follow(path);
            expect(await page.call('PATCH', `/tracks/${second.id}`, { title }) === 200, 'The correction was refused.');
            await other.waitFor(`document.querySelector('main').textContent.includes('${title}')`);
        }
        expect(await other.evaluate('window.wasNotReloaded === true'), 'The page was loaded anew.');
    });
    await step('what somebody likes and wrote is seen by others once they may, from their name', async () => {
        await other.call('PUT', `/tracks/${track.id}/rating`, { rating: 4.5, review: 'A fine song' });
        await other.call('PUT', `/tracks/${track.id}/like`);
        const person = (await other.api('/me')).id;
        await page.follow(`/people/${person}`);
        await page.waitForElement(id('empty-state'));
        await other.call('PUT', '/me/sharing', { opinions: 'gateway' });
        await page.follow(`/tracks/${track.id}`);
        await page.waitForElement(`a[href="/people/${person}"]`);
        await page.click(`a[href="/people/${person}"]`);
        await page.waitFor(`document.querySelector('${id('person-reviews')}')?.textContent.includes('A fine song')`);
        await page.waitForElement(`${id('person-likes')} tr[data-track="${track.id}"]`);
        await page.snap('person');
        await phone.follow(`/people/${person}?kind=albums`);
        await phone.waitForElement(id('person'));
        await phone.snap('person');
        const extra = await phone.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
        expect(extra <= 0, `The page is ${extra} px too wide.`);
    });
    await step('a review that somebody else writes shows below the track and the album, and leaves alone what one writes oneself', async () => {
        const [, third] = (await page.api('/tracks?limit=2&sort=title&order=desc')).items;
        for (const path of [`/tracks/${third.id}`, `/albums/${third.albumId}`]) {
            await page.call('PUT', `${path}/rating`, { rating: 3 });
            await page.follow(path);
            await page.waitFor(`document.querySelector('${id('review')}')?.disabled === false`);
            await page.fill(id('review'), 'I am still writing');
            await other.call('PUT', `${path}/rating`, { rating: 4, review: 'Written elsewhere' });
            await page.waitFor(`document.querySelector('${id('reviews')}')?.textContent.includes('Written elsewhere')`);
            expect(await page.evaluate(`document.querySelector('${id('review')}').value === 'I am still writing' && document.activeElement?.name === 'review'`), 'What was being written is gone.');
            await other.call('DELETE', `${path}/rating`);
            await page.waitFor(`!document.querySelector('${id('reviews')}')?.textContent.includes('Written elsewhere')`);
        }
    });
    await step('what a person likes and writes comes and goes on their page', async () => {
        await other.call('PUT', '/me/sharing', { opinions: 'nobody' });
        const person = (await other.api('/me')).id;
        await page.follow(`/people/${person}`);
        await page.waitForElement(id('empty-state'));
        await other.call('PUT', '/me/sharing', { opinions: 'gateway' });
        await page.waitForElement(id('person-likes'));
        await other.call('PUT', `/tracks/${second.id}/rating`, { rating: 5, review: 'Seen at once' });
        await page.waitFor(`document.querySelector('${id('person-reviews')}')?.textContent.includes('Seen at once')`);
        await other.call('PUT', `/tracks/${second.id}/like`);
        await page.waitForElement(`${id('person-likes')} tr[data-track="${second.id}"]`);
        await other.call('DELETE', `/tracks/${second.id}/like`);
        await page.waitFor(`!document.querySelector('${id('person-likes')} tr[data-track="${second.id}"]')`);
        await other.call('PUT', '/me/sharing', { opinions: 'nobody' });
        await page.waitForElement(id('empty-state'));
    });
    await step('shares and stations come and go on every device, and the focus stays where it was', async () => {
        await page.follow('/shares');
        await phone.call('POST', '/shares', { items: [{ kind: 'track', id: second.id }], description: 'From the phone' });
        await page.waitFor(`document.querySelector('main').textContent.includes('From the phone')`);
        await page.evaluate(`document.querySelector('${id('share-edit')}').focus()`);
        const [share] = (await phone.api('/shares')).items;
        await phone.call('PATCH', `/shares/${share.id}`, { description: 'Another name' });
        await page.waitFor(`document.querySelector('main').textContent.includes('Another name')`);
        expect(await page.evaluate(`document.activeElement?.dataset.edit === '${share.id}'`), 'The focus is lost.');
        await phone.call('DELETE', `/shares/${share.id}`);
        await page.waitForElement(id('empty-state'));
        await other.follow('/radio');
        await page.call('POST', '/radio', { name: 'Harbour FM', streamUrl: 'https://radio.example/live' });
        await other.waitFor(`document.querySelector('${id('radio-row')}')?.textContent.includes('Harbour FM')`);
        const [station] = (await page.api('/radio')).items;
        await page.call('DELETE', `/radio/${station.id}`);
        await other.waitForElement(id('empty-state'));
        expect(await page.evaluate('window.wasNotReloaded === true') && await other.evaluate('window.wasNotReloaded === true'), 'A page was loaded anew.');
    });
    await board(other, phone);
    await step('no console error and no policy violation', async () => {
        const problems = [page, phone, other].flatMap((one) => one.errors).filter((line) => !/ERR_INTERNET_DISCONNECTED|status of (401.*\/api\/v1\/me|404.*\/people\/)/.test(line));
        expect(problems.length === 0, problems.join(' | '));
    });
} catch (error) {
    stopped(error);
} finally {
    await browser.close();
}
finish();
