import assert from 'node:assert/strict';
import test from 'node:test';
import { id, start } from './client.mjs';
import { track } from './samples.mjs';

// Speakers of the machine and of the network: an admin switches them on, and permitted users control them.

const AT = '2026-11-20T10:00:00Z';
const songs = [1, 2, 3].map((number) => track(`s${number}`, { title: `Song ${number}` }));
const settings = {
    name: 'Rondo', registrationOpen: false, registrationRole: 'listener', journalDays: null, sharingOpen: true, sharingDays: null, splitArtists: false,
    lyricsFiles: false, jukebox: false, renderers: false, privacyPolicy: '', configuration: [],
};
const kitchen = { id: 'k', name: 'Kitchen', model: 'Model', address: '192.0.2.9', allowed: false, reachable: true, playing: false, queueLength: 0 };
const speaker = {
    id: 'jukebox', kind: 'speaker', name: 'Jukebox', active: false, answers: [], at: AT, lost: false, muted: false, playing: false, positionMs: 0, queueLength: 3, queueRevision: 1, rate: 1,
    reachable: true, repeat: 'off', revision: 1, sameBrowser: false, shared: true, shuffled: false, volume: 50, entry: 1, track: songs[0],
};
let [place, here] = [0, []];
const commands = [];
const client = await start({
    answers: {
        'GET /settings': () => settings, 'PATCH /settings': ({ body }) => Object.assign(settings, body),
        'GET /jukebox': () => ({ output: 'alsa', device: null, programInstalled: true, on: settings.jukebox, playing: false, queueLength: 0 }),
        'GET /renderers': () => ({ interfaceNamed: true, on: settings.renderers, items: settings.renderers ? [kitchen] : [] }),
        'PATCH /renderers/k': ({ body }) => {
            Object.assign(kitchen, body);
            return { interfaceNamed: true, on: true, items: [kitchen] };
        },
        'GET /tracks/*/moments': { items: [] }, 'GET /tracks/*': ({ params: [one] }) => songs.find((song) => song.id === one),
        'GET /joint-artists': { items: [] }, 'GET /settings/lyrics-files': { written: 0, failures: [] },
        'GET /devices': () => ({ now: new Date().toISOString(), items: settings.jukebox ? [speaker, ...here] : [], players: [] }),
        'GET /devices/jukebox/queue': () => ({ now: new Date().toISOString(), items: songs.map((song, index) => ({ key: index + 1, track: song })), entry: speaker.entry, positionMs: 0, at: AT }),
        'POST /devices/jukebox/commands': ({ body }) => {
            const { id: command, ...asked } = body;
            commands.push(asked);
            if (asked.action === 'next') place += 1;
            if (asked.action === 'pause') speaker.playing = false;
            if (asked.action === 'play' || asked.action === 'takeOver') speaker.playing = true;
            Object.assign(speaker, { track: songs[place], entry: place + 1, revision: speaker.revision + 1, answers: [{ command, outcome: 'done' }], at: new Date().toISOString() });
            setTimeout(() => client.server.send('devices', { by: 'jukebox' }));
        },
    },
});
const last = () => commands.at(-1)?.action;

test('an admin reads whether the speaker is ready, and switches it on', async () => {
    await client.open('/administration/settings');
    await client.reads('alsa', id('jukebox-report'));
    await client.click(id('settings-jukebox'));
    await client.click(id('settings-save'));
    await client.until(() => client.server.sent('PATCH /settings')?.jukebox === true);
});

test('a renderer of the network is allowed, and forbidden again', async () => {
    await client.shown('[data-renderer-list] .quiet');
    await client.click(id('settings-renderers'));
    await client.click(id('settings-save'));
    client.server.send('administration', { areas: ['settings'] });
    await client.reads('Kitchen', id('renderer'));
    assert.match(client.text(id('renderer-state')), /^Not allowed/);
    await client.click(`${id('renderer')} input`);
    await client.until(() => client.text(id('renderer-state')).startsWith('Silent'));
    await client.click(`${id('renderer')} input`);
    await client.until(() => client.text(id('renderer-state')).startsWith('Not allowed'));
});

test('somebody steers the speaker without replacing what plays on it', async () => {
    Object.assign(speaker, { playing: true });
    client.server.send('devices', { by: 'jukebox' });
    client.document.activeElement.blur();
    client.press('d');
    await client.reads('Jukebox', id('devices'));
    await client.click(id('device-steer'));
    await client.shown(id('device-unsteer'));
    client.press('Escape');
    await client.gone(id('devices'));
    await client.reads('Song 1', id('player-title'));
    await client.reads('Jukebox', id('player-elsewhere'));
    assert.deepEqual(commands, []);
});

test('the bar steers it: pause, start, the next song and another place', async () => {
    await client.click(id('player-play'));
    await client.until(() => last() === 'pause');
    await client.click(id('player-play'));
    await client.until(() => last() === 'play');
    await client.click(id('player-next'));
    await client.reads('Song 2', id('player-title'));
    const seek = client.find(id('player-seek'));
    seek.value = '60000';
    seek.dispatchEvent(new client.window.Event('change'));
    await client.until(() => last() === 'seek');
    assert.deepEqual(commands.at(-1), { action: 'seek', entry: 2, positionMs: 60_000 });
});

test('who stops steering has their own queue again', async () => {
    client.document.activeElement.blur();
    client.press('d');
    await client.click(id('device-unsteer'));
    await client.gone(id('device-unsteer'));
    client.press('Escape');
    await client.gone(id('devices'));
    await client.gone(id('player-elsewhere'));
});

test('what plays here is handed over, and comes back', async () => {
    const own = client.server.sent('POST /devices').id;
    here = [{ ...speaker, id: own, kind: 'computer', name: 'Here', shared: false, active: true, playing: true, answers: [] }];
    client.server.send('devices', { by: own });
    client.document.activeElement.blur();
    client.press('d');
    await client.click(id('device-there'));
    await client.until(() => last() === 'takeOver');
    assert.deepEqual(commands.at(-1), { action: 'takeOver', from: own });
    here = [{ ...here[0], active: false, playing: false }];
    Object.assign(speaker, { active: true, playing: false, revision: 9 });
    client.server.send('devices', { by: 'jukebox' });
    await client.click(id('device-here'));
    await client.until(() => client.all('audio').some((deck) => !deck.paused), 'the music plays here');
});

test('nothing went wrong unseen', () => client.end());
