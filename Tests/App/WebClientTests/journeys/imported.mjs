// Music of other services in a real browser: a zip of Spotify and a library of Apple Music are brought, the songs of the playlist are
// looked at, one is chosen among candidates, the rest is wished for, and a file that is added to the library fills the playlist.
//
//   RONDO_URL                    a running server with the songs of two singers
//   RONDO_USER, RONDO_PASSWORD   an admin of it
//   RONDO_MUSIC                  the folder of its library
//   RONDO_AXE                    axe.min.js; nothing is asked of it without
//   RONDO_SHOTS                  a folder for screenshots, if wanted

import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { accessible } from './accessibility-checks.mjs';
import { Browser } from './browser.mjs';
import { expect, finish, id, signedIn, step } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const shots = process.env.RONDO_SHOTS;

const crc = (bytes) => {
    let sum = ~0;
    for (const byte of bytes) {
        sum ^= byte;
        for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
    }
    return ~sum >>> 0;
};

/** A zip of one file that is not compressed. */
function zip(name, text) {
    const [path, bytes] = [Buffer.from(name), Buffer.from(text)];
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(crc(bytes), 10);
    facts.writeUInt32LE(bytes.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, path, bytes]);
    const central = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, Buffer.alloc(14), path]);
    const end = Buffer.alloc(22);
    end.write('PK\x05\x06', 'latin1');
    end.writeUInt16LE(1, 8);
    end.writeUInt16LE(1, 10);
    end.writeUInt32LE(central.length, 12);
    end.writeUInt32LE(local.length, 16);
    return Buffer.concat([local, central, end]);
}

