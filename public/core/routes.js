// @ts-check
// Every route of the client. Views are loaded on their first visit, with the messages that only their feature has.

import { withMessages } from './i18n.js';

/** @param {Promise<any>} view */
const administration = (view) => withMessages('administration', view);

/** @param {Promise<any>} view */
const podcasts = (view) => withMessages('podcasts', view);

const playlists = () => import('../features/library/playlists-view.js');
const settings = () => withMessages('settings', import('../features/settings/view.js'));

/** @type {readonly import('./router.js').Route[]} */
export const routes = [
    { path: '/', section: 'home', load: () => import('../features/home/view.js') },
    { path: '/library', section: 'library', load: () => import('../features/library/view.js') },
    { path: '/library/albums', section: 'library', load: () => import('../features/library/albums-view.js') },
    { path: '/library/artists', section: 'library', load: () => import('../features/library/artists-view.js') },
    { path: '/library/genres', section: 'library', load: () => import('../features/library/genres-view.js') },
    { path: '/library/tracks', section: 'library', load: () => import('../features/library/tracks-view.js') },
    { path: '/library/popular', section: 'library', load: () => import('../features/library/popular-view.js') },
    { path: '/library/liked', section: 'library', load: () => import('../features/library/liked-view.js') },
    { path: '/albums/:id', section: 'library', load: () => import('../features/album/view.js') },
    { path: '/tracks/:id', section: 'library', load: () => import('../features/track/view.js') },
    {
        path: '/tracks/:id/lyrics',
        section: 'library',
        load: () => withMessages('lyrics-editor', import('../features/lyrics-editor/view.js')),
    },
    { path: '/artists/:id', section: 'library', load: () => import('../features/artist/view.js') },
    { path: '/genres/:id', section: 'library', load: () => import('../features/genre/view.js') },
    { path: '/mixes/:id', section: 'home', load: () => import('../features/mix/view.js') },
    { path: '/board', section: 'board', load: () => import('../features/board/view.js') },
    { path: '/board/archive', section: 'board', load: () => import('../features/board/archive-view.js') },
    { path: '/board/:date', section: 'board', load: () => import('../features/board/view.js') },
    { path: '/playlists', section: 'playlists', load: playlists },
    { path: '/playlists/folders/:id', section: 'playlists', load: playlists },
    {
        path: '/playlists/:id/songs',
        section: 'playlists',
        load: () => withMessages('imported', import('../features/imported/view.js')),
    },
    { path: '/playlists/:id', section: 'playlists', load: () => import('../features/playlist/view.js') },
    { path: '/shelf', section: 'shelf', load: () => import('../features/shelf/view.js') },
    { path: '/shelf/items', section: 'shelf', load: () => import('../features/shelf/items-view.js') },
    { path: '/shelf/unfiled', section: 'shelf', load: () => import('../features/shelf/items-view.js') },
    { path: '/shelf/folders/:id', section: 'shelf', load: () => import('../features/shelf/items-view.js') },
    { path: '/wishes', section: 'wishes', load: () => import('../features/wishes/view.js') },
    { path: '/notifications', section: 'notifications', load: () => import('../features/notifications/view.js') },
    { path: '/give', section: 'give', permission: 'submit', load: () => import('../features/submissions/view.js') },
    {
        path: '/administration/moderation',
        section: 'moderation',
        permission: 'moderate',
        load: () => import('../features/moderation/queue-view.js'),
    },
    {
        path: '/administration/moderation/reports',
        section: 'moderation-reports',
        permission: 'moderate',
        load: () => import('../features/moderation/reports-view.js'),
    },
    {
        path: '/administration/moderation/lyrics',
        section: 'moderation-lyrics',
        permission: 'moderate',
        load: () => withMessages('lyrics-editor', import('../features/lyrics-editor/queue-view.js')),
    },
    {
        path: '/administration/moderation/playlists',
        section: 'moderation-playlists',
        permission: 'moderate',
        load: () => import('../features/moderation/playlists-view.js'),
    },
    {
        path: '/administration/moderation/bin',
        section: 'moderation-bin',
        permission: 'moderate',
        load: () => import('../features/moderation/bin-view.js'),
    },
    { path: '/people/:id', section: 'library', load: () => import('../features/people/view.js') },
    { path: '/search', section: 'search', load: () => import('../features/search/view.js') },
    { path: '/listen', section: 'listen', permission: 'listen', load: () => import('../features/recognition/view.js') },
    {
        path: '/listen/history',
        section: 'listen',
        permission: 'listen',
        load: () => import('../features/recognition/history-view.js'),
    },
    { path: '/history', section: 'history', load: () => import('../features/history/view.js') },
    { path: '/statistics', section: 'statistics', load: () => import('../features/statistics/view.js') },
    { path: '/statistics/year', section: 'statistics', load: () => import('../features/statistics/year-view.js') },
    {
        path: '/statistics/year/:year',
        section: 'statistics',
        load: () => import('../features/statistics/year-view.js'),
    },
    { path: '/queue', section: 'queue', load: () => import('../features/queue/view.js') },
    {
        path: '/now-playing',
        section: 'now-playing',
        over: true,
        load: () => import('../features/now-playing/view.js'),
    },
    { path: '/device', section: 'device', load: () => import('../features/device/view.js') },
    { path: '/shared', section: 'search', load: () => import('../features/shared-link/view.js') },
    { path: '/radio', section: 'radio', load: () => import('../features/radio/view.js') },
    {
        path: '/podcasts',
        section: 'podcasts',
        permission: 'listen',
        load: () => podcasts(import('../features/podcasts/list-view.js')),
    },
    {
        path: '/podcasts/:id',
        section: 'podcasts',
        permission: 'listen',
        load: () => podcasts(import('../features/podcasts/podcast-view.js')),
    },
    {
        path: '/podcasts/episodes/:id',
        section: 'podcasts',
        permission: 'listen',
        load: () => podcasts(import('../features/podcasts/episode-view.js')),
    },
    { path: '/shares', section: 'shares', load: () => import('../features/shares/view.js') },
    { path: '/profile', section: 'profile', load: settings },
    { path: '/settings', section: 'profile', load: settings },
    { path: '/settings/:page', section: 'profile', load: settings },
    {
        path: '/administration',
        section: 'administration',
        permission: 'moderate',
        load: () => administration(import('../features/administration/view.js')),
    },
    {
        path: '/administration/overview',
        section: 'admin-overview',
        permission: 'administer',
        load: () => administration(import('../features/administration/overview/view.js')),
    },
    {
        path: '/administration/plans',
        section: 'admin-plans',
        permission: 'manageUsers',
        load: () => administration(import('../features/administration/plans/view.js')),
    },
    {
        path: '/administration/invitations',
        section: 'admin-invitations',
        permission: 'manageUsers',
        load: () => administration(import('../features/administration/invitations/view.js')),
    },
    {
        path: '/administration/journal',
        section: 'admin-journal',
        permission: 'administer',
        load: () => administration(import('../features/administration/journal/view.js')),
    },
    {
        path: '/administration/requests',
        section: 'admin-requests',
        permission: 'administer',
        load: () => administration(import('../features/administration/requests/view.js')),
    },
    {
        path: '/administration/services',
        section: 'admin-services',
        permission: 'administer',
        load: () => administration(import('../features/administration/services/view.js')),
    },
    {
        path: '/administration/settings',
        section: 'admin-settings',
        permission: 'administer',
        load: () => administration(import('../features/administration/settings/view.js')),
    },
    {
        path: '/administration/users',
        section: 'admin-users',
        permission: 'manageUsers',
        load: () => administration(import('../features/administration/users/view.js')),
    },
    {
        path: '/administration/library',
        section: 'admin-library',
        permission: 'manageLibraries',
        load: () => administration(import('../features/administration/library/view.js')),
    },
    {
        path: '/administration/lyrics',
        section: 'admin-lyrics',
        permission: 'administer',
        load: () => administration(import('../features/administration/lyrics/view.js')),
    },
    {
        path: '/administration/backups',
        section: 'admin-backups',
        permission: 'administer',
        load: () => administration(import('../features/administration/backups/view.js')),
    },
    {
        path: '/administration/security',
        section: 'admin-security',
        permission: 'manageUsers',
        load: () => administration(import('../features/administration/security/view.js')),
    },
    { path: '/sign-in', section: 'gate', anonymous: true, load: () => import('../features/sign-in/view.js') },
    {
        path: '/sign-in/return',
        section: 'gate',
        anonymous: true,
        load: () => import('../features/sign-in/return-view.js'),
    },
    { path: '/setup', section: 'gate', anonymous: true, load: () => import('../features/sign-in/setup-view.js') },
    {
        path: '/forgotten',
        section: 'gate',
        anonymous: true,
        load: () => import('../features/sign-in/forgotten-view.js'),
    },
    {
        path: '/confirm-email',
        section: 'gate',
        anonymous: true,
        load: () => import('../features/sign-in/confirm-email-view.js'),
    },
    {
        path: '/undo-email',
        section: 'gate',
        anonymous: true,
        load: () => import('../features/sign-in/undo-email-view.js'),
    },
    { path: '/join', section: 'gate', anonymous: true, load: () => import('../features/sign-in/join-view.js') },
    { path: '/welcome', section: 'gate', anonymous: true, load: () => import('../features/sign-in/welcome-view.js') },
];

/**
 * Former paths, which links and bookmarks may still contain.
 * @type {readonly { path: string, to: string }[]}
 */
export const moved = [
    { path: '/admin', to: '/administration/overview' },
    { path: '/admin/:page', to: '/administration/:page' },
    { path: '/moderation', to: '/administration/moderation' },
    { path: '/moderation/:page', to: '/administration/moderation/:page' },
];
