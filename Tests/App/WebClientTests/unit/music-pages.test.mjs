import assert from 'node:assert/strict';
import test from 'node:test';
import { id, start } from './client.mjs';
import { artist, besideAlbum, besideArtist, besideTrack, fullAlbum, fullArtist, fullTrack, track } from './samples.mjs';
import { Refusal } from './stand-in-server.mjs';

// The pages of a track, an album and an artist: lyrics and their files, Play, related items, and unavailable content.

const line = (text, startMs = 0) => ({ startMs, text });
const versions = [
    { synced: true, language: 'en', lines: [line('Line 1 goes on'), line('Line 2 goes on', 2000)] },
    { synced: true, language: 'pl', lines: [line('Wers 1')] },
];
const similar = [track('x', { title: 'Like it' }), track('y', { title: 'Like it, too' })];
const long = fullTrack('long', { title: 'Long song', durationMs: 40_000 });
const client = await start({
    answers: {
        'GET /tracks/long': long, ...besideTrack('long'),
        'GET /tracks/none': fullTrack('none', { title: 'Fourth song' }), ...besideTrack('none'),
        'GET /tracks/long/lyrics': ({ query }) => (query.format === 'stl' ? new Refusal(422, 'format_without_letters') : { items: versions }),
        'GET /albums/a': fullAlbum('a', [long]), ...besideAlbum('a'), 'GET /albums/a/info': { notes: 'Made in a day' }, 'GET /albums/a/similar-tracks': () => ({ items: similar }),
        'GET /artists/r': fullArtist('r'), ...besideArtist('r'),
        'GET /artists/r/info': { biography: 'Born in a test', similar: [artist('s', { name: 'Second singer' })] }, 'GET /artists/r/similar-tracks': { items: similar },
        'GET /tracks/*/moments': { items: [] }, 'GET /tracks/*': ({ params: [one] }) => similar.find((song) => song.id === one) ?? new Refusal(404),
    },
});
const isPlaying = () => client.all('audio').some((deck) => !deck.paused);

test('the words are offered as files, and one that has no letters for them says so', async () => {
    await client.open('/tracks/long');
    await client.click(id('lyrics-download'));
    await client.shown('[role=menuitem]');
    assert.deepEqual(client.texts('[role=menuitem]'), ['LRC', 'TTML', 'DFXP', 'EBU STL', 'SubRip (SRT)', 'WebVTT', 'TXT']);
    client.press('Escape');
    await client.menu(id('lyrics-download'), 'EBU STL');
    await client.shown('.toast.is-error');
    assert.deepEqual(client.server.asked('GET /tracks/long/lyrics').at(-1).query, { format: 'stl', version: '0' });
});

test('another version of the words is chosen, in its language', async () => {
    assert.match(client.texts(`${id('lyrics-version')} option`)[1], /^PL/);
    await client.choose(id('lyrics-version'), '1');
    await client.until(() => client.text('.lyrics-line') === 'Wers 1');
    assert.equal(client.find('[data-lines]').lang, 'pl');
});

test('without words there is a sentence and a way on, and where they cannot be had a retry', async () => {
    await client.open('/tracks/none');
    await client.until(() => client.find(`${id('lyrics-none')} a`)?.href.includes('Fourth'));
    const { fetch } = globalThis;
    globalThis.fetch = (target, options) => (String(target).includes('/lyrics') ? Promise.reject(new Error('blocked')) : fetch(target, options));
    await client.open('/tracks/long');
    await client.reads('No connection', id('lyrics-failed'));
    globalThis.fetch = fetch;
    await client.click('[data-retry-words]');
    await client.until(() => client.text('.lyrics-line') === 'Line 1 goes on');
});

test('the title of the tab is the song that plays; the album’s Play pauses it and lets it go on where it was', async () => {
    await client.open('/albums/a');
    const play = `.hero ${id('play-all')}`;
    await client.click(play);
    await client.until(() => client.text(play) === 'Pause' && isPlaying() && client.document.title === 'Long song – Artist r · Rondo');
    assert.match(client.find('tr.is-current [data-play-row]').getAttribute('aria-label'), /^Pause /);
    await client.until(() => client.all('audio').some((deck) => deck.currentTime > 0.1));
    await client.click(play);
    await client.until(() => client.text(play) === 'Play' && !isPlaying() && client.document.title === 'Album a · Rondo');
    const at = Math.max(...client.all('audio').map((deck) => deck.currentTime));
    await client.click(play);
    await client.until(() => isPlaying() && client.all('audio').some((deck) => !deck.paused && deck.currentTime >= at));
});

test('an album has notes and tracks that go with it, which can be mixed anew and played', async () => {
    await client.reads('Made in a day', id('album-notes'));
    await client.until(() => client.all(`${id('similar-tracks')} tr[data-track]`).length === 2);
    similar.reverse();
    await client.click(id('similar-again'));
    await client.until(() => client.focused === 'similar-again' && client.text(`${id('similar-tracks')} .track-title`) === 'Like it, too');
    await client.click(`${id('similar-tracks')} [data-play-row]`);
    await client.reads('Like it, too', id('player-title'));
});

test('the parts of an album come from the top down, so that a late one pushes nothing down', async () => {
    let come;
    client.server.answer({ 'GET /albums/a/info': () => new Promise((resolve) => { come = () => resolve({ notes: 'Made in a day' }); }) });
    await client.open('/tracks/long');
    const opened = client.open('/albums/a');
    await client.until(() => come && client.find(id('review')) && client.find(id('similar-tracks')));
    const isAwaited = (part) => part.closest('.is-awaited') !== null;
    assert.ok([id('review'), id('similar-tracks')].every((part) => isAwaited(client.find(part))));
    come();
    await opened;
    await client.until(() => !client.find('main .is-awaited'));
    assert.equal(client.find(id('album-notes')).hidden, false);
});

test('an artist’s page tells who they are and who is like them', async () => {
    await client.open('/artists/r');
    await client.reads('Born in a test', id('biography'));
    await client.reads('Second singer', id('similar-artists'));
    await client.shown(`${id('similar-tracks')} tr[data-track]`);
});

test('a picture of a person that cannot be had leaves their initials', () => {
    const picture = client.document.createElement('img');
    const face = client.document.createElement('span');
    face.className = 'avatar';
    face.append('AB', picture);
    client.find('main').append(face);
    picture.dispatchEvent(new client.window.Event('error'));
    assert.equal(face.textContent, 'AB');
    assert.equal(face.querySelector('img'), null);
});

test('nothing went wrong unseen', () => client.end());
