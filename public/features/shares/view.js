// @ts-check
// The user's share links and their visits.

import { api } from '../../core/api.js';
import { delegate, find } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { shortList } from '../../core/live-views.js';
import { ago, date } from '../../core/format.js';
import { html, render } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { copyField } from '../../elements/forms/copy-field.js';
import { handleForm } from '../../elements/forms/form.js';
import { icons } from '../../elements/icons.js';
import { focused } from '../../elements/lists/live-list.js';
import { confirmDialog, openDialog } from '../../elements/overlays/dialog.js';
import { toast } from '../../elements/overlays/toast.js';
import { rowsSkeleton } from '../../elements/states/skeletons.js';
import { emptyState } from '../../elements/states/states.js';
import { endAfter, shareForm } from './dialog.js';

/** @typedef {import('./dialog.js').Share} Share */

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, signal }) {
    setTitle(t('shares.title'));
    render(
        root,
        html`<div class="page is-narrow"><header class="page-head"><h1>${t('shares.title')}</h1></header>
            <div data-list>${rowsSkeleton(3)}</div></div>`,
    );
    const host = find(root, '[data-list]');
    const draw = () => {
        const focus = focused(host);
        render(
            host,
            shares.items.length > 0
                ? html`<ul class="things">${shares.items.map(row)}</ul>`
                : emptyState({ art: 'people', title: t('shares.noneTitle'), text: t('shares.noneText') }),
        );
        focus();
    };
    /** @type {import('../../core/live-views.js').ShortList<Share>} */
    const shares = shortList(host, '/shares', draw, signal);
    const { load } = shares;
    delegate(
        root,
        'click',
        '[data-edit]',
        (button) =>
            edit(
                shares.items.find((share) => share.id === button.dataset.edit),
                load,
            ),
        signal,
    );
    delegate(
        root,
        'click',
        '[data-remove]',
        async (button) => {
            if (
                !(await confirmDialog({
                    title: t('shares.removeTitle'),
                    text: t('shares.removeText'),
                    confirm: t('shares.remove'),
                }))
            )
                return;
            try {
                await api.delete(`/shares/${encodeURIComponent(button.dataset.remove ?? '')}`);
                await load();
            } catch (error) {
                toast(explain(error), { kind: 'error' });
            }
        },
        signal,
    );
    await load();
}

/** @param {Share} share */
function nameOf(share) {
    return share.title || t('shares.empty');
}

/** @param {Share} share */
function row(share) {
    const locale = currentLocale();
    const ended = share.expiresAt && new Date(share.expiresAt) <= new Date();
    const facts = [
        t('count.tracks', { count: share.trackCount }),
        share.expiresAt
            ? t('tokens.until', { date: date(share.expiresAt, locale) })
            : t('tokens.since', { date: date(share.createdAt, locale) }),
        t('shares.visits', { count: share.visits }),
        share.lastVisitedAt && t('shares.lastVisit', { when: ago(share.lastVisitedAt, locale) }),
    ];
    const more = share.trackCount > share.titles.length ? ' …' : '';
    return html`<li class="thing is-tall" data-key="${share.id}"
        data-testid="share-row"><span class="thing-icon">${icons.link}</span><div class="thing-text">
            <p class="thing-title">${nameOf(share)}${
                ended && html` <span class="badge is-bad">${t('deviceKeys.expired')}</span>`
            }</p>
            ${
                share.titles.length > 0 &&
                share.kind !== 'track' &&
                html`<p class="thing-line is-titles">${share.titles.join(', ')}${more}</p>`
            }
            <p class="thing-line">${facts.filter(Boolean).join(' · ')}</p>${
                !ended && copyField(share.url, t('shares.link'), 'share-url')
            }</div>
        <button type="button" class="icon-button" data-edit="${share.id}" data-focus="edit"
            aria-label="${t('shares.editNamed', { name: nameOf(share) })}"
            data-testid="share-edit">${icons.edit}</button>
        <button type="button" class="icon-button" data-remove="${share.id}" data-focus="remove"
            aria-label="${t('shares.removeNamed', { name: nameOf(share) })}"
            data-testid="share-remove">${icons.trash}</button></li>`;
}

/** @param {Share | undefined} share @param {() => Promise<void>} load */
function edit(share, load) {
    if (!share) return;
    /** @type {[string, string][]} */
    const kept = share.expiresAt ? [['keep', t('tokens.until', { date: date(share.expiresAt, currentLocale()) })]] : [];
    const { dialog, close } = openDialog({
        title: t('shares.edit'),
        testid: 'share-dialog',
        body: shareForm(
            { description: share.description, days: share.expiresAt ? 'keep' : '', save: t('actions.save') },
            kept,
        ),
    });
    handleForm(/** @type {HTMLFormElement} */ (find(dialog, 'form')), async ({ description, days }) => {
        await api.patch(`/shares/${encodeURIComponent(share.id)}`, {
            description,
            ...(days === 'keep' ? {} : { expiresAt: endAfter(days) }),
        });
        close();
        await load();
    });
}
