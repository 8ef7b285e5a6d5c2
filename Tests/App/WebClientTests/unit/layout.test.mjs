import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

// Where the client's code belongs, and the maximum length of files and lines.

const root = fileURLToPath(new URL('../../../../public/', import.meta.url));
const MOST_LINES = 300;
const MOST_COLUMNS = 120;
// Generated from the description of the API.
const GENERATED = 'core/types.js';

/** The folders whose files a folder may import, beside its own. For a feature, its own means the same feature. */
const FLOORS = {
    core: [],
    player: ['core'],
    elements: ['core', 'player'],
    features: ['core', 'player', 'elements'],
};

/** The only exception: the list of routes combines all parts, like app.js, and names every view. It is in core/ because the server reads it there. */
const ROUTES = 'core/routes.js';

/** The files that features open to others, with those that may import them. Every other file of a feature is private. */
const OPEN = {
    'board/post-dialog.js': ['palette', 'recognition', 'search'],
    'board/reactions.js': ['notifications'],
    'corrections/edit-dialog.js': ['album', 'track'],
    'corrections/model.js': ['administration', 'submissions'],
    'device/menu-item.js': ['album', 'playlist', 'track'],
    'devices/button.js': ['now-playing', 'shortcuts'],
    'devices/identity.js': ['now-playing'],
    'devices/owner.js': ['now-playing'],
    'downloads/menu-item.js': ['album', 'playlist', 'selection'],
    'downloads/model.js': ['lyrics', 'playlist', 'track'],
    'lyrics/panel.js': ['lyrics-editor'],
    'lyrics/reading.js': ['now-playing'],
    'lyrics/words.js': ['recognition', 'track'],
    'mixes/card.js': ['home'],
    'mixes/model.js': ['mix', 'play'],
    'moderation/playlist-row.js': ['playlist'],
    'moderation/reason-dialog.js': ['moments'],
    'moderation/report-dialog.js': ['board', 'moments', 'people', 'playlist', 'track'],
    'moderation/withdraw-dialog.js': ['album', 'track'],
    'moments/bar.js': ['now-playing'],
    'moments/edit-dialog.js': ['shortcuts'],
    'moments/stage.js': ['now-playing'],
    'moments/track.js': ['track'],
    'navigation/folder-drops.js': ['library'],
    'navigation/places.js': ['administration', 'library', 'palette'],
    'navigation/playlists.js': ['palette'],
    'navigation/rail.js': ['administration', 'palette', 'shortcuts'],
    'navigation/theme-switch.js': ['palette'],
    'notifications/model.js': ['navigation'],
    'outside/model.js': ['board', 'home', 'imported', 'playlist', 'search'],
    'outside/row-parts.js': ['playlist'],
    'outside/save-dialog.js': ['board'],
    'outside/section.js': ['search'],
    'outside/wish.js': ['board'],
    'play/additions.js': ['queue', 'selection', 'touch', 'track'],
    'play/buttons.js': ['board', 'palette', 'queue', 'track'],
    'playlists/add-to-playlist.js': [
        'album',
        'navigation',
        'play',
        'playlist',
        'queue',
        'recognition',
        'selection',
        'track',
    ],
    'playlists/card.js': ['home', 'library', 'search'],
    'playlists/cover.js': ['device', 'outside', 'playlist'],
    'playlists/dialog.js': ['library', 'navigation', 'playlist', 'search'],
    'playlists/folders/actions.js': ['library', 'navigation', 'playlist'],
    'playlists/folders/model.js': ['library', 'navigation'],
    'playlists/folders/store.js': ['library', 'navigation'],
    'playlists/folders/tile.js': ['library'],
    'playlists/model.js': [
        'device',
        'home',
        'imported',
        'library',
        'navigation',
        'outside',
        'palette',
        'play',
        'playlist',
        'search',
    ],
    'playlists/smart-dialog.js': ['library', 'playlist'],
    'queue/dragged.js': ['navigation'],
    'queue/list.js': ['now-playing'],
    'queue/panel.js': ['now-playing', 'shortcuts'],
    'recognition/listen-button.js': ['search'],
    'search/model.js': ['library', 'palette'],
    'selection/actions.js': ['playlist', 'track'],
    'selection/bar.js': ['queue', 'track'],
    'selection/bind.js': ['queue', 'track'],
    'selection/model.js': ['history', 'library', 'playlist', 'queue', 'track'],
    'selection/songs.js': ['history', 'library', 'playlist', 'queue', 'track'],
    'selection/turns.js': ['history'],
    'settings/apps/device-key-row.js': ['administration'],
    'settings/feedback/request-row.js': ['administration'],
    'settings/pages.js': ['palette'],
    'shares/dialog.js': ['album', 'playlist', 'track'],
    'shelf/item-dialog.js': ['outside'],
    'shelf/item-form.js': ['wishes'],
    'shelf/model.js': ['notifications', 'outside', 'wishes'],
    'shelf/music-picker.js': ['wishes'],
    'shelf/put-dialog.js': ['album', 'selection', 'track'],
    'shortcuts/model.js': ['palette'],
    'shortcuts/perform.js': ['palette'],
    'sign-in/own-password.js': ['settings'],
    'sign-in/passkeys.js': ['settings'],
    'sign-in/provider-visit.js': ['settings'],
    'sign-in/second-factor.js': ['settings'],
    'sign-in/sign-out.js': ['palette'],
    'song-radio/autoplay.js': ['queue'],
    'song-radio/banner.js': ['queue'],
    'song-radio/dj.js': ['playlist', 'queue'],
    'song-radio/reasons.js': ['mix'],
    'song-radio/seeds.js': ['radio'],
    'song-radio/start.js': ['album', 'mix', 'playlist', 'queue', 'track'],
    'song-radio/why.js': ['now-playing', 'queue'],
    'sound/settings-part.js': ['settings'],
    'sound/sheet.js': ['now-playing'],
    'sound/track-passages.js': ['track'],
    'submissions/album-dialog.js': ['moderation'],
    'submissions/batch-title.js': ['moderation'],
    'submissions/dialog.js': ['moderation'],
    'submissions/model.js': ['moderation'],
    'submissions/preview.js': ['moderation'],
    'submissions/row.js': ['moderation'],
    'submissions/sound.js': ['moderation'],
    'submissions/submission-audio.js': ['moderation'],
    'touch/swipe.js': ['queue', 'track'],
    'touch/track-swipes.js': ['queue', 'track'],
    'track/menu.js': ['now-playing', 'queue'],
    'track/similar.js': ['album', 'artist'],
    'track/sort.js': ['album', 'library', 'mix', 'playlist'],
    'track/sortable-table.js': ['album', 'mix'],
    'track/table.js': ['album', 'artist', 'history', 'home', 'library', 'mix', 'people', 'playlist', 'search'],
    'track/tempo.js': ['library', 'playlist', 'search'],
    'visuals/mode.js': ['settings', 'shortcuts'],
    'visuals/model.js': ['corrections'],
    'visuals/view.js': ['now-playing'],
    'wishes/dialog.js': ['recognition'],
};

