// @ts-check
// The form that creates or edits a smart playlist: its rules, order, length limit, and a preview of the current result.

import { api, ApiError, isAbort } from '../../core/api.js';
import { debounced } from '../../core/debounce.js';
import { find } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { length } from '../../core/format.js';
import { attribute, html, render } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { me } from '../../core/session.js';
import { area, field, formError, handleForm, select } from '../../elements/forms/form.js';
import { openDialog } from '../../elements/overlays/dialog.js';
import { playlistPath } from './model.js';
import { ruleBuilder } from './rule-builder.js';
import { isComplete, noRules, ORDERS, pathOf } from './rules.js';

/** @typedef {import('./model.js').Playlist} Playlist */

const PAUSE = 400;
const SHOWN = 500;
const VISIBILITIES = ['private', 'public', 'collaborative'];

/**
 * @param {Playlist | undefined} playlist undefined to create one
 * @param {(playlist: Playlist) => void} done
 */
export async function smartDialog(playlist, done) {
    const choices = await known(playlist?.id);
    let rules = playlist?.rules ?? noRules();
    const limit = rules.limit?.minutes ? 'minutes' : rules.limit?.tracks ? 'tracks' : 'none';
    const { dialog, close, closed } = openDialog({
        title: t(playlist ? 'smart.edit' : 'smart.new'),
        testid: 'smart-dialog',
        wide: true,
        body: html`<form class="form dialog-body smart-form">
            ${field({
                name: 'name',
                label: t('playlists.name'),
                value: playlist?.name ?? '',
                required: true,
                maxlength: 200,
            })}
            <div data-rules></div>
            <div class="smart-order">
                ${select({
                    name: 'order',
                    label: t('smart.order'),
                    value: rules.order,
                    options: ORDERS.map((one) => [one, t(`smart.orders.${one}`)]),
                })}
                ${select({
                    name: 'direction',
                    label: t('smart.direction'),
                    value: rules.descending ? 'desc' : 'asc',
                    options: [
                        ['asc', t('smart.ascending')],
                        ['desc', t('smart.descending')],
                    ],
                })}
                ${select({
                    name: 'limit',
                    label: t('smart.limit'),
                    value: limit,
                    options: ['none', 'tracks', 'minutes'].map((one) => [one, t(`smart.limits.${one}`)]),
                })}
                <div class="field" data-most ${attribute('hidden', limit === 'none')}><label
                    for="smart-most">${t('smart.most')}</label><input id="smart-most" name="most" type="number" min="1"
                    max="20000" value="${String(rules.limit?.tracks ?? rules.limit?.minutes ?? 100)}"></div>
            </div>
            <section class="smart-preview" aria-label="${t('smart.preview')}">
                <p data-count role="status" data-testid="smart-count"></p>
                <ol class="plain-list" data-first data-testid="smart-first"></ol></section>
            ${select({
                name: 'visibility',
                label: t('playlists.visibility'),
                value: playlist?.visibility ?? 'private',
                options: VISIBILITIES.filter((one) => one !== 'collaborative' || one === playlist?.visibility).map(
                    (one) => [one, t(`playlists.visibilities.${one}`)],
                ),
                hint: t('smart.readerHint'),
            })}
            <div class="field"><label class="check"><input type="checkbox" name="perspective"
                aria-describedby="smart-perspective-hint"
                ${attribute('checked', rules.perspective === 'owner')}> ${t('smart.perspective')}</label>
                <p class="hint" id="smart-perspective-hint">${t('smart.perspectiveHint')}</p></div>
            ${area({
                name: 'description',
                label: t('playlists.description'),
                value: playlist?.description ?? '',
                maxlength: 4000,
            })}
            ${formError}
            <div class="dialog-actions"><button type="button" class="button"
                data-close>${t('actions.cancel')}</button><button type="submit" class="button is-primary"
                data-testid="smart-save">${t('actions.save')}</button></div>
        </form>`,
    });
    const form = /** @type {HTMLFormElement} */ (find(dialog, 'form'));
    const preview = debounced(PAUSE, (_, signal) => show(dialog, rules, signal));
    const builder = ruleBuilder(find(dialog, '[data-rules]'), {
        rules,
        choices,
        changed: (next) => {
            rules = { ...rules, match: next.match, rules: next.rules };
            preview.later(undefined);
        },
    });
    form.addEventListener('change', (event) => {
        const name = /** @type {HTMLInputElement} */ (event.target).name;
        if (!['order', 'direction', 'limit', 'most'].includes(name)) return;
        const data = new FormData(form);
        const bound = String(data.get('limit'));
        find(dialog, '[data-most]').hidden = bound === 'none';
        rules = {
            ...rules,
            order: String(data.get('order')),
            descending: data.get('direction') === 'desc',
            limit: undefined,
        };
        if (bound !== 'none') rules.limit = { [bound]: Number(data.get('most')) };
        preview.later(undefined);
    });
    handleForm(form, async ({ name, description, visibility }) => {
        try {
            const perspective = new FormData(form).has('perspective') ? 'owner' : 'reader';
            const body = { name, description, visibility, rules: { ...rules, perspective } };
            const made = await (playlist ? api.patch(playlistPath(playlist.id), body) : api.post('/playlists', body));
            close();
            done(made);
        } catch (error) {
            const path = error instanceof ApiError ? pathOf(error.field) : [];
            if (path.length > 0 && builder.blame(path, t('smart.wrongValue'))) return;
            throw error;
        }
    });
    closed.then(() => preview.cancel());
    preview.now(undefined);
}

/** @param {HTMLElement} dialog @param {import('./rules.js').Rules} rules @param {AbortSignal} signal */
async function show(dialog, rules, signal) {
    const [count, first] = [find(dialog, '[data-count]'), find(dialog, '[data-first]')];
    try {
        if (!isComplete(rules)) {
            count.textContent = t('smart.incomplete');
            return first.replaceChildren();
        }
        const found = await api.post('/playlists/smart/preview', { rules }, { signal });
        count.textContent = [t('smart.finds', { count: found.count }), length(found.durationMs, currentLocale())].join(
            ' · ',
        );
        render(
            first,
            html`${found.items
                .slice(0, 5)
                .map(
                    (/** @type {any} */ track) =>
                        html`<li><strong>${track.title}</strong> <span>${track.artists
                            .map((/** @type {any} */ one) => one.name)
                            .join(', ')}</span></li>`,
                )}`,
        );
    } catch (error) {
        if (isAbort(error)) return;
        count.textContent = explain(error);
        first.replaceChildren();
    }
}

/**
 * The playlists and libraries that rules can refer to. Only admins see the libraries' names.
 * @param {string | undefined} own
 */
async function known(own) {
    const pairs = (/** @type {{ id: string, name: string }[]} */ items) =>
        items.map(({ id, name }) => /** @type {[string, string]} */ ([id, name]));
    const [playlists, libraries] = await Promise.all([
        api
            .get('/playlists', { query: { sort: 'name', limit: SHOWN } })
            .then(({ items }) => pairs(items.filter((/** @type {Playlist} */ one) => !one.smart && one.id !== own))),
        me.value?.role === 'admin'
            ? api
                  .get('/libraries')
                  .then(({ items }) => pairs(items))
                  .catch(() => [])
            : [],
    ]);
    return { playlists, libraries };
}
