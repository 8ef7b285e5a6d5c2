// @ts-check
// Internet radio: stations chosen by the admins. The browser plays them directly from their servers.

import { api } from '../../core/api.js';
import { delegate, find } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { shortList } from '../../core/live-views.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { may } from '../../core/session.js';
import { field, formError, handleForm } from '../../elements/forms/form.js';
import { bindPicture, chosenPicture, pictureField, sendPicture } from '../../elements/forms/picture-field.js';
import { equaliser, icons } from '../../elements/icons.js';
import { focused } from '../../elements/lists/live-list.js';
import { cover } from '../../elements/music/cover.js';
import { confirmDialog, openDialog } from '../../elements/overlays/dialog.js';
import { toast } from '../../elements/overlays/toast.js';
import { rowsSkeleton } from '../../elements/states/skeletons.js';
import { emptyState } from '../../elements/states/states.js';
import { radio } from '../../player/radio.js';
import { loadRadioSeeds, showRadioSeeds } from '../song-radio/seeds.js';
import { showStationInBar } from './bar.js';

/** @typedef {import('../../player/radio.js').Station} Station */

// Radio code loads on the first visit here. From then on the bar shows stations.
showStationInBar();

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, signal }) {
    setTitle(t('radio.title'));
    const administers = may('administer');
    render(
        root,
        html`<div class="page is-narrow"><header class="page-head"><h1>${t('radio.title')}</h1>
        ${
            administers &&
            html`<div class="page-tools"><button type="button" class="button is-primary" data-add
            data-testid="radio-add">${icons.plus}${t('radio.add')}</button></div>`
        }</header>
        <div data-wait>${rowsSkeleton(3)}</div><div data-seeds></div><div data-list hidden></div></div>`,
    );
    // The seeds stand above the stations. Both are drawn at once, and what is there until then goes, so that nothing
    // moves.
    let isReady = false;
    const host = find(root, '[data-list]');
    const draw = () => {
        if (!isReady) return;
        const focus = focused(host);
        render(
            host,
            stations.items.length > 0
                ? html`<ul class="things">${stations.items.map((station) => row(station, administers))}</ul>`
                : emptyState({
                      art: 'people',
                      title: t('radio.noneTitle'),
                      text: administers ? t('radio.noneTextAdmin') : t('radio.noneText'),
                  }),
        );
        focus();
    };
    /** @type {import('../../core/live-views.js').ShortList<Station>} */
    const stations = shortList(host, '/radio', draw, signal);
    const { load } = stations;
    const byID = (/** @type {string | undefined} */ id) => stations.items.find((station) => station.id === id);
    radio.addEventListener('change', draw, { signal });
    delegate(
        root,
        'click',
        '[data-listen]',
        (button) => {
            const station = byID(button.dataset.listen);
            if (station) radio.toggle(station);
        },
        signal,
    );
    delegate(root, 'click', '[data-add]', () => stationDialog(undefined, load), signal);
    delegate(root, 'click', '[data-edit]', (button) => stationDialog(byID(button.dataset.edit), load), signal);
    delegate(
        root,
        'click',
        '[data-remove]',
        async (button) => {
            const station = byID(button.dataset.remove);
            if (
                !station ||
                !(await confirmDialog({
                    title: t('radio.removeTitle'),
                    text: t('radio.removeText', { name: station.name }),
                    confirm: t('radio.remove'),
                }))
            )
                return;
            try {
                await api.delete(`/radio/${encodeURIComponent(station.id)}`);
                await load();
            } catch (error) {
                toast(explain(error), { kind: 'error' });
            }
        },
        signal,
    );
    const [seeds] = await Promise.all([loadRadioSeeds(signal), load()]);
    showRadioSeeds(find(root, '[data-seeds]'), seeds, signal);
    isReady = true;
    find(root, '[data-wait]').remove();
    host.hidden = false;
    draw();
}

/** @param {Station} station @param {boolean} administers */
function row(station, administers) {
    const { id, name, streamUrl, homePageUrl, picture } = station;
    const state = radio.stateOf(station);
    // Browsers block audio over plain HTTP on an HTTPS page. Separate players may play it.
    const playable = streamUrl.startsWith('https:');
    const line =
        state === 'failed'
            ? t('radio.failed')
            : state === 'loading'
              ? t('radio.connecting')
              : state === 'playing'
                ? t('radio.playing')
                : playable
                  ? new URL(streamUrl).host
                  : t('radio.insecure');
    return html`<li class="thing station ${state === 'playing' ? 'is-current is-sounding' : ''}" data-key="${id}"
        data-testid="radio-row"><span class="station-art">${cover(picture, name, { kind: 'row' })}${
            (!picture || state === 'playing') &&
            html`<span class="station-sign" aria-hidden="true">${state === 'playing' ? equaliser : icons.radio}</span>`
        }</span>
        <button type="button" class="icon-button is-outlined" data-listen="${id}" data-focus="listen"
            ${playable ? '' : html`aria-disabled="true"`}
            aria-label="${t(state === 'playing' || state === 'loading' ? 'radio.stopNamed' : 'radio.listenNamed', {
                name,
            })}"
            data-testid="radio-listen">${state === 'playing' || state === 'loading' ? icons.pause : icons.play}</button>
        <div class="thing-text"><p class="thing-title">${name}</p>
            <p class="thing-line"
            role="status">${line}${
                homePageUrl &&
                html` · <a href="${homePageUrl}" target="_blank" rel="noopener noreferrer">${t('radio.homePage')}</a>`
            }</p>
            </div>
        ${
            administers &&
            html`<button type="button" class="icon-button" data-edit="${id}" data-focus="edit"
                aria-label="${t('radio.editNamed', { name })}" data-testid="radio-edit">${icons.edit}</button>
        <button type="button" class="icon-button" data-remove="${id}" data-focus="remove"
            aria-label="${t('radio.removeNamed', { name })}" data-testid="radio-remove">${icons.trash}</button>`
        }</li>`;
}

/** @param {Station | undefined} station @param {() => Promise<void>} load */
function stationDialog(station, load) {
    const { dialog, close } = openDialog({
        title: t(station ? 'radio.edit' : 'radio.add'),
        testid: 'radio-dialog',
        body: html`<form class="form dialog-body">
            ${field({ name: 'name', label: t('radio.name'), value: station?.name, required: true, maxlength: 100 })}
            ${field({
                name: 'streamUrl',
                label: t('radio.stream'),
                value: station?.streamUrl,
                required: true,
                maxlength: 2048,
                placeholder: 'https://',
                hint: t('radio.streamHint'),
            })}
            ${field({
                name: 'homePageUrl',
                label: t('radio.homePageOptional'),
                value: station?.homePageUrl,
                maxlength: 2048,
                placeholder: 'https://',
            })}
            ${pictureField(Boolean(station?.picture))}${formError}
            <div class="dialog-actions"><button type="button" class="button"
                data-close>${t('actions.cancel')}</button><button type="submit" class="button is-primary"
                data-testid="radio-save">${t('actions.save')}</button></div></form>`,
    });
    const form = /** @type {HTMLFormElement} */ (find(dialog, 'form'));
    bindPicture(form);
    let id = station?.id;
    handleForm(form, async ({ name, streamUrl, homePageUrl }) => {
        const picture = chosenPicture(form);
        const body = { name, streamUrl, homePageUrl };
        const path = (/** @type {string | undefined} */ of) => `/radio/${encodeURIComponent(of ?? '')}`;
        if (id) await api.put(path(id), body);
        else ({ id } = await api.post('/radio', body));
        await sendPicture(form, `${path(id)}/picture`, picture);
        close();
        await load();
    });
}
