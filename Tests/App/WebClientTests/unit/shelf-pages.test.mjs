import assert from 'node:assert/strict';
import test from 'node:test';
import { id, start } from './client.mjs';
import { besideAlbum, fullAlbum, track } from './samples.mjs';
import { Refusal } from './stand-in-server.mjs';

// The shelf with its folders, items and dialogs.

const AT = '2026-11-20T10:00:00Z';
const [first, second] = [track('one'), track('two', { title: 'Second song' })];
let [folders, items, made] = [[], [], 0];
const same = (one, other) => one.toLowerCase() === other.toLowerCase();
const add = (item) => {
    items = [{ id: `i${(made += 1)}`, kind: 'entry', artist: '', genre: '', comment: '', addedAt: AT, changedAt: AT, ...item }, ...items];
    return items[0];
};
const told = () => client.server.send('shelf', {});
const client = await start({
    answers: {
        'GET /shelf/folders': () => ({
            items: folders.map((one) => ({ ...one, itemCount: items.filter((item) => item.folderId === one.id).length })), itemCount: items.length,
            unfiledCount: items.filter((item) => !item.folderId).length,
        }),
        'GET /shelf/folders/*': ({ params: [one] }) => folders.find((folder) => folder.id === one),
        'POST /shelf/folders': ({ body }) => {
            if (folders.some(({ name }) => same(name, body.name))) return new Refusal(409, 'folder_exists', 'name');
            folders = [...folders, { id: body.name, itemCount: 0, createdAt: AT, changedAt: AT, ...body }];
            told();
            return folders.at(-1);
        },
        'POST /shelf/folders/delete': ({ body }) => {
            folders = folders.filter((one) => !body.ids.includes(one.id));
            for (const item of items) if (body.ids.includes(item.folderId)) delete item.folderId;
            return { deleted: body.ids.length };
        },
        'GET /shelf/items': ({ query }) => ({
            items: items.filter((one) => (!query.folder || one.folderId === query.folder) && `${one.title} ${one.comment}`.includes(query.q ?? ''))
                .sort((one, other) => (query.sort === 'rating' ? (other.rating ?? 0) - (one.rating ?? 0) : 0)),
        }),
        'GET /shelf/statistics': { items: 0, folders: 0, rated: 0, tracks: 0, albums: 0, entries: 0, ratings: [] },
        'POST /shelf/items': ({ body }) => add(body),
        'POST /shelf/items/put': ({ body: { folderId, trackIds = [], albumIds = [], itemIds = [] } }) => {
            for (const one of trackIds) add({ kind: 'track', title: one, folderId, track: one === 'one' ? first : second });
            for (const one of albumIds) add({ kind: 'album', title: `Album ${one}`, folderId });
            for (const item of items) if (itemIds.includes(item.id)) item.folderId = folderId;
        },
        'POST /shelf/items/remove': ({ body }) => {
            items = items.filter((one) => !body.ids.includes(one.id));
            return { removed: body.ids.length };
        },
        'POST /shelf/items/*/link': ({ params: [one], body }) => Object.assign(items.find((item) => item.id === one), { kind: 'track', track: body.trackId === 'two' ? second : first }),
        'GET /search': { tracks: [second], albums: [] },
        'GET /albums/a': fullAlbum('a', [first, second]), ...besideAlbum('a'),
    },
});
const dialog = (name, field) => `${id(`${name}-dialog`)} ${id(`field-${field}`)}`;
const count = (name) => client.all(id(name)).length;

test('a folder is made with an icon, and one of the same name is refused in words', async () => {
    await client.open('/shelf');
    await client.shown(id('empty-state'));
    await client.click(id('new-folder'));
    await client.fill(dialog('folder', 'name'), 'Concerts <live>');
    await client.click(id('icon-concert'));
    await client.click(id('folder-save'));
    await client.gone(id('folder-dialog'));
    await client.reads('Concerts <live>', id('folders'));
    assert.deepEqual(client.server.sent('POST /shelf/folders'), { name: 'Concerts <live>', icon: 'concert' });
    await client.click(id('new-folder'));
    await client.fill(dialog('folder', 'name'), 'concerts <LIVE>');
    await client.click(id('folder-save'));
    await client.reads('You have a folder with this name', id('folder-dialog'));
    await client.fill(dialog('folder', 'name'), 'Favorites');
    await client.click(id('folder-save'));
    await client.until(() => count('folder-card') === 2);
});

test('what another window makes is shown by itself', async () => {
    folders = [...folders, { id: 'x', name: 'Made elsewhere', icon: 'sun', itemCount: 0, createdAt: AT, changedAt: AT }];
    told();
    await client.reads('Made elsewhere', id('folders'));
    folders = folders.slice(0, 2);
    told();
    await client.until(() => count('folder-card') === 2);
});

