// @ts-check

import { delegate } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { attribute, html, render } from '../../core/html.js';
import { chooseLocale, LANGUAGE_NAMES, LOCALES, setLocale, t } from '../../core/i18n.js';
import { preferences } from '../../core/preferences.js';
import { me, updateMe } from '../../core/session.js';
import { applyTheme } from '../../core/theme.js';
import { select } from '../../elements/forms/form.js';
import { icons } from '../../elements/icons.js';
import { toast } from '../../elements/overlays/toast.js';
import { MODES, setShadingMode } from '../visuals/mode.js';

const THEMES = /** @type {const} */ (['system', 'light', 'dark']);

/** @param {HTMLElement} host */
export function mountAppearance(host) {
    const person = me.value;
    if (!person) return;
    render(
        host,
        html`<h2 id="appearance-title" class="visually-hidden">${t('profile.appearance')}</h2>
        <div class="form">
            <fieldset class="themes"><legend>${t('profile.theme')}</legend>
                ${THEMES.map(
                    (theme) =>
                        html`<label class="theme"><input type="radio" name="theme" value="${theme}"
                        data-testid="theme-${theme}" ${attribute('checked', theme === person.theme)}>
                    <span class="theme-sample is-${theme}"
                        aria-hidden="true"><i></i><i></i><i></i></span><span>${t(
                            `profile.themes.${theme}`,
                        )}</span></label>`,
                )}
            </fieldset>
            ${select({
                name: 'locale',
                label: t('profile.language'),
                value: chooseLocale([person.locale]),
                options: LOCALES.map((locale) => [locale, LANGUAGE_NAMES[locale]]),
            })}
            ${select({
                name: 'shadingMode',
                label: t('visuals.setting'),
                value: person.shadingMode,
                options: MODES.map((mode) => /** @type {[string, string]} */ ([mode, t(`visuals.modes.${mode}`)])),
                hint: t('visuals.settingHint'),
            })}
            <label class="switch"><input type="checkbox" role="switch" data-shortcuts
                ${attribute('checked', preferences.get('shortcuts', true))}><span>${t(
                    'profile.shortcuts',
                )}</span></label>
            <p class="field-hint">${t('profile.shortcutsHint')}</p>
            <p><button type="button" class="text-button" data-help>${icons.keyboard}${t('help.title')}</button></p>
        </div>`,
    );
    const save = async (/** @type {Parameters<typeof updateMe>[0]} */ change) => {
        try {
            await updateMe(change);
        } catch (error) {
            toast(explain(error), { kind: 'error' });
        }
    };
    delegate(host, 'change', '[name=theme]', (input) => {
        const theme = /** @type {typeof THEMES[number]} */ (/** @type {HTMLInputElement} */ (input).value);
        applyTheme(theme);
        void save({ theme });
    });
    delegate(host, 'change', '[name=locale]', async (input) => {
        const locale = /** @type {import('../../core/i18n.js').Locale} */ (
            /** @type {HTMLSelectElement} */ (input).value
        );
        preferences.set({ locale });
        await save({ locale });
        await setLocale(locale);
    });
    delegate(host, 'change', '[name=shadingMode]', (input) => {
        const { value } = /** @type {HTMLSelectElement} */ (input);
        void setShadingMode(/** @type {import('../visuals/mode.js').ShadingMode} */ (value));
    });
    delegate(host, 'change', '[data-shortcuts]', (input) =>
        preferences.set({ shortcuts: /** @type {HTMLInputElement} */ (input).checked }),
    );
}
