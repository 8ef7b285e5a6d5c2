// @ts-check
// All places of the client: their navigation section and who may see them. The side bar, the phone's bar, the account
// menu, the library's tiles, administration and the palette read this list.

import { serverInfo } from '../../core/session.js';
import { icons } from '../../elements/icons.js';

/** @typedef {import('../../core/types.js').MePermissions} Permission */
/** @typedef {(permission: Permission) => boolean} May */
/**
 * @typedef {object} Place
 * @property {string} path
 * @property {string} section section of the routes within this place
 * @property {string} label translation key of the name
 * @property {unknown} icon
 * @property {Permission} [permission] required to see the place
 * @property {'podcasts'} [feature] must be switched on by the admins
 */
/** @typedef {{ name: string, places: readonly Place[] }} Group */

/** @type {readonly Place[]} the five links that are always visible */
export const PRIMARY = [
    { section: 'home', path: '/', label: 'nav.home', icon: icons.home },
    { section: 'search', path: '/search', label: 'nav.search', icon: icons.search },
    { section: 'library', path: '/library', label: 'nav.library', icon: icons.library },
    { section: 'board', path: '/board', label: 'nav.board', icon: icons.board },
    { section: 'listen', path: '/listen', label: 'nav.listen', icon: icons.microphone, permission: 'listen' },
];

/** @type {readonly Group[]} the tiles of the library */
export const LIBRARY = [
    {
        name: 'music',
        places: [
            { section: 'library', path: '/library/popular', label: 'nav.popular', icon: icons.trend },
            { section: 'playlists', path: '/playlists', label: 'nav.playlists', icon: icons.playlist },
            { section: 'library', path: '/library/liked', label: 'library.liked', icon: icons.heart },
            { section: 'library', path: '/library/albums', label: 'library.albums', icon: icons.disc },
            { section: 'library', path: '/library/artists', label: 'library.artists', icon: icons.users },
            { section: 'library', path: '/library/tracks', label: 'library.tracks', icon: icons.list },
            { section: 'library', path: '/library/genres', label: 'library.genres', icon: icons.grid },
            { section: 'radio', path: '/radio', label: 'nav.radio', icon: icons.radio },
            {
                section: 'podcasts',
                path: '/podcasts',
                label: 'nav.podcasts',
                icon: icons.microphone,
                permission: 'listen',
                feature: 'podcasts',
            },
        ],
    },
    {
        name: 'own',
        places: [
            { section: 'device', path: '/device', label: 'device.title', icon: icons.store },
            { section: 'history', path: '/history', label: 'nav.history', icon: icons.history },
            { section: 'queue', path: '/queue', label: 'nav.queue', icon: icons.queue },
            { section: 'shelf', path: '/shelf', label: 'nav.shelf', icon: icons.shelf },
            { section: 'wishes', path: '/wishes', label: 'nav.wishes', icon: icons.wish },
        ],
    },
];

/** @type {Place} a button on the library page */
export const GIVE = { section: 'give', path: '/give', label: 'nav.give', icon: icons.upload, permission: 'submit' };

/** @type {Place} */
export const NOTIFICATIONS = {
    section: 'notifications',
    path: '/notifications',
    label: 'nav.notifications',
    icon: icons.bell,
};

/** @type {readonly Place[]} the links of the account's menu */
export const ACCOUNT = [
    { section: 'statistics', path: '/statistics', label: 'nav.statistics', icon: icons.chart },
    { section: 'shares', path: '/shares', label: 'nav.shares', icon: icons.share },
    { section: 'profile', path: '/settings', label: 'settingsPages.title', icon: icons.settings },
];

