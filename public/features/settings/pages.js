// @ts-check
// The settings pages in order, with the parts of each.

import { icons } from '../../elements/icons.js';

/** @type {readonly { name: string, icon: unknown, parts: readonly string[] }[]} */
export const PAGES = [
    { name: 'account', icon: icons.person, parts: ['picture', 'account', 'plan'] },
    { name: 'appearance', icon: icons.grid, parts: ['appearance'] },
    { name: 'playback', icon: icons.volume, parts: ['playback', 'sound'] },
    { name: 'notifications', icon: icons.bell, parts: ['notifications', 'mail'] },
    { name: 'privacy', icon: icons.users, parts: ['sharing', 'own-data', 'leaving'] },
    {
        name: 'security',
        icon: icons.key,
        parts: ['password', 'passkeys', 'two-factor', 'provider', 'sessions'],
    },
    { name: 'apps', icon: icons.device, parts: ['device-keys', 'scrobbling', 'lastfm', 'tokens'] },
    { name: 'feedback', icon: icons.star, parts: ['feedback', 'requests'] },
    { name: 'policy', icon: icons.lyrics, parts: ['policy'] },
    { name: 'about', icon: icons.info, parts: ['about'] },
];
