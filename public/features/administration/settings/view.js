// @ts-check

import { api, ApiError } from '../../../core/api.js';
import { find } from '../../../core/dom.js';
import { followAreas } from '../../../core/live-views.js';
import { attribute, html, render } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { refreshView } from '../../../core/navigate.js';
import { serverInfo } from '../../../core/session.js';
import { area, field, formError, handleForm, linesField, select } from '../../../elements/forms/form.js';
import { toast } from '../../../elements/overlays/toast.js';
import { lines } from '../../corrections/model.js';
import { followedForm } from '../followed-form.js';
import { mountJointArtists } from './joint-artists.js';
import { jukeboxField, showJukebox } from './jukebox.js';
import { mountLastFMSettings } from './lastfm.js';
import { lyricsFilesField, showLyricsFiles } from './lyrics-files.js';
import { mountRenderers, renderersField } from './renderers.js';
import { scrobblingFields } from './scrobbling.js';

/**
 * @typedef {{ name: string, registrationOpen: boolean, registrationRole: string,
 *   journalDays: number | null, sharingOpen: boolean, sharingDays: number | null,
 *   splitArtists: boolean, lyricsFiles: boolean, jukebox: boolean, renderers: boolean, scrobbling: boolean,
 *   listenBrainzURL: string,
 *   linksOpen: boolean, linkHosts: string[], linkNetworks: string[], privacyPolicy?: string,
 *   configuration: { key: string, value?: string, help: string }[] }} Settings
 */

