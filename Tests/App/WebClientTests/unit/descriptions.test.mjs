import assert from 'node:assert/strict';
import test from 'node:test';
import { id, start } from './client.mjs';
import { album, besideAlbum, besideArtist, fullAlbum, fullArtist } from './samples.mjs';

// External descriptions: the sources that an admin configures, and the credits on the pages of artists and albums.

const source = (name, more = {}) => ({ source: name, url: `https://${name}.example`, isOwnAddress: true, needsKey: name === 'fanart', hasKey: false, on: false, ...more });
const state = { sources: [source('musicbrainz'), source('coverartarchive'), source('fanart')], total: 4, done: 1, found: 1 };
const settings = {
    name: 'Rondo', registrationOpen: false, outside: false, outsideURL: '', outsideCountry: 'US', podcasts: false, podcastMinutes: 60, podcastMegabytes: 500, scrobbling: false,
    listenBrainzURL: '', linksOpen: false, linkHosts: [], linkNetworks: [], configuration: [],
};
const wikipedia = { name: 'Wikipedia', page: 'https://en.wikipedia.org/wiki/Second_singer', license: 'CC BY-SA 4.0', licensePage: 'https://creativecommons.org/licenses/by-sa/4.0/' };
const client = await start({
    answers: {
        'GET /settings': settings,
        'GET /settings/lastfm': { enabled: false, url: '', page: '', key: '', hasSecret: false },
        'PATCH /settings': ({ body }) => Object.assign(settings, body),
        'GET /descriptions': () => state,
        'PATCH /descriptions/sources/*': ({ params: [name], body: { key, ...body } }) => {
            state.sources = state.sources.map((one) => (one.source === name ? { ...one, ...body, hasKey: Boolean(key) } : one));
            return state;
        },
        'POST /descriptions/sources/*/test': ({ params: [name] }) => ({ answers: name === 'musicbrainz', ...(name !== 'musicbrainz' && { failure: 'unreachable' }) }),
        'DELETE /descriptions': () => { state.found = 0; },
        'GET /artists/r': fullArtist('r', { image: '/images/r' }),
        ...besideArtist('r'),
        'GET /artists/r/info': { biography: 'She sings in tests.\n\nShe began in 1967.', biographyCredit: wikipedia, imageCredit: { name: 'fanart.tv' }, similar: [] },
        'GET /artists/own': fullArtist('own'), ...besideArtist('own'), 'GET /artists/own/info': { biography: 'Born in a test.', similar: [] },
        'GET /albums/a': { ...fullAlbum('a', []), originalDate: '1967-05-26' },
        ...besideAlbum('a'),
        'GET /albums/a/info': { coverCredit: { name: 'Cover Art Archive' }, originalDateCredit: { name: 'MusicBrainz', license: 'CC0 1.0' } },
        'GET /albums': { items: [album('b')] },
    },
});
const form = (name) => id(`description-source-${name}`);

test('an admin gives addresses and a key, tries a source, and switches it on', async () => {
    await client.open('/administration/services');
    await client.fill(`${form('musicbrainz')} [name=url]`, 'http://127.0.0.1:9');
    await client.click(`${form('musicbrainz')} [data-test]`);
    await client.reads('It answers as it should.', `${form('musicbrainz')} [data-report]`);
    await client.click(`${form('coverartarchive')} [data-test]`);
    await client.reads('cannot be reached', `${form('coverartarchive')} [data-report]`);
    await client.click(`${form('musicbrainz')} [data-on]`);
    await client.click(`${form('musicbrainz')} [type=submit]`);
    await client.reads('1 of 4', id('description-progress'));
    assert.deepEqual(client.server.sent('PATCH /descriptions/sources/musicbrainz'), { on: true, url: 'http://127.0.0.1:9' });
});

test('what is typed about another source stays when one is saved, and a key is sent once', async () => {
    await client.fill(`${form('fanart')} [name=key]`, 'KEY1');
    await client.click(`${form('coverartarchive')} [data-on]`);
    await client.click(`${form('coverartarchive')} [type=submit]`);
    await client.until(() => client.server.sent('PATCH /descriptions/sources/coverartarchive')?.on);
    assert.equal(client.find(`${form('fanart')} [name=key]`).value, 'KEY1');
    await client.click(`${form('fanart')} [type=submit]`);
    await client.until(() => client.find(`${form('fanart')} [name=key]`).value === '');
    assert.deepEqual(client.server.sent('PATCH /descriptions/sources/fanart'), { on: false, key: 'KEY1' });
});

test('an artist has a text and a picture with their sources and the license', async () => {
    await client.open('/artists/r');
    await client.reads('She began in 1967.', id('biography'));
    assert.equal(client.text(id('credit-biography')), 'Text: Wikipedia · CC BY-SA 4.0');
    assert.equal(client.text(id('credit-picture')), 'Picture: fanart.tv · rights with their owners');
    assert.deepEqual(client.all(`${id('credit-biography')} a`).map(({ href }) => href), [wikipedia.page, wikipedia.licensePage]);
    await client.open('/artists/own');
    await client.reads('Born in a test.', id('biography'));
    assert.equal(client.find(id('credit-biography')), null);
});

test('an album says where its cover and its date come from', async () => {
    await client.open('/albums/a');
    await client.reads('First released May 26, 1967', id('album-notes'));
    await client.reads('Date: MusicBrainz · CC0 1.0', id('album-notes'));
    await client.reads('Cover Art Archive', id('credit-cover'));
});

test('switched off, all of it is removed after a question', async () => {
    await client.open('/administration/services');
    for (const name of ['musicbrainz', 'coverartarchive']) {
        await client.click(`${form(name)} [data-on]`);
        await client.click(`${form(name)} [type=submit]`);
        await client.until(() => client.server.sent(`PATCH /descriptions/sources/${name}`).on === false);
    }
    await client.click(id('descriptions-remove'));
    await client.click('[data-cancel]');
    await client.gone(id('confirm-dialog'));
    assert.equal(client.server.asked('DELETE /descriptions').length, 0);
    await client.click(id('descriptions-remove'));
    await client.click(id('confirm'));
    await client.gone(id('descriptions-remove'));
});

test('addresses of private networks are permitted line by line, and a wrong one is said at the field', async () => {
    const { Refusal } = await import('./stand-in-server.mjs');
    client.server.answer({ 'PATCH /settings': ({ body }) => (body.linkNetworks[0] === 'nonsense' ? new Refusal(400, undefined, 'linkNetworks') : Object.assign(settings, body)) });
    await client.fill(id('field-linkNetworks'), 'nonsense');
    await client.click(id('networks-save'));
    await client.until(() => client.find(id('field-linkNetworks')).getAttribute('aria-invalid') === 'true');
    await client.fill(id('field-linkNetworks'), '127.0.0.1:80\n\n10.0.0.0/8 ');
    await client.click(id('networks-save'));
    await client.until(() => client.server.sent('PATCH /settings').linkNetworks.length === 2);
    assert.deepEqual(client.server.sent('PATCH /settings'), { linkNetworks: ['127.0.0.1:80', '10.0.0.0/8'] });
});

test('nothing went wrong unseen', () => client.end());
