// @ts-check
// The frame of the pages before sign-in: sign in, set up, choose a password.

import { html } from '../../core/html.js';
import { currentLocale, LANGUAGE_NAMES, LOCALES, setLocale, t } from '../../core/i18n.js';
import { preferences } from '../../core/preferences.js';
import { serverInfo } from '../../core/session.js';
import { icons } from '../../elements/icons.js';
import { placeholder } from '../../elements/music/cover.js';

/** Names whose placeholder covers form the background. */
const WALL = [
    'Rondo',
    'Sonata',
    'Fuga',
    'Passacaglia',
    'Nocturne',
    'Étude',
    'Mazurka',
    'Bolero',
    'Tango',
    'Toccata',
    'Scherzo',
    'Aria',
    'Waltz',
    'Oberek',
    'Zarzuela',
    'Canon',
    'Prelude',
    'Krakowiak',
    'Serenade',
    'Fandango',
    'Gavotte',
    'Kujawiak',
    'Lied',
    'Minuet',
    'Habanera',
    'Polonez',
    'Gigue',
    'Chaconne',
    'Ballade',
    'Jota',
    'Motet',
    'Impromptu',
    'Cantata',
    'Sarabande',
    'Capriccio',
    'Madrigal',
    'Bourrée',
    'Romanza',
    'Toccatina',
    'Pavane',
    'Elegy',
    'Barcarolle',
];

/** @param {{ title: string, text?: string, body: unknown }} parts */
export function gate({ title, text, body }) {
    return html`<div class="gate">
        <div class="gate-wall"
            aria-hidden="true">${WALL.map(
                (name) => html`<span class="cover">${placeholder(name, { lettered: false })}</span>`,
            )}</div>
        <div class="gate-panel">
            <p class="gate-brand">${icons.logo}<span>${serverInfo.value.name}</span></p>
            <h1>${title}</h1>
            ${text && html`<p class="gate-text">${text}</p>`}
            ${body}
            <p class="gate-languages" role="group"
                aria-label="${t('profile.language')}">${LOCALES.map(
                    (locale) =>
                        html`<button type="button" class="text-button" lang="${locale}" data-locale="${locale}"
                aria-pressed="${String(locale === currentLocale())}">${LANGUAGE_NAMES[locale]}</button>`,
                )}</p>
        </div>
    </div>`;
}

/** @param {HTMLElement} root */
export function bindGate(root) {
    root.addEventListener('click', (event) => {
        const button = /** @type {HTMLElement | null} */ (
            /** @type {Element} */ (event.target).closest('[data-locale]')
        );
        if (!button) return;
        const locale = /** @type {import('../../core/i18n.js').Locale} */ (button.dataset.locale);
        preferences.set({ locale });
        void setLocale(locale);
    });
}
