// @ts-check
// Applies changes that the user made to the account in another tab or on another device.

import { api } from '../../core/api.js';
import { live } from '../../core/events.js';
import { chooseLocale, currentLocale, setLocale } from '../../core/i18n.js';
import { preferences } from '../../core/preferences.js';
import { me } from '../../core/session.js';
import { applyTheme } from '../../core/theme.js';

export function followSettings() {
    live.on('account', ({ areas = [] }) => {
        // If this fails, the next start loads the settings.
        if (areas.includes('settings')) void takeUp().catch(() => {});
    });
}

async function takeUp() {
    const before = me.value;
    const now = await api.get('/me', { fresh: true, quiet: true });
    if (!before || me.value?.id !== now.id) return;
    if (JSON.stringify(now) !== JSON.stringify(me.value)) me.set(now);
    if (now.theme !== document.documentElement.dataset.theme) applyTheme(now.theme);
    preferences.set({ locale: now.locale });
    const locale = chooseLocale([now.locale]);
    if (locale !== currentLocale()) await setLocale(locale);
}