/** @param {HTMLElement} root @param {import('../../../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, signal }) {
    setTitle(t('settings.title'));
    /** @type {Settings} */
    const settings = await api.get('/settings', { signal });
    if (signal.aborted) return;
    render(
        root,
        html`<div class="page is-narrow"><header class="page-head"><h1>${t('settings.title')}</h1></header>
        <section class="panel" aria-labelledby="running-title"><h2 id="running-title">${t('settings.running')}</h2>
            <form class="form" data-testid="settings-form">
                ${field({
                    name: 'name',
                    label: t('settings.name'),
                    value: settings.name,
                    required: true,
                    maxlength: 40,
                })}
                <label class="switch"><input type="checkbox" role="switch" data-open data-testid="settings-registration"
                    ${attribute('checked', settings.registrationOpen)}><span>${t(
                        'settings.registration',
                    )}</span></label>
                ${select({
                    name: 'registrationRole',
                    label: t('settings.registrationRole'),
                    value: settings.registrationRole,
                    options: ['listener', 'contributor'].map((role) => [role, t(`roles.${role}`)]),
                })}
                ${field({
                    name: 'journalDays',
                    label: t('settings.journalDays'),
                    value: settings.journalDays === null ? '' : String(settings.journalDays),
                    numeric: true,
                    maxlength: 6,
                    hint: t('settings.journalHint'),
                })}
                <label class="switch"><input type="checkbox" role="switch" data-sharing data-testid="settings-sharing"
                    ${attribute('checked', settings.sharingOpen)}><span>${t('settings.sharing')}</span></label>
                ${field({
                    name: 'sharingDays',
                    label: t('settings.sharingDays'),
                    value: settings.sharingDays === null ? '' : String(settings.sharingDays),
                    numeric: true,
                    maxlength: 4,
                    hint: t('settings.sharingHint'),
                })}
                <p class="field-hint">${t('settings.zoneHint', {
                    zone:
                        settings.configuration.find(({ key }) => key === 'board.time-zone')?.value ??
                        t('settings.machineZone'),
                })}</p>
                <label class="switch"><input type="checkbox" role="switch" data-split data-testid="settings-split"
                    ${attribute('checked', settings.splitArtists)}><span>${t('jointArtists.split')}</span></label>
                ${lyricsFilesField(settings.lyricsFiles)}
                ${jukeboxField(settings.jukebox)}
                ${renderersField(settings.renderers)}
                ${scrobblingFields(settings)}
                <fieldset class="form"><legend>${t('settings.links.title')}</legend>
                    <label class="switch"><input type="checkbox" role="switch" data-links data-testid="settings-links"
                        ${attribute('checked', settings.linksOpen)}><span>${t('settings.links.open')}</span></label>
                    ${linesField({
                        name: 'linkHosts',
                        label: t('settings.links.hosts'),
                        value: settings.linkHosts.join('\n'),
                        hint: t('settings.links.hostsHint'),
                    })}
                    ${linesField({
                        name: 'linkNetworks',
                        label: t('settings.links.networks'),
                        value: settings.linkNetworks.join('\n'),
                        hint: t('settings.links.networksHint'),
                    })}
                </fieldset>
                ${area({
                    name: 'privacyPolicy',
                    label: t('settings.privacyPolicy'),
                    value: settings.privacyPolicy ?? '',
                    maxlength: 20_000,
                    hint: t('settings.privacyHint'),
                })}
                ${formError}
                <div class="form-actions"><button type="submit" class="button is-primary"
                    data-testid="settings-save">${t('actions.save')}</button></div>
            </form></section>
        <section class="panel" aria-labelledby="renderers-title" data-renderer-list></section>
        <section class="panel" aria-labelledby="lastfm-title" data-lastfm></section>
        <section class="panel" aria-labelledby="joint-title" data-joint data-testid="joint-artists"></section>
        <section class="panel" aria-labelledby="configuration-title">
            <h2 id="configuration-title">${t('settings.configuration')}</h2>
            <p class="panel-lead">${t('settings.configurationLead')}</p>
            <div class="table-fit"><table class="table configuration is-stacking">
                <caption class="visually-hidden">${t('settings.configuration')}</caption>
                <thead><tr><th scope="col">${t('settings.key')}</th><th scope="col">${t('settings.value')}</th></tr>
                </thead>
            <tbody>${settings.configuration.map(
                ({ key, value, help }) =>
                    html`<tr><td><code>${key}</code><span class="detail-file" lang="en">${help}</span></td>
                <td data-label="${t('settings.value')}">${
                    value ?? html`<span class="quiet">${t('settings.unset')}</span>`
                }</td></tr>`,
            )}</tbody></table>
                </div></section></div>`,
    );
    void mountRenderers(find(root, '[data-renderer-list]'), signal);
    void mountLastFMSettings(find(root, '[data-lastfm]'), signal);
    void mountJointArtists(find(root, '[data-joint]'), signal);
    void showLyricsFiles(find(root, '[data-lyrics-report]'), signal);
    void showJukebox(find(root, '[data-jukebox-report]'), signal);
    const form = /** @type {HTMLFormElement} */ (find(root, 'form'));
    const followed = followedForm(() => form, {
        shown: settings,
        ask: () => api.get('/settings', { signal, quiet: true }),
        draw: refreshView,
        signal,
    });
    followAreas('administration', ['settings'], followed.soon, signal);
    handleForm(
        form,
        async ({ name, registrationRole, journalDays, sharingDays, linkHosts, linkNetworks, ...texts }) => {
            const days = (/** @type {string} */ field, /** @type {string} */ text) => {
                if (text !== '' && !Number.isInteger(Number(text)))
                    throw new ApiError({ status: 400, code: 'invalid', field, detail: t('plans.numberWrong') });
                return text === '' ? null : Number(text);
            };
            const isOn = (/** @type {string} */ switchName) =>
                /** @type {HTMLInputElement} */ (find(root, `[data-${switchName}]`)).checked;
            /** @type {Settings} */
            const saved = await api.patch('/settings', {
                name,
                registrationOpen: isOn('open'),
                registrationRole,
                journalDays: days('journalDays', journalDays),
                sharingOpen: isOn('sharing'),
                sharingDays: days('sharingDays', sharingDays),
                splitArtists: isOn('split'),
                lyricsFiles: isOn('lyrics'),
                jukebox: isOn('jukebox'),
                renderers: isOn('renderers'),
                scrobbling: isOn('scrobbling'),
                listenBrainzURL: texts.listenBrainzURL,
                linksOpen: isOn('links'),
                linkHosts: lines(linkHosts),
                linkNetworks: lines(linkNetworks),
                privacyPolicy: texts.privacyPolicy,
            });
            followed.saved(saved);
            serverInfo.set({ ...serverInfo.value, name: saved.name, registrationOpen: saved.registrationOpen });
            toast(t('settings.saved'));
        },
    );
}
