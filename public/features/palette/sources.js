// @ts-check
// Sources of the palette's entries: the places of the user's role, current actions, playlists, and the server.

import { api } from '../../core/api.js';
import { t } from '../../core/i18n.js';
import { albumPath, artistPath, genrePath, names, trackPath } from '../../core/links.js';
import { navigate } from '../../core/navigate.js';
import { may } from '../../core/session.js';
import { icons } from '../../elements/icons.js';
import { nextRepeat } from '../../player/queue.js';
import { sourceOf } from '../../player/source.js';
import { steered as player } from '../../player/steered.js';
import { openPostDialog } from '../board/post-dialog.js';
import { everyPlace, isAdministration } from '../navigation/places.js';
import { newPlaylist, ownPlaylists } from '../navigation/playlists.js';
import { hasSideBar, rail } from '../navigation/rail.js';
import { otherTheme, switchTheme } from '../navigation/theme-switch.js';
import { albumTracks, tracksBy } from '../play/buttons.js';
import { playlistPath, playlistTracks } from '../playlists/model.js';
import { PAGES } from '../settings/pages.js';
import { perform } from '../shortcuts/perform.js';
import { signOutHere } from '../sign-in/sign-out.js';
import { filled } from './model.js';

/** @typedef {import('./model.js').Entry} Entry */
/** @typedef {import('../../core/types.js').TrackItem} TrackItem */

const MOST_FOUND = 5;
const MOST_PLAYLISTS = 200;

/**
 * The pages that the user may see, and the settings pages.
 * @returns {Entry[]}
 */
export function screenEntries() {
    const all = everyPlace(may);
    const places = all.map(({ path, label, icon }) => ({ path, name: t(label), icon, line: within(path, all) }));
    const settings = PAGES.map(({ name, icon }) => ({
        path: `/settings/${name}`,
        name: t(`settingsPages.${name}`),
        icon,
        line: t('settingsPages.title'),
    }));
    return [...places, ...settings].map((one) => ({ ...one, key: one.path, kind: /** @type {const} */ ('screen') }));
}

/**
 * Name of the place that contains a page.
 * @param {string} path @param {readonly import('../navigation/places.js').Place[]} places
 */
function within(path, places) {
    if (isAdministration(path)) return t('nav.administration');
    const place = places.find((one) => path.startsWith(`${one.path}/`));
    return place ? t(place.label) : '';
}

/**
 * The actions available now.
 * @returns {Entry[]}
 */
export function actionEntries() {
    const { current, isPlaying, muted, queue } = player;
    /** @type {(false | [string, unknown, () => unknown])[]} */
    const actions = [
        current !== undefined && [isPlaying ? 'pause' : 'play', isPlaying ? icons.pause : icons.play, act('toggle')],
        current !== undefined && ['next', icons.next, act('next')],
        current !== undefined && ['previous', icons.previous, act('previous')],
        current !== undefined && [queue.shuffled ? 'shuffleOff' : 'shuffleOn', icons.shuffle, act('shuffle')],
        current !== undefined && [
            { off: 'repeatOff', all: 'repeatAll', one: 'repeatOne' }[nextRepeat(queue.repeat)],
            icons.repeat,
            act('repeat'),
        ],
        current !== undefined && [muted ? 'unmute' : 'mute', muted ? icons.volume : icons.muted, act('mute')],
        may('listen') && ['devices', icons.devices, act('devices')],
        ['newPlaylist', icons.plus, () => newPlaylist()],
        may('takePart') && ['post', icons.board, () => openPostDialog(() => navigate('/board'))],
        [`${otherTheme()}Theme`, otherTheme() === 'dark' ? icons.moon : icons.sun, () => switchTheme()],
        hasSideBar() && [rail.value ? 'expand' : 'collapse', icons.sidebar, act('sidebar')],
        ['shortcuts', icons.keyboard, act('help')],
        ['signOut', icons.signOut, () => signOutHere()],
    ];
    return actions.flatMap((action) => {
        if (!action) return [];
        const [name, icon, run] = action;
        const kind = /** @type {const} */ ('action');
        return [{ key: `action:${name}`, kind, name: t(`palette.do.${name}`), icon, run }];
    });
}