test('an entry is typed in with what it needs, and what it must not be is said', async () => {
    await client.click(id('add-item'));
    await client.click(id('item-save'));
    await client.until(() => client.document.activeElement.name === 'title' && client.document.activeElement.getAttribute('aria-invalid') === 'true');
    await client.fill(dialog('item', 'title'), 'Evening in the old barn');
    await client.fill(dialog('item', 'artist'), 'The Travelers');
    await client.fill(dialog('item', 'duration'), 'long');
    await client.click(id('item-save'));
    await client.reads('Write it like 3:45', id('item-dialog'));
    await client.fill(dialog('item', 'duration'), '1:32:00');
    await client.choose(`${id('item-dialog')} [name=rating]`, '4.5');
    await client.choose(`${id('item-dialog')} [name=folder]`, 'Concerts <live>');
    await client.fill(dialog('item', 'comment'), 'It rained, and nobody left.');
    await client.click(id('item-save'));
    await client.gone(id('item-dialog'));
    assert.deepEqual(client.server.sent('POST /shelf/items'), {
        title: 'Evening in the old barn', artist: 'The Travelers', genre: '', durationMs: 5_520_000, rating: 4.5, folderId: 'Concerts <live>', comment: 'It rained, and nobody left.',
    });
    told();
    await client.until(() => client.texts(id('folder-card')).some((card) => card.includes('1 item')));
});

test('a track and an album are put on the shelf from their menus', async () => {
    await client.open('/albums/a');
    await client.menu(`${id('track-row')} [data-track-menu]`, 'Put on shelf');
    await client.click(id('pick-folder'));
    await client.gone(id('put-dialog'));
    assert.deepEqual(client.server.sent('POST /shelf/items/put'), { folderId: 'Concerts <live>', trackIds: ['one'] });
    await client.menu('[data-album-menu]', 'Put on shelf');
    await client.click(id('pick-none'));
    await client.gone(id('put-dialog'));
    assert.deepEqual(client.server.sent('POST /shelf/items/put'), { folderId: null, albumIds: ['a'] });
});

test('a folder is sorted and searched in the address, and changes while one looks, with the focus where it was', async () => {
    await client.open('/shelf/folders/Concerts%20%3Clive%3E');
    await client.until(() => count('shelf-item') === 2);
    await client.choose(id('shelf-sort'), 'rating');
    await client.until(() => client.text(id('shelf-item')).includes('Evening') && client.window.location.search === '?sort=rating');
    client.find(id('item-menu')).focus();
    add({ title: 'Street music', folderId: 'Concerts <live>' });
    told();
    await client.until(() => count('shelf-item') === 3);
    assert.equal(client.focused, 'item-menu');
    await client.fill(id('shelf-search'), 'rained');
    await client.until(() => count('shelf-item') === 1 && client.window.location.search === '?sort=rating&q=rained');
});

test('items are selected, moved together, and taken off after a question', async () => {
    await client.open('/shelf/items');
    await client.until(() => count('shelf-item') === 4);
    const chosen = client.all('[data-key]').slice(0, 2).map((row) => row.dataset.key);
    for (const box of client.all(id('select-item')).slice(0, 2)) await client.click(box);
    await client.click(id('put-selected'));
    await client.until(() => count('pick-folder') === 2);
    await client.click(client.all(id('pick-folder')).find((one) => one.textContent.includes('Favorites')));
    await client.gone(id('put-dialog'));
    assert.deepEqual(client.server.sent('POST /shelf/items/put'), { folderId: 'Favorites', itemIds: chosen });
    await client.gone(`${id('select-item')}:checked`);
    await client.click(id('select-item'));
    await client.click(id('remove-selected'));
    await client.click(id('confirm'));
    await client.until(() => count('shelf-item') === 3);
});

test('an entry is linked to the track that it is', async () => {
    const { id: entry } = add({ title: 'Second song', rating: 3.5 });
    told();
    await client.shown(`[data-key="${entry}"]`);
    await client.menu(`[data-key="${entry}"] [data-item-menu]`, 'Link to the library');
    await client.shown(id('music-choice'));
    assert.ok(client.find(id('link-save')).disabled);
    assert.deepEqual(client.server.asked('GET /search').at(-1).query, { q: 'Second song', limit: '10' });
    await client.click(id('music-choice'));
    await client.click(id('link-save'));
    await client.gone(id('link-dialog'));
    assert.deepEqual(client.server.sent(`POST /shelf/items/${entry}/link`), { trackId: 'two' });
});

test('folders are deleted together after a question', async () => {
    await client.open('/shelf');
    await client.until(() => count('folder-card') === 2);
    for (const box of client.all(id('select-folder'))) await client.click(box);
    await client.click(id('delete-selected'));
    await client.shown(id('confirm-dialog'));
    assert.equal(client.server.asked('POST /shelf/folders/delete').length, 0);
    await client.click(id('confirm'));
    await client.shown(id('empty-state'));
    assert.deepEqual(client.server.sent('POST /shelf/folders/delete'), { ids: ['Concerts <live>', 'Favorites'] });
});

test('the shelf is whole in Polish', async () => {
    client.server.me.locale = 'pl';
    const { setLocale } = await import('../../../../public/core/i18n.js');
    await setLocale('pl');
    for (const [path, text] of [['/shelf', 'Półka'], ['/shelf/items', 'Wszystko']]) {
        await client.open(path);
        await client.reads(text, 'main h1');
        assert.doesNotMatch(client.text('main'), /shelf\.\w|Put on|Search/);
    }
});

test('nothing went wrong unseen', () => client.end());
