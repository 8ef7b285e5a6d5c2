// @ts-check
// Songs withdrawn by moderators. Each can be restored for thirty days.

import { api } from '../../core/api.js';
import { debounced } from '../../core/debounce.js';
import { delegate, find, onLeave } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { live } from '../../core/events.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';
import { liveList } from '../../elements/lists/live-list.js';
import { toast } from '../../elements/overlays/toast.js';
import { rowsSkeleton } from '../../elements/states/skeletons.js';
import { emptyState } from '../../elements/states/states.js';
import { withdrawalRow } from './withdrawal-row.js';

/** @typedef {import('./model.js').Withdrawal} Withdrawal */

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { path, query, setTitle, signal }) {
    setTitle(t('takedown.bin'));
    const kind = query.get('show') === 'ended' ? 'ended' : 'bin';
    let words = '';
    const tab = (/** @type {string} */ name) =>
        html`<a href="${path}${name === 'bin' ? '' : '?show=ended'}" aria-current="${name === kind ? 'true' : 'false'}"
            data-testid="withdrawals-${name}">${t(`takedown.lists.${name}`)}</a>`;
    render(
        root,
        html`<div class="page is-narrow">
        <header class="page-head"><h1>${t('takedown.bin')}</h1></header>
        <p class="page-lead">${t('takedown.binLead')}</p>
        <nav class="tabs is-quiet" aria-label="${t('takedown.bin')}">${tab('bin')}${tab('ended')}</nav>
        <div class="search-box is-small"><span class="search-icon">${icons.search}</span><input type="search" data-words
            autocomplete="off" maxlength="100" placeholder="${t('takedown.searchBin')}"
            aria-label="${t('takedown.searchBin')}" data-testid="bin-search"></div>
        <div data-list></div>
    </div>`,
    );
    const list = liveList(find(root, '[data-list]'), {
        signal,
        skeleton: rowsSkeleton(5),
        load: (cursor, limit) =>
            api.get('/moderation/withdrawals', { query: { list: kind, q: words, cursor, limit }, signal }),
        draw: (/** @type {Withdrawal[]} */ items) =>
            html`<ul class="things" data-testid="withdrawals">${items.map(withdrawalRow)}</ul>`,
        empty: () =>
            emptyState({
                art: 'lost',
                title: t(kind === 'bin' ? 'takedown.binEmpty' : 'takedown.noneEnded'),
                text: words ? t('search.noneText') : '',
            }),
    });
    const look = debounced(400, async () => {
        await list.restart();
    });
    onLeave(signal, () => look.cancel());
    find(root, '[data-words]').addEventListener('input', (event) => {
        words = /** @type {HTMLInputElement} */ (event.target).value.trim();
        look.later(undefined);
    });
    delegate(
        root,
        'click',
        '[data-restore]',
        async (button) => {
            const one = list.items.find(
                (item) => item.id === /** @type {HTMLElement} */ (button.closest('[data-key]')).dataset.key,
            );
            if (!one) return;
            button.setAttribute('aria-busy', 'true');
            try {
                await api.post(`/moderation/withdrawals/${encodeURIComponent(one.id)}/restoration`, {});
                toast(t('takedown.restored', { name: one.title }));
            } catch (error) {
                toast(explain(error), { kind: 'error' });
            }
            await list.refresh();
        },
        signal,
    );
    for (const name of ['moderation', 'open', 'reset']) live.on(name, () => list.soon(), signal);
    await list.ready;
}
