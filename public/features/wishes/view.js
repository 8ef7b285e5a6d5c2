// @ts-check
// Wishes for music. All users see them and can back them. A fulfilled wish is removed.

import { announce } from '../../core/announce.js';
import { api } from '../../core/api.js';
import { debounced } from '../../core/debounce.js';
import { delegate, find } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { live } from '../../core/events.js';
import { ago } from '../../core/format.js';
import { attribute, html, render } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { trackPath } from '../../core/links.js';
import { may } from '../../core/session.js';
import { keepInAddress } from '../../elements/forms/list-filters.js';
import { icons } from '../../elements/icons.js';
import { liveList } from '../../elements/lists/live-list.js';
import { cover } from '../../elements/music/cover.js';
import { confirmDialog } from '../../elements/overlays/dialog.js';
import { openMenu } from '../../elements/overlays/menu.js';
import { toast } from '../../elements/overlays/toast.js';
import { rowsSkeleton } from '../../elements/states/skeletons.js';
import { emptyState } from '../../elements/states/states.js';
import { wishPath } from '../shelf/model.js';
import { fulfilDialog, wishDialog } from './dialog.js';

/** @typedef {import('../shelf/model.js').Wish} Wish */

const SORTS = ['date', 'backers', 'title'];
const WHOSE = ['all', 'own', 'backed'];

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { path, query, setTitle, signal }) {
    setTitle(t('wishes.title'));
    const one = (/** @type {string} */ name, /** @type {string[]} */ values) =>
        values.includes(query.get(name) ?? '') ? /** @type {string} */ (query.get(name)) : values[0];
    let sort = one('sort', SORTS);
    let whose = one('whose', WHOSE);
    let words = query.get('q') ?? '';
    const options = (/** @type {string[]} */ values, /** @type {string} */ chosen, /** @type {string} */ key) =>
        values.map(
            (value) =>
                html`<option value="${value}"
                    ${attribute('selected', value === chosen)}>${t(`wishes.${key}.${value}`)}</option>`,
        );
    render(
        root,
        html`<div class="page is-narrow">
        <header class="page-head"><h1>${t('wishes.title')}</h1>
            <div
            class="page-tools">${
                may('takePart') &&
                html`<button type="button" class="button is-primary" data-new
            data-testid="new-wish">${icons.plus}${t('wishes.new')}</button>`
            }</div></header>
        <p class="page-lead">${t('wishes.lead')}</p>
        <div class="toolbar"><div class="search-box is-small inline-search"><span
            class="search-icon">${icons.search}</span><input type="search" autocomplete="off" maxlength="200" data-words
            value="${words}" placeholder="${t('wishes.search')}" aria-label="${t('wishes.search')}"
            data-testid="wishes-search"></div>
            <label class="inline-select"><span class="visually-hidden">${t('wishes.show')}</span><select data-whose
                data-testid="wishes-whose">${options(WHOSE, whose, 'whose')}</select></label>
            <label class="inline-select"><span class="visually-hidden">${t('library.sort')}</span><select data-sort
                data-testid="wishes-sort">${options(SORTS, sort, 'sortBy')}</select></label></div>
        <div data-list></div>
    </div>`,
    );
    const list = liveList(find(root, '[data-list]'), {
        signal,
        skeleton: rowsSkeleton(5),
        load: (cursor, limit) => api.get('/wishes', { query: { sort, whose, q: words, cursor, limit }, signal }),
        draw: (/** @type {Wish[]} */ wishes) => html`<ul class="wishes" data-testid="wishes">${wishes.map(card)}</ul>`,
        empty: () =>
            words
                ? emptyState({ art: 'record', title: t('wishes.noneFound'), text: t('wishes.noneFoundText') })
                : emptyState({ art: 'record', title: t('wishes.none'), text: t('wishes.noneText') }),
    });
    const again = () => list.refresh();
    const wishOf = (/** @type {Element} */ element) =>
        list.items.find(
            (wish) => wish.id === /** @type {HTMLElement | null} */ (element.closest('[data-key]'))?.dataset.key,
        );
    const failed = (/** @type {unknown} */ error) => toast(explain(error), { kind: 'error' });
    const chosen = () => {
        keepInAddress(path, { sort: sort === SORTS[0] ? '' : sort, whose: whose === WHOSE[0] ? '' : whose, q: words });
        void list.restart();
    };
    const searched = debounced(300, async () => chosen());
    delegate(
        root,
        'input',
        '[data-words]',
        (input) => {
            words = /** @type {HTMLInputElement} */ (input).value.trim();
            searched.later(undefined);
        },
        signal,
    );
    delegate(
        root,
        'change',
        '[data-sort]',
        (select) => {
            sort = /** @type {HTMLSelectElement} */ (select).value;
            chosen();
        },
        signal,
    );
    delegate(
        root,
        'change',
        '[data-whose]',
        (select) => {
            whose = /** @type {HTMLSelectElement} */ (select).value;
            chosen();
        },
        signal,
    );
    delegate(
        root,
        'click',
        '[data-new]',
        () =>
            wishDialog(undefined, () => {
                toast(t('wishes.made'));
                void again();
            }),
        signal,
    );
    delegate(
        root,
        'click',
        '[data-fulfil]',
        (button) => {
            const wish = wishOf(button);
            if (wish) void fulfilDialog(wish, () => void again()).catch(failed);
        },
        signal,
    );
    delegate(
        root,
        'click',
        '[data-back]',
        async (button) => {
            const wish = wishOf(button);
            if (!wish) return;
            try {
                await api.request(wish.backed ? 'DELETE' : 'PUT', `${wishPath(wish.id)}/backing`);
                announce(t(wish.backed ? 'wishes.unbacked' : 'wishes.backed', { name: wish.title }));
            } catch (error) {
                failed(error);
            }
            await again();
        },
        signal,
    );
    delegate(
        root,
        'click',
        '[data-wish-menu]',
        (button) => {
            const wish = wishOf(button);
            if (!wish) return;
            openMenu(button, [
                ...(wish.own
                    ? [{ label: t('wishes.edit'), icon: icons.edit, run: () => wishDialog(wish, () => void again()) }]
                    : []),
                { label: t('wishes.remove'), icon: icons.trash, danger: true, run: () => void remove(wish) },
            ]);
        },
        signal,
    );
    const remove = async (/** @type {Wish} */ wish) => {
        if (
            !(await confirmDialog({
                title: t('wishes.removeTitle', { name: wish.title }),
                text: t('wishes.removeText'),
                confirm: t('wishes.remove'),
            }))
        )
            return;
        await api.delete(wishPath(wish.id)).catch(failed);
        await again();
    };
    live.on('wish', () => list.soon(), signal);
    live.on('open', () => list.soon(), signal);
    await list.ready;
}