const song = (trackName, artistName) => ({
    track: { trackName, artistName, albumName: `${trackName} album`, trackUri: 'spotify:track:1' },
    episode: null,
    localTrack: null,
    addedDate: '2024-01-01',
});
const spotify = zip(
    'Spotify Account Data/Playlist1.json',
    JSON.stringify({
        playlists: [
            {
                name: 'Morning',
                items: [
                    song('Another song', 'First singer'),
                    song('Missing song', 'Third singer'),
                    song('Third song - Live', 'Second singer'),
                    song('Song of nobody', 'Nobody'),
                ],
            },
        ],
    }),
);
const apple = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple Computer//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict><key>Tracks</key><dict><key>7</key><dict><key>Track ID</key><integer>7</integer>
<key>Name</key><string>Fourth song</string><key>Artist</key><string>Second singer</string><key>Album</key>
<string>Fourth song album</string><key>Total Time</key><integer>3000</integer><key>Loved</key><true/></dict></dict>
<key>Playlists</key><array><dict><key>Name</key><string>Evening</string><key>Playlist Items</key><array><dict>
<key>Track ID</key><integer>7</integer></dict></array></dict></array></dict></plist>`);

const browser = await Browser.launch();
try {
    const page = await signedIn(browser, 1280, 900, false);
    const api = (path, init = '{}') => page.evaluate(`fetch('/api/v1${path}', ${init}).then((reply) => reply.json())`);
    const shot = async (name) => {
        if (!shots) return;
        await page.atRest();
        await page.screenshot(`${shots}/imported-${name}.png`);
    };
    const bring = async (name, bytes) => {
        await page.evaluate(`(() => {
            const files = new DataTransfer();
            const bytes = Uint8Array.from(atob('${bytes.toString('base64')}'), (one) => one.charCodeAt(0));
            files.items.add(new File([bytes], '${name}'));
            const input = document.querySelector('${id('import-file')}');
            input.files = files.files;
            input.dispatchEvent(new Event('change', { bubbles: true }));
        })()`);
        await page.waitForElement(id('import-ready'));
    };
    const states = () => page.evaluate(`[...document.querySelectorAll('${id('imported-song')}')].map((row) => row.dataset.songState).join()`);
    let playlist = '';

    await step('a library of Apple Music and a zip of Spotify say how surely their songs match', async () => {
        await page.open(`${base}/settings/privacy`);
        await page.waitForElement(id('import-file'));
        await bring('Library.xml', apple);
        const evening = await page.evaluate(`document.querySelector('${id('import-by-playlist')}').textContent`);
        expect(/Evening\s*0\s*1\s*0\s*0/.test(evening), `It says ${evening}.`);
        await bring('my_spotify_data.zip', spotify);
        const morning = await page.evaluate(`document.querySelector('${id('import-by-playlist')}').textContent`);
        expect(/Morning\s*0\s*0\s*1\s*3/.test(morning), `It says ${morning}.`);
        await page.evaluate(`document.querySelector('${id('import-by-playlist')}').scrollIntoView()`);
        await shot('report');
        await page.click(id('import-run'));
        await page.waitForElement(id('import-finished'));
        playlist = (await api('/playlists')).items.find(({ name }) => name === 'Morning').id;
    });
    await step('the playlist says what is not here, and opens its songs', async () => {
        await page.open(`${base}/playlists/${playlist}`);
        await page.waitForElement(id('imported-bar'));
        await shot('playlist');
        await page.click(id('imported-open'));
        await page.waitForElement(id('imported-song'));
        expect((await states()) === 'likely,awaited,awaited,awaited', `They are ${await states()}.`);
        await shot('songs');
        await accessible(page);
        await page.setViewport(1280, 900, true);
        await shot('songs-dark');
        await accessible(page, 'main');
        await page.setViewport(1280, 900, false);
    });
    await step('a candidate is chosen', async () => {
        await page.evaluate(`document.querySelectorAll('${id('imported-choose')}')[2].click()`);
        await page.waitForElement(id('candidate'));
        await shot('candidates');
        await accessible(page);
        await page.click(id('candidate'));
        await page.waitFor(`document.querySelector('[data-song-state="chosen"]')`);
        expect((await states()) === 'likely,awaited,chosen,awaited', `They are ${await states()}.`);
    });
    await step('the rest is wished for, once', async () => {
        await page.setViewport(390, 844, true);
        await page.click(id('wish-all'));
        await page.waitFor(`fetch('/api/v1/wishes').then((reply) => reply.json()).then(({ items }) => items.length === 2)`);
        const width = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
        expect((await page.evaluate(width)) <= 0, 'The page is too wide.');
        await shot('songs-narrow');
        await accessible(page);
        await page.setViewport(390, 844, false);
        await shot('songs-narrow-light');
        await accessible(page, 'main');
    });
    await step('a file that is added to the library comes to its place', async () => {
        const folder = `${process.env.RONDO_MUSIC}/Third singer`;
        mkdirSync(folder, { recursive: true });
        const tags = ['title=Missing song', 'artist=Third singer', 'album=Missing song album'].flatMap((tag) => ['-metadata', tag]);
        execFileSync('ffmpeg', ['-nostdin', '-v', 'error', '-f', 'lavfi', '-i', 'sine=duration=3', ...tags, `${folder}/song.flac`]);
        await page.evaluate(`fetch('/api/v1/scans', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }).then((reply) => reply.status)`);
        await page.waitFor(`document.querySelectorAll('[data-song-state="likely"]').length === 2`, 20_000);
        const entries = (await api(`/playlists/${playlist}/entries`)).items.map(({ track }) => track.title).join();
        expect(entries === 'Another song,Missing song,Third song', `The playlist has ${entries}.`);
        const told = (await api('/notifications')).items.map(({ kind }) => kind);
        expect(told.filter((kind) => kind === 'songsArrived').length === 1, `It tells ${told}.`);
    });
    await step('nothing failed behind the scenes', async () => {
        const problems = page.errors.filter((line) => !/status of 401.*\/api\/v1\/me$/.test(line));
        expect(problems.length === 0, problems.join('\n'));
    });
} finally {
    await browser.close();
}
finish();
