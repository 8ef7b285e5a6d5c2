// @ts-check

import { preferences } from './preferences.js';

/** @param {'system'|'light'|'dark'} theme */
export function applyTheme(theme) {
    document.documentElement.dataset.theme = theme;
    preferences.set({ theme });
}

/**
 * The visible theme: the chosen one, or else the system's.
 * @returns {'light'|'dark'}
 */
export function shownTheme() {
    const { theme } = document.documentElement.dataset;
    if (theme === 'light' || theme === 'dark') return theme;
    return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}
