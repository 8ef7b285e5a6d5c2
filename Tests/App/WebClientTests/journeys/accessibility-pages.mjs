// Every page of the client, and everything that opens over it: menus, dialogs, the palette, Now Playing, the queue.

import { pathToFileURL } from 'node:url';
import { id } from './steps.mjs';

/**
 * @typedef {object} Place
 * @property {string} name
 * @property {string} path
 * @property {string} [shows] exists once the page has its content
 * @property {(string | { key: string, control?: boolean } | { item: string })[]} [opens] pressed one after the other: an element, by Enter; a key; an
 * item of a menu
 * @property {string} [over] the element that is open then
 * @property {boolean} [stays] whether Escape does not close it
 */

/** @typedef {Awaited<ReturnType<typeof import('./accessibility-seed.mjs').seed>>} Seeded */

/** Replaces replies of the server, for states that a server with music and users never shows. The script runs in each new document. */
export const PRETEND = `(() => {
    const pretended = { '/?nothing': ['/home', { recentlyAdded: [] }], '/setup#first': ['/links/check', { purpose: 'setup' }],
        '/welcome#first': ['/links/check', { purpose: 'password', username: 'cleo' }] };
    const ask = window.fetch;
    window.fetch = async (...call) => {
        const [path, answer] = pretended[location.pathname + location.search + location.hash] ?? [];
        const reply = await ask(...call);
        if (new URL(String(call[0].url ?? call[0]), location.href).pathname !== '/api/v1' + path) return reply;
        const given = reply.ok ? await reply.json() : {};
        return new Response(JSON.stringify({ ...given, ...answer }), { headers: { 'Content-Type': 'application/json' } });
    };
})()`;

const page = (name, path, shows) => ({ name, path, shows });
const over = (name, path, opens, what) => ({ name, path, opens, over: what.startsWith('[') || what.startsWith('.') ? what : id(what) });
const MENU = '[role=menu]';
const menuOf = (username) => `${id('user-row')}[data-name="${username}"] ${id('user-menu')}`;

/** The pages that the settings list. */
export async function settingsPages(publicFolder) {
    const { PAGES } = await import(pathToFileURL(`${publicFolder}/features/settings/pages.js`).href);
    return PAGES.map(({ name }) => page(`settings: ${name}`, `/settings/${name}`));
}

/** All places of the navigation, the palette and administration. */
export async function places(publicFolder) {
    const { everyPlace } = await import(pathToFileURL(`${publicFolder}/features/navigation/places.js`).href);
    return everyPlace(() => true).filter(({ path }) => path !== '/now-playing' && path !== '/settings').map(({ path }) => page(path, path));
}

/** Pages about one item. @param {Seeded} seeded @returns {Place[]} */
export const things = ({ timed, album, track, artist, biography, genre, list, smart, beasList, folder, person }) => [
    page('album', `/albums/${album}`, id('track-row')),
    page('track', `/tracks/${timed}`, '.lyrics-line'),
    page('track with edits', `/tracks/${track}`, id('lyrics')),
    page('lyrics editor', `/tracks/${timed}/lyrics`, '[data-row]'),
    page('artist', `/artists/${artist}`, id('album-card')),
    page('artist with a biography', `/artists/${biography}`, id('biography')),
    page('genre', `/genres/${genre}`),
    page('playlist', `/playlists/${list}`, 'main tr[data-entry]'),
    page('smart playlist', `/playlists/${smart}`, 'main tr'),
    page('playlist of another', `/playlists/${beasList}`, 'main tr'),
    page('folder of the shelf', `/shelf/folders/${folder}`, id('shelf-item')),
    page('person', `/people/${person}`),
    page('search for something', '/search?q=the', id('search-results')),
    page('library, searched', '/library?q=long', id('library-found')),
    page('tracks, filtered', '/library/tracks?liked=true', id('track-row')),
    page('group statistics', '/statistics?who=group'),
    page('year', `/statistics/year/${new Date().getUTCFullYear()}`),
    page('board of another day', '/board/2026-01-02'),
    page('home without music', '/?nothing', id('guided-start')),
    page('settings', '/settings'),
    page('closed reports', '/administration/moderation/reports?show=closed'),
    page('address that is none', '/nowhere'),
    page('album that is none', '/albums/none'),
];