/** @param {Parameters<typeof perform>[0]} action */
const act = (action) => () => perform(action);

/** @param {readonly import('../playlists/model.js').Playlist[]} playlists @returns {Entry[]} */
function playlistEntries(playlists) {
    return playlists.map(({ id, name, cover, covers, own, owner }) => ({
        key: playlistPath(id),
        kind: 'playlist',
        name,
        line: own ? t('palette.playlist') : t('playlists.by', { name: owner.name || owner.username }),
        path: playlistPath(id),
        cover: cover ?? covers[0],
        play: playing('playlist', id, () => playlistTracks(id)),
    }));
}

/** Playlists of the side bar, available without a request. */
export const knownPlaylists = () => playlistEntries(ownPlaylists.value);

/**
 * All playlists that the user may read.
 * @param {AbortSignal} signal @returns {Promise<Entry[]>}
 */
export async function readablePlaylists(signal) {
    const query = { sort: 'changed', limit: MOST_PLAYLISTS };
    const { items } = await api.get('/playlists', { query, signal, quiet: true });
    return playlistEntries(items);
}

/**
 * The server's matches.
 * @param {string} text @param {AbortSignal} signal
 */
export async function foundSections(text, signal) {
    const [music, people] = await Promise.all([
        api.get('/search', { query: { q: text, limit: MOST_FOUND }, signal }),
        api.get('/people', { query: { q: text }, signal }),
    ]);
    return filled([
        { name: 'songs', entries: music.tracks.map(songEntry) },
        { name: 'artists', entries: music.artists.map(artistEntry) },
        { name: 'albums', entries: music.albums.map(albumEntry) },
        { name: 'people', entries: people.items.slice(0, MOST_FOUND).map(personEntry) },
        { name: 'genres', entries: music.genres.slice(0, MOST_FOUND).map(genreEntry) },
    ]);
}

/** @param {TrackItem} track @returns {Entry} */
function songEntry(track) {
    const path = trackPath(track.id);
    const play = playing('track', track.id, async () => [track]);
    return { key: path, kind: 'song', name: track.title, line: names(track.artists), path, cover: track.cover, play };
}

/** @param {import('../../core/types.js').AlbumItem} album @returns {Entry} */
function albumEntry({ id, name, albumArtists, cover }) {
    const path = albumPath(id);
    const play = playing('album', id, () => albumTracks(id));
    return { key: path, kind: 'album', name, line: names(albumArtists), path, cover, play };
}

/** @param {import('../../core/types.js').ArtistItem} artist @returns {Entry} */
function artistEntry({ id, name, image }) {
    const path = artistPath(id);
    const play = playing('artist', id, () => tracksBy({ artist: id }));
    return { key: path, kind: 'artist', name, line: t('palette.artist'), path, cover: image, play };
}

/** @param {{ id: string, name: string, picture?: string }} person @returns {Entry} */
function personEntry({ id, name, picture }) {
    const path = `/people/${encodeURIComponent(id)}`;
    return { key: path, kind: 'person', name, line: t('palette.person'), path, cover: picture };
}

/** @param {import('../../core/types.js').Genre} genre @returns {Entry} */
function genreEntry({ id, name }) {
    const path = genrePath(id);
    const play = playing('genre', id, () => tracksBy({ genre: id }));
    return { key: path, kind: 'genre', name, line: t('palette.genre'), path, icon: icons.disc, play };
}

/**
 * Returns a function that loads and plays an item's tracks.
 * @param {import('../../player/source.js').SourceKind} kind @param {string} id @param {() => Promise<TrackItem[]>} load
 */
function playing(kind, id, load) {
    return async () => {
        const tracks = await load();
        if (tracks.length > 0) player.playTracks(tracks, 0, { source: sourceOf(kind, id) });
    };
}
