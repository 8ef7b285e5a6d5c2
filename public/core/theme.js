// @ts-check

import { preferences } from './preferences.js';

/** @param {'system'|'light'|'dark'} theme */
export function applyTheme(theme) {
    document.documentElement.dataset.theme = theme;
    preferences.set({ theme });
}