/** Elements that open over a page. @param {Seeded} seeded @returns {Place[]} */
export const overlays = ({ album, track, timed, list, folder }) => [
    over('palette', '/', [{ key: 'k', control: true }], 'palette'),
    over('account menu', '/', [id('account')], 'account-menu'),
    over('shortcuts', '/', [{ key: '?' }], 'help-dialog'),
    over('menu of a song', `/albums/${album}`, ['main [data-track-menu]'], MENU),
    over('menu of an album', `/albums/${album}`, ['[data-album-menu]'], MENU),
    over('share an album', `/albums/${album}`, ['[data-album-menu]', { item: 'Share' }], 'share-dialog'),
    over('withdraw an album', `/albums/${album}`, ['[data-album-menu]', { item: 'Withdraw album' }], 'reason-dialog'),
    over('put on the shelf', `/albums/${album}`, ['[data-album-menu]', { item: 'Put on shelf' }], 'put-dialog'),
    over('edit a song', `/tracks/${track}`, [id('edit-track')], 'edit-dialog'),
    over('add to a playlist', `/tracks/${track}`, ['main [data-menu]', { item: 'Add to playlist' }], 'add-to-playlist'),
    over('add a moment', `/tracks/${track}`, [id('track-moment-add')], 'moment-dialog'),
    over('report a song', `/tracks/${track}`, ['main [data-menu]', { item: 'Report' }], 'report-dialog'),
    over('paste words', `/tracks/${timed}/lyrics`, [id('edit-paste')], 'paste-dialog'),
    over('versions of words', `/tracks/${track}/lyrics`, [id('edit-versions')], 'versions-dialog'),
    over('post a song', '/board', [id('post-song-open')], 'post-dialog'),
    over('menu of a post', '/board', [id('post-menu')], MENU),
    { ...over('comments of a post', '/board', [id('comments-toggle')], 'comments'), stays: true },
    over('new playlist', '/library', [id('library-new-playlist')], 'playlist-dialog'),
    over('edit a playlist', `/playlists/${list}`, [id('edit-playlist')], 'playlist-dialog'),
    over('smart playlist', '/playlists', [id('new-smart')], 'smart-dialog'),
    over('songs selected', `/playlists/${list}`, ['main [data-track-menu]', { item: 'Select' }], 'selection-bar'),
    over('new folder', '/shelf', [id('new-folder')], 'folder-dialog'),
    over('new item', '/shelf', [id('add-item')], 'item-dialog'),
    over('menu of an item', `/shelf/folders/${folder}`, [id('item-menu')], MENU),
    over('new wish', '/wishes', [id('new-wish')], 'wish-dialog'),
    over('new station', '/radio', [id('radio-add')], 'radio-dialog'),
    over('share, changed', '/shares', [id('share-edit')], 'share-dialog'),
    over('new device key', '/settings/apps', [id('device-key-create')], 'device-key-dialog'),
    over('new token', '/settings/apps', [id('token-create')], 'token-dialog'),
    over('second factor', '/settings/security', [id('two-factor-enable')], 'two-factor-dialog'),
    over('new passkey', '/settings/security', [id('passkey-add')], 'passkey-add-dialog'),
    over('leave', '/settings/privacy', [id('leave')], 'leave-dialog'),
    over('new plan', '/administration/plans', [id('plan-create')], 'plan-dialog'),
    over('invite', '/administration/invitations', [id('invite')], 'invite-dialog'),
    over('new user', '/administration/users', [id('user-create')], 'user-dialog'),
    over('access of a user', '/administration/users', [id('user-menu'), id('user-access')], 'access-dialog'),
    over('libraries of a user', '/administration/users', [menuOf('bea'), id('user-libraries')], 'libraries-dialog'),
    over('delete a user', '/administration/users', [menuOf('cleo'), id('user-delete')], 'delete-dialog'),
    over('answer a request', '/administration/requests', [id('request-answer')], 'answer-dialog'),
    over('new library', '/administration/library', [id('library-add')], 'library-dialog'),
    over('new provider', '/administration/lyrics', [id('provider-create')], 'provider-dialog'),
    over('reject', '/administration/moderation', [id('reject')], 'reject-dialog'),
    over('edit a submission', '/administration/moderation', [id('edit-queued')], 'submission-dialog'),
    over('close a report', '/administration/moderation/reports', [id('report-close')], 'close-report-dialog'),
    over('delete a playlist', '/administration/moderation/playlists', [id('playlist-delete')], 'reason-dialog'),
    over('question', '/queue', [id('clear-queue')], 'confirm-dialog'),
];

/** Pages for visitors who are not signed in. @param {Seeded} seeded @returns {Place[]} */
export const outside = ({ share, invitation }) => [
    page('sign in', '/sign-in', id('sign-in-form')),
    page('forgotten password', '/forgotten'),
    page('join', new URL(invitation).pathname + new URL(invitation).hash, id('join-form')),
    page('join without an invitation', '/join'),
    page('first start', '/setup#first', id('setup-form')),
    page('first start that is over', '/setup'),
    page('welcome', '/welcome#first', id('welcome-form')),
    page('welcome by an old link', '/welcome'),
    page('confirm an address', '/confirm-email#none'),
    page('undo an address', '/undo-email#none'),
    page('shared album', new URL(share).pathname, id('shared-track')),
    page('shared album that is gone', `${new URL(share).pathname.slice(0, -4)}none`, id('shared-gone')),
];