/** @type {readonly Group[]} the first group is at the top, without a heading */
export const ADMINISTRATION = [
    {
        name: 'first',
        places: [
            {
                section: 'admin-overview',
                path: '/administration/overview',
                label: 'nav.overview',
                icon: icons.chart,
                permission: 'administer',
            },
        ],
    },
    {
        name: 'people',
        places: [
            admin('users', 'nav.users', icons.users, 'manageUsers'),
            admin('invitations', 'nav.invitations', icons.link, 'manageUsers'),
            admin('plans', 'nav.plans', icons.grid, 'manageUsers'),
            admin('requests', 'nav.requests', icons.info, 'administer'),
        ],
    },
    {
        name: 'music',
        places: [
            admin('library', 'nav.adminLibrary', icons.folder, 'manageLibraries'),
            admin('lyrics', 'nav.adminLyrics', icons.lyrics, 'administer'),
        ],
    },
    {
        name: 'moderation',
        places: [
            moderation('', 'nav.submissions', icons.check),
            moderation('reports', 'nav.reports', icons.flag),
            moderation('lyrics', 'nav.lyricsProposals', icons.edit),
            moderation('playlists', 'nav.publicPlaylists', icons.playlist),
            moderation('bin', 'nav.bin', icons.trash),
        ],
    },
    {
        name: 'running',
        places: [
            admin('journal', 'nav.journal', icons.list, 'administer'),
            admin('backups', 'nav.backups', icons.disc, 'administer'),
            admin('security', 'nav.security', icons.key, 'manageUsers'),
            admin('services', 'nav.services', icons.globe, 'administer'),
            admin('settings', 'nav.settings', icons.settings, 'administer'),
        ],
    },
];

/** @type {readonly Place[]} pages within the places, listed in the palette too */
export const FURTHER = [
    { section: 'now-playing', path: '/now-playing', label: 'player.nowPlayingTitle', icon: icons.play },
    { section: 'board', path: '/board/archive', label: 'board.archive', icon: icons.history },
    {
        section: 'listen',
        path: '/listen/history',
        label: 'recognition.history',
        icon: icons.microphone,
        permission: 'listen',
    },
    { section: 'statistics', path: '/statistics/year', label: 'statistics.review', icon: icons.chart },
    { section: 'shelf', path: '/shelf/items', label: 'shelf.allItems', icon: icons.shelf },
    { section: 'shelf', path: '/shelf/unfiled', label: 'shelf.unfiled', icon: icons.shelf },
];

/** @param {string} page @param {string} label @param {unknown} icon @param {Permission} permission @returns {Place} */
function admin(page, label, icon, permission) {
    return { section: `admin-${page}`, path: `/administration/${page}`, label, icon, permission };
}

/** @param {string} page @param {string} label @param {unknown} icon @returns {Place} */
function moderation(page, label, icon) {
    return {
        section: page ? `moderation-${page}` : 'moderation',
        path: `/administration/moderation${page && `/${page}`}`,
        label,
        icon,
        permission: 'moderate',
    };
}

/** @param {readonly Place[]} places @param {May} may */
export const allowed = (places, may) =>
    places.filter(
        ({ permission, feature }) => (!permission || may(permission)) && (!feature || serverInfo.value[feature]),
    );

/**
 * The groups, reduced to the places that the user may see. Empty groups are omitted.
 * @param {May} may
 */
export function administration(may) {
    return ADMINISTRATION.map(({ name, places }) => ({ name, places: allowed(places, may) })).filter(
        ({ places }) => places.length > 0,
    );
}

/**
 * All pages that the user may see, each once.
 * @param {May} may @returns {Place[]}
 */
export function everyPlace(may) {
    const all = [
        ...PRIMARY,
        ...LIBRARY.flatMap(({ places }) => places),
        GIVE,
        NOTIFICATIONS,
        ...ACCOUNT,
        ...FURTHER,
        ...ADMINISTRATION.flatMap(({ places }) => places),
    ];
    return allowed(all, may);
}

/** @type {ReadonlyMap<string, string>} the primary place of each section */
const HOMES = new Map([
    ...PRIMARY.map(({ section }) => /** @type {const} */ ([section, section])),
    ...[...LIBRARY.flatMap(({ places }) => places), GIVE].map(
        ({ section }) => /** @type {const} */ ([section, 'library']),
    ),
]);

/**
 * Whether a link leads to the open page, to the place that contains it, or to neither.
 * @param {{ path: string, section: string }} link @param {string} path of the page @param {string} section of the page
 * @returns {'page' | 'true' | undefined} a value of `aria-current`
 */
export function currency(link, path, section) {
    if (link.path === path) return 'page';
    if (PRIMARY.some((place) => place.path === link.path))
        return HOMES.get(section) === link.section ? 'true' : undefined;
    return link.section === section && link.section !== 'library' ? 'true' : undefined;
}

/** @param {string} path */
export const isAdministration = (path) => /^\/administration(\/|$)/.test(path);
