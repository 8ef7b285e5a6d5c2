// @ts-check

import { api } from '../../../core/api.js';
import { find } from '../../../core/dom.js';
import { attribute, html, render } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { refreshView } from '../../../core/navigate.js';
import { area, field, formError, select } from '../../../elements/forms/form.js';
import { settingsForm, wholeNumber } from './form.js';
import { mountJointArtists } from './joint-artists.js';
import { jukeboxField, showJukebox } from './jukebox.js';
import { lyricsFilesField, showLyricsFiles } from './lyrics-files.js';
import { mountRenderers, renderersField } from './renderers.js';

/** @type {readonly (keyof import('./form.js').Settings)[]} */
const NAMES = [
    'name',
    'registrationOpen',
    'registrationRole',
    'journalDays',
    'sharingOpen',
    'sharingDays',
    'splitArtists',
    'lyricsFiles',
    'jukebox',
    'renderers',
    'privacyPolicy',
];

/** @param {HTMLElement} root @param {import('../../../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, signal }) {
    setTitle(t('settings.title'));
    /** @type {import('./form.js').Settings} */
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
    void mountJointArtists(find(root, '[data-joint]'), signal);
    void showLyricsFiles(find(root, '[data-lyrics-report]'), signal);
    void showJukebox(find(root, '[data-jukebox-report]'), signal);
    settingsForm(() => /** @type {HTMLFormElement} */ (find(root, 'form')), {
        shown: settings,
        names: NAMES,
        read: ({ name, registrationRole, journalDays, sharingDays, privacyPolicy }, isOn) => ({
            name,
            registrationOpen: isOn('open'),
            registrationRole,
            journalDays: wholeNumber('journalDays', journalDays),
            sharingOpen: isOn('sharing'),
            sharingDays: wholeNumber('sharingDays', sharingDays),
            splitArtists: isOn('split'),
            lyricsFiles: isOn('lyrics'),
            jukebox: isOn('jukebox'),
            renderers: isOn('renderers'),
            privacyPolicy,
        }),
        draw: refreshView,
        signal,
    });
}