/** @param {string} [folder] */
function files(folder = '') {
    return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
        const path = folder ? `${folder}/${entry.name}` : entry.name;
        if (entry.isDirectory()) return path === 'locales' ? [] : files(path);
        return /\.(js|css)$/.test(path) ? [path] : [];
    });
}

const texts = new Map(files().map((path) => [path, readFileSync(join(root, path), 'utf8')]));

/** Static, dynamic and type imports. @param {string} text @param {string} path */
function imports(text, path) {
    const found = text.matchAll(/(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g);
    return [...found].map(([, name]) => normalize(join(dirname(path), name)));
}

/** The reason why a file may not import another, or undefined. @param {string} from @param {string} to */
function objection(from, to) {
    const [floor, feature] = from.split('/');
    const [target, other, ...rest] = to.split('/');
    if (!(floor in FLOORS) || from === ROUTES) return undefined;
    if (floor !== target) return FLOORS[floor].includes(target) ? undefined : `${floor}/ imports nothing of ${target}/`;
    if (floor !== 'features' || feature === other) return undefined;
    return OPEN[[other, ...rest].join('/')]?.includes(feature) ? undefined : `not open to features/${feature}/`;
}

/** Every import as an edge between modules. @param {Iterable<[string, string]>} sources @returns {[string, string][]} */
function arrows(sources) {
    return [...sources].flatMap(([path, text]) => imports(text, path).map((to) => [path, to]));
}

/** @param {[string, string][]} all @returns {[string, string][]} the edges between features */
function betweenFeatures(all) {
    return all
        .filter((arrow) => arrow.every((path) => path.startsWith('features/')))
        .map((arrow) => arrow.map((path) => path.split('/')[1]))
        .filter(([from, to]) => from !== to);
}

/** The edges that remain after both ends of every chain are removed: those within cycles, and between cycles. */
function circles(/** @type {[string, string][]} */ all) {
    let left = all;
    for (let before = Infinity; left.length < before; ) {
        before = left.length;
        const [importing, imported] = [new Set(left.map(([from]) => from)), new Set(left.map(([, to]) => to))];
        left = left.filter(([from, to]) => importing.has(to) && imported.has(from));
    }
    return [...new Set(left.map((arrow) => arrow.join(' -> ')))].sort();
}

/** @param {Iterable<[string, string]>} sources */
function tooLong(sources) {
    return [...sources].flatMap(([path, text]) => {
        const lines = text.split('\n');
        const wide = lines.flatMap((line, index) => (line.length > MOST_COLUMNS ? [`${path}:${index + 1}`] : []));
        return lines.length - 1 > MOST_LINES && !path.endsWith(GENERATED) ? [`${path}: ${lines.length - 1} lines`, ...wide] : wide;
    });
}

/** @param {Iterable<[string, string]>} sources */
function misplaced(sources) {
    return [...sources].flatMap(([path, text]) =>
        imports(text, path).flatMap((to) => {
            const why = objection(path, to);
            return why ? [`${path} -> ${to}: ${why}`] : [];
        }),
    );
}

test('no file of the client has more than 300 lines, and no line more than 120 columns', () => {
    assert.ok(texts.size > 200);
    assert.deepEqual(tooLong(texts), []);
});

test('core imports nothing above it, the player no elements and no features, and features only what others open', () => {
    assert.deepEqual(misplaced(texts), []);
});

test('no module and no feature imports, through others or not, what imports it', () => {
    const all = arrows(texts);
    assert.ok(all.length > 1000);
    assert.deepEqual(circles(all), []);
    assert.deepEqual(circles(betweenFeatures(all)), []);
    assert.deepEqual([...new Set(all.filter(([, to]) => to === ROUTES).map(([from]) => from))], ['app.js']);
});

test('everything that is imported is there, and everything that is open is used', () => {
    const used = new Set();
    for (const [path, text] of texts) {
        if (!path.endsWith('.js')) continue;
        for (const to of imports(text, path)) {
            assert.ok(texts.has(to), `${path} -> ${to}`);
            used.add(`${path.split('/')[1]} ${to}`);
        }
    }
    for (const [path, readers] of Object.entries(OPEN)) {
        for (const reader of readers) assert.ok(used.has(`${reader} features/${path}`), `${path} is not used by ${reader}`);
    }
});

test('every style is linked, and what the pages link is there', () => {
    const pages = ['index.html', 'share.html'].map((name) => readFileSync(join(root, name), 'utf8')).join('');
    for (const path of texts.keys()) {
        if (path.endsWith('.css')) assert.ok(pages.includes(`href="/${path}"`), path);
    }
    for (const [, path] of pages.matchAll(/(?:href|src)="\/([^"]+\.(?:js|css))"/g)) assert.ok(texts.has(path), path);
});

test('the checks see what they are for', () => {
    const long = `${'\n'.repeat(301)}`;
    assert.deepEqual(tooLong([['a.js', long]]), ['a.js: 301 lines']);
    assert.deepEqual(tooLong([['a.js', `x\n${'y'.repeat(121)}\n`]]), ['a.js:2']);
    const cases = [
        ['player/a.js', "import { a } from '../elements/icons.js';"],
        ['player/a.js', "/** @type {import('../features/board/model.js').A} */"],
        ['core/a.js', "import { a } from '../player/index.js';"],
        ['elements/a.js', "const a = await import('../features/home/view.js');"],
        ['features/home/a.js', "import { a } from '../board/feed.js';"],
        ['features/home/a.js', "import '../board/model.js';"],
    ];
    for (const one of cases) assert.equal(misplaced([one]).length, 1, one[1]);
    assert.deepEqual(misplaced([['features/home/a.js', "import { a } from '../track/table.js';"]]), []);

    const ring = [
        ['features/home/a.js', "import { b } from '../track/b.js';"],
        ['features/track/b.js', "import { c } from './c.js';"],
        ['features/track/c.js', "/** @type {import('../home/a.js').A} */"],
        ['features/track/d.js', "import { a } from '../home/a.js';"],
    ];
    assert.equal(circles(arrows(ring)).length, 3);
    assert.deepEqual(circles(arrows(ring.slice(1))), []);
    assert.deepEqual(circles(betweenFeatures(arrows([ring[0], ring[3]]))), ['home -> track', 'track -> home']);
});