/** @param {Wish} wish */
function card(wish) {
    const mayFulfil = wish.own || may('submit');
    return html`<li class="wish" data-key="${wish.id}" data-testid="wish">
        ${cover(wish.cover, wish.title, { kind: 'row' })}
        <div class="wish-text"><h2 class="wish-title"
            dir="auto">${wish.title}</h2>${wish.artist && html`<p class="wish-line">${wish.artist}</p>`}
            <p class="wish-line">${wish.own ? t('wishes.yours') : wish.person.name} · ${ago(
                wish.createdAt,
                currentLocale(),
            )} · <span
                data-testid="backers">${t('wishes.backers', { count: wish.backerCount })}</span></p>
            ${wish.note && html`<p class="wish-note" dir="auto">${wish.note}</p>`}
            ${
                wish.arrival &&
                html`<p
                class="wish-found">${icons.check}<span>${t('wishes.found')} <a href="${trackPath(wish.arrival.id)}"
                data-focus="arrival">${wish.arrival.title}</a></span></p>`
            }</div>
        <div class="wish-actions">
            ${
                !wish.own &&
                may('takePart') &&
                html`<button type="button" class="button is-small" data-back data-focus="back"
                aria-pressed="${String(wish.backed)}" data-testid="back-wish"
                aria-label="${t('wishes.backNamed', { name: wish.title })}">${
                    wish.backed ? icons.check : icons.plus
                }${t('wishes.back')}</button>`
            }
            ${
                mayFulfil &&
                html`<button type="button" class="button is-small" data-fulfil data-focus="fulfil"
                data-testid="fulfil-wish"
                aria-label="${t('wishes.fulfilNamed', { name: wish.title })}">${icons.library}${t(
                    'wishes.move',
                )}</button>`
            }
            ${
                may('submit') &&
                html`<a class="button is-small" href="${`/give?wish=${encodeURIComponent(wish.id)}`}" data-focus="give"
                data-testid="give-wish-link"
                aria-label="${t('giving.giveNamed', { name: wish.title })}">${icons.upload}${t('giving.give')}</a>`
            }
            ${
                (wish.own || may('moderate')) &&
                html`<button type="button" class="icon-button" data-wish-menu data-focus="menu" aria-haspopup="menu"
                aria-label="${t('tracks.moreFor', { name: wish.title })}"
                data-testid="wish-menu">${icons.more}</button>`
            }</div>
    </li>`;
}
