// @ts-check
// A form for some of the server's settings. It follows changes that other admins make meanwhile.

import { api, ApiError } from '../../../core/api.js';
import { find } from '../../../core/dom.js';
import { t } from '../../../core/i18n.js';
import { followAreas } from '../../../core/live-views.js';
import { serverInfo } from '../../../core/session.js';
import { handleForm } from '../../../elements/forms/form.js';
import { toast } from '../../../elements/overlays/toast.js';
import { followedForm } from '../followed-form.js';

/**
 * @typedef {{ name: string, registrationOpen: boolean, registrationRole: string,
 *   journalDays: number | null, sharingOpen: boolean, sharingDays: number | null,
 *   splitArtists: boolean, lyricsFiles: boolean, jukebox: boolean, renderers: boolean, scrobbling: boolean,
 *   listenBrainzURL: string, outside: boolean, outsideURL: string, outsideCountry: string,
 *   podcasts: boolean, podcastMinutes: number, podcastMegabytes: number,
 *   linksOpen: boolean, linkHosts: string[], linkNetworks: string[], privacyPolicy?: string,
 *   configuration: { key: string, value?: string, help: string }[] }} Settings
 */
/** @typedef {(name: string) => boolean} IsOn whether the form's switch `[data-NAME]` is on */

/**
 * @param {() => HTMLFormElement} form returns the form as currently drawn
 * @param {object} parts
 * @param {Settings} parts.shown the settings that the form was drawn from
 * @param {readonly (keyof Settings)[]} parts.names the settings in this form
 * @param {(values: Record<string, string>, isOn: IsOn) => Partial<Settings>} parts.read converts the form's values
 * @param {(settings: Settings) => void} parts.draw redraws the form
 * @param {AbortSignal} parts.signal
 * @returns {{ bind: () => void }} call `bind` after each redraw of the form
 */
export function settingsForm(form, { shown, names, read, draw, signal }) {
    let latest = shown;
    const own = (/** @type {Settings} */ settings) => names.map((name) => settings[name]);
    const followed = followedForm(form, {
        shown: own(shown),
        ask: async () => {
            latest = await api.get('/settings', { signal, quiet: true });
            return own(latest);
        },
        draw: () => draw(latest),
        signal,
    });
    followAreas('administration', ['settings'], followed.soon, signal);
    const isOn = (/** @type {string} */ name) =>
        /** @type {HTMLInputElement} */ (find(form(), `[data-${name}]`)).checked;
    const bind = () =>
        handleForm(form(), async (values) => {
            /** @type {Settings} */
            const saved = await api.patch('/settings', read(values, isOn));
            if (signal.aborted) return;
            followed.saved(own(saved));
            const { name, registrationOpen, podcasts } = saved;
            serverInfo.set({ ...serverInfo.value, name, registrationOpen, podcasts });
            toast(t('settings.saved'));
        });
    bind();
    return { bind };
}

/**
 * Parses an integer; null for an empty text. Throws when the text is not an integer.
 * @param {string} field @param {string} text
 */
export function wholeNumber(field, text) {
    if (text !== '' && !Number.isInteger(Number(text)))
        throw new ApiError({ status: 400, code: 'invalid', field, detail: t('plans.numberWrong') });
    return text === '' ? null : Number(text);
}
