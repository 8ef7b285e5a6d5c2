import assert from 'node:assert/strict';
import test from 'node:test';
import { id, start } from './client.mjs';
import { besidePlaylist, playlist } from './samples.mjs';

// Playlist folders: made, filled and emptied by menus and by keys, in the sidebar and in the library.

let lists = ['Evening', 'Kitchen', 'Running', 'Rain'].map((name) => playlist(name.toLowerCase(), { name }));
let folders = [];
const filed = (one) => folders.find(({ playlistIds }) => playlistIds.includes(one))?.id ?? '';
/** Puts a playlist into a folder, or into none. */
const file = (one, target) => { folders = folders.map((folder) => ({ ...folder, playlistIds: [...folder.playlistIds.filter((id) => id !== one), ...(folder.id === target ? [one] : [])] })); };
const client = await start({
    answers: {
        'GET /playlists': ({ query }) => ({ items: query.folder === undefined ? lists : lists.filter((one) => (query.folder === 'none' ? filed(one.id) === '' : filed(one.id) === query.folder)) }),
        'POST /playlists': ({ body }) => (lists = [playlist('way', { name: body.name }), ...lists])[0],
        'GET /playlists/*': ({ params: [one] }) => lists.find((list) => list.id === one), ...besidePlaylist('*', []),
        'PUT /playlists/*/folder': ({ params: [one], body }) => file(one, body.folderId),
        'GET /playlist-folders': () => ({ items: folders }),
        'POST /playlist-folders': ({ body }) => {
            const made = { id: body.name.toLowerCase(), name: body.name, parentId: body.parentId ?? undefined, playlistIds: [], createdAt: '2026-11-20T10:00:00Z', changedAt: '2026-11-20T10:00:00Z' };
            folders = [...folders, made];
            return made;
        },
        'PATCH /playlist-folders/*': ({ params: [one], body }) => (folders = folders.map((folder) => (folder.id === one ? { ...folder, ...body } : folder))).find((folder) => folder.id === one),
        'DELETE /playlist-folders/*': ({ params: [one] }) => {
            const { parentId } = folders.find((folder) => folder.id === one);
            folders = folders.filter((folder) => folder.id !== one).map((folder) => (folder.parentId === one ? { ...folder, parentId } : folder));
        },
    },
});
/** The sidebar's list as text: folders end in a colon, and the content of an open one is in brackets. */
const outline = (list = client.find('[data-own]')) => [...list.children].map((item) => {
    const toggle = item.querySelector('[data-toggle-folder]');
    if (!item.matches('.own-folder')) return item.querySelector('.own-name')?.textContent;
    const isOpen = toggle.getAttribute('aria-expanded') === 'true';
    return `${toggle.querySelector('.own-name').textContent}:${isOpen ? `[${outline(item.querySelector('.own-inner'))}]` : ''}`;
}).filter(Boolean).join();
const shows = (tree) => client.until(() => outline() === tree, `${tree}, not ${outline()}`);
const toggle = (name) => `${id('own-folder')}[title="${name}"]`;
const name = async (words) => {
    await client.fill(`${id('playlist-folder-dialog')} ${id('field-name')}`, words);
    await client.click(id('playlist-folder-save'));
    await client.gone(id('playlist-folder-dialog'));
};
const into = async (folder) => {
    await client.shown(id('choose-folder'));
    await client.click(client.all(id('place')).find((place) => place.textContent.includes(folder)));
    await client.gone(id('choose-folder'));
};

test('a folder is made beside the playlists, and another one in it from its menu', async () => {
    await shows('Evening,Kitchen,Running,Rain');
    await client.click(id('nav-new-folder'));
    await name('Moods');
    await shows('Moods:,Evening,Kitchen,Running,Rain');
    await client.menu(`${toggle('Moods')} ~ [data-folder-menu-of]`, 'New folder in it');
    await name('Quiet');
    assert.equal(client.server.sent('POST /playlist-folders').parentId, 'moods');
    await client.click(toggle('Moods'));
    await shows('Moods:[Quiet:],Evening,Kitchen,Running,Rain');
});

test('"Move to folder" is in the menu of a playlist, and can be undone', async () => {
    for (const [list, folder] of [['rain', 'Quiet'], ['evening', 'Quiet'], ['running', 'Moods']]) {
        await client.open(`/playlists/${list}`);
        await client.menu(id('playlist-menu'), 'Move to folder');
        await into(folder);
    }
    await shows('Moods:[Quiet:,Running],Kitchen');
    await client.click('[data-toast="filed"] [data-action]');
    await shows('Moods:[Quiet:],Kitchen,Running');
    file('running', 'moods');
    client.server.send('playlistFolders');
    await shows('Moods:[Quiet:,Running],Kitchen');
});

test('arrow keys open and close folders and lead to them; what is open stays so on this device', async () => {
    client.find(toggle('Quiet')).focus();
    client.press('ArrowRight');
    await shows('Moods:[Quiet:[Evening,Rain],Running],Kitchen');
    client.find('[data-own-playlist="rain"]').focus();
    client.press('ArrowLeft');
    assert.equal(client.document.activeElement, client.find(toggle('Quiet')));
    assert.match(JSON.stringify({ ...client.window.localStorage }), /quiet/);
    client.press('ArrowLeft');
    await shows('Moods:[Quiet:,Running],Kitchen');
});

test('the library shows folders first, and what is in one on a page of its own', async () => {
    await client.open('/playlists');
    await client.until(() => client.all(`main ${id('folder-tile')}`).length === 1 && client.all(`main ${id('playlist-card')}`).length === 1);
    await client.click(`main ${id('folder-tile')} a`);
    await client.shown(id('folder-head'));
    await client.until(() => client.text(`main ${id('folder-tile')}`).includes('Quiet') && client.text(`main ${id('playlist-card')}`).includes('Running'));
});

test('a playlist is made in a folder, and another one moved there from its card', async () => {
    await client.menu(id('this-folder'), 'New playlist in it');
    await client.fill(`${id('playlist-dialog')} ${id('field-name')}`, 'On the way');
    await client.click(id('playlist-save'));
    await client.until(() => client.window.location.pathname === '/playlists/way' && filed('way') === 'moods');
    client.server.send('playlist', { id: 'way', revision: 1 });
    await shows('Moods:[Quiet:,On the way,Running],Kitchen');
    await client.open('/playlists');
    await client.menu(`main ${id('playlist-card')} [data-card-menu]`, 'Move to folder');
    await into('Moods');
    await client.gone(`main ${id('playlist-card')}`);
    await shows('Moods:[Quiet:,On the way,Kitchen,Running]');
});

test('a folder goes neither into itself nor away with what is in it', async () => {
    await client.menu(`${toggle('Moods')} ~ [data-folder-menu-of]`, 'Move to folder');
    await client.shown(id('choose-folder'));
    assert.ok(client.all(id('place')).every((place) => place.disabled === (place.dataset.place !== '')), 'It could be put into itself.');
    client.press('Escape');
    await client.gone(id('choose-folder'));
    await client.menu(`${toggle('Moods')} ~ [data-folder-menu-of]`, 'Delete folder');
    await client.click(id('confirm'));
    await client.until(() => client.server.asked('DELETE /playlist-folders/moods').length === 1);
    await shows('Quiet:,On the way,Kitchen,Running');
});

test('nothing went wrong unseen', () => client.end());
