// @ts-check
// The journal as a timeline: one sentence per event, grouped by day.

import { address, api } from '../../../core/api.js';
import { delegate, find } from '../../../core/dom.js';
import { explain } from '../../../core/errors.js';
import { followAreas, unhurried } from '../../../core/live-views.js';
import { html, render } from '../../../core/html.js';
import { currentLocale, hasMessage, t } from '../../../core/i18n.js';
import { restartable } from '../../../core/restartable-signal.js';
import { copyField } from '../../../elements/forms/copy-field.js';
import { select } from '../../../elements/forms/form.js';
import { icons } from '../../../elements/icons.js';
import { infiniteList } from '../../../elements/lists/infinite.js';
import { rowsSkeleton } from '../../../elements/states/skeletons.js';
import { emptyState } from '../../../elements/states/states.js';
import { beginsDay, bounds } from './days.js';
import { actionKey, JOURNAL_KINDS } from './model.js';
import { entryRow } from './row.js';

/** @typedef {import('../../../core/types.js').User} User */

const SPANS = /** @type {const} */ (['', 'today', 'week', 'month', 'days']);

/** @param {HTMLElement} root @param {import('../../../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, signal }) {
    setTitle(t('journal.title'));
    const [{ items: actions }, { items: users }] = await Promise.all([
        api.get('/journal/actions', { signal }),
        api.get('/users', { query: { limit: 500 }, signal }),
    ]);
    if (signal.aborted) return;
    const people = users.map(
        (/** @type {User} */ user) => /** @type {[string, string]} */ ([user.id, user.displayName || user.username]),
    );
    /** @type {Map<string, User>} */
    const faces = new Map(users.map((/** @type {User} */ user) => [user.id, user]));
    const day = (/** @type {string} */ name, /** @type {string} */ label) =>
        html`<div class="field" data-days hidden><label for="journal-${name}">${label}</label><input
            id="journal-${name}" type="date" name="${name}" data-testid="journal-${name}"></div>`;
    const named = actions
        .map((/** @type {string} */ name) => /** @type {[string, string]} */ ([name, actionName(name)]))
        .sort((/** @type {string[]} */ [, one], /** @type {string[]} */ [, other]) =>
            one.localeCompare(other, currentLocale()),
        );
    render(
        root,
        html`<div class="page is-medium">
        <header class="page-head"><h1>${t('journal.title')}</h1><div class="page-tools">
            <button type="button" class="button" data-verify
                data-testid="journal-verify">${icons.check}${t('journal.verify')}</button>
            <a class="button" data-export="jsonl" download data-testid="journal-jsonl">${t('journal.exportLines')}</a><a
                class="button" data-export="csv" download
                data-testid="journal-csv">${t('journal.exportTable')}</a></div></header>
        <form class="admin-filters" data-filters>
            ${select({
                name: 'person',
                label: t('journal.person'),
                value: '',
                options: [['', t('journal.everybody')], ...people],
            })}
            ${select({
                name: 'kind',
                label: t('journal.kind'),
                value: '',
                options: [
                    ['', t('journal.allKinds')],
                    ...JOURNAL_KINDS.map(
                        (name) => /** @type {[string, string]} */ ([name, t(`journal.kinds.${name}`)]),
                    ),
                ],
            })}
            ${select({
                name: 'action',
                label: t('journal.action'),
                value: '',
                options: [['', t('journal.everything')], ...named],
            })}
            ${select({
                name: 'span',
                label: t('journal.when'),
                value: '',
                options: SPANS.map((name) => [name, t(`journal.spans.${name || 'all'}`)]),
            })}
            ${day('from', t('journal.from'))}${day('until', t('journal.until'))}
            <label class="switch journal-plays"><input type="checkbox" role="switch" name="plays" value="true"
                data-testid="journal-plays"><span>${t('journal.plays')}</span></label>
        </form>
        <div data-proof role="status"></div>
        <div data-list></div>
    </div>`,
    );
    const host = find(root, '[data-list]');
    const form = /** @type {HTMLFormElement} */ (find(root, '[data-filters]'));
    const restart = restartable(signal);
    const list = () => {
        const query = filters(form);
        for (const link of root.querySelectorAll('[data-export]')) {
            const anchor = /** @type {HTMLAnchorElement} */ (link);
            const { plays, ...filter } = query;
            anchor.href = address('/journal/export', { ...filter, format: anchor.dataset.export });
        }
        journal = infiniteList(host, {
            signal: restart(),
            load: (cursor, abort) => api.get('/journal', { query: { ...query, cursor }, signal: abort }),
            frame: html`<ol class="timeline" aria-label="${t('journal.title')}"></ol>`,
            container: 'ol',
            item: (entry, index) =>
                entryRow(entry, { isFirst: beginsDay(entry, journal.items[index - 1]), faces }),
            skeleton: rowsSkeleton(8),
            empty: () => emptyState({ art: 'lost', title: t('journal.none') }),
        });
        return journal.ready;
    };
    /** @type {ReturnType<typeof infiniteList<import('./model.js').Entry>>} */
    let journal;
    const again = unhurried(
        host,
        // An open record stays open: new entries appear once it is closed.
        async () => (host.querySelector('details[open]') ? undefined : journal.refresh()),
        signal,
    );
    followAreas('administration', ['journal'], again.soon, signal);
    host.addEventListener(
        'toggle',
        (event) => {
            if (event.target instanceof HTMLDetailsElement && !event.target.open) again.soon();
        },
        { capture: true, signal },
    );
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('change', (event) => {
        const { target } = event;
        if (target instanceof HTMLSelectElement && target.name === 'span') choose(form, target.value);
        void list();
    });
    delegate(
        root,
        'click',
        '[data-verify]',
        async (button) => {
            button.setAttribute('aria-busy', 'true');
            try {
                prove(find(root, '[data-proof]'), await api.get('/journal/verification', { signal }));
            } catch (error) {
                render(find(root, '[data-proof]'), html`<p class="form-error">${explain(error)}</p>`);
            } finally {
                button.removeAttribute('aria-busy');
            }
        },
        signal,
    );
    await list();
}

/**
 * Fills in the days of a time span. The date fields are visible only for a custom span.
 * @param {HTMLFormElement} form @param {string} span
 */
function choose(form, span) {
    for (const field of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('[data-days]')))
        field.hidden = span !== 'days';
    if (span === 'days') return;
    const days = bounds(span);
    for (const name of /** @type {const} */ (['from', 'until']))
        /** @type {HTMLInputElement} */ (find(form, `[name="${name}"]`)).value = days[name];
}

/**
 * The form's filters. Days are whole days in the browser's time zone.
 * @param {HTMLFormElement} form
 */
function filters(form) {
    const values = new FormData(form);
    const text = (/** @type {string} */ name) => String(values.get(name) ?? '');
    const midnight = (/** @type {string} */ day, /** @type {number} */ later) => {
        const [year, month, date] = day.split('-').map(Number);
        return day ? new Date(year, month - 1, date + later).toISOString() : '';
    };
    return {
        person: text('person'),
        kind: text('kind'),
        action: text('action'),
        plays: text('plays'),
        from: midnight(text('from'), 0),
        until: midnight(text('until'), 1),
    };
}

/**
 * @param {HTMLElement} host
 * @param {{ intact: boolean, checked: number, head: string, badNumber?: number, fault?: string }} result
 */
function prove(host, { intact, checked, head, badNumber, fault }) {
    render(
        host,
        intact
            ? html`<div class="panel" data-testid="journal-intact">
                <p class="all-well">${icons.check}${t('journal.intact', { count: checked })}</p>
                <p class="admin-note">${t('journal.head')}</p>${copyField(
                    head,
                    t('journal.verify'),
                    'journal-head',
                )}</div>`
            : html`<div class="panel" data-testid="journal-broken">
                <ul class="warnings">
                <li class="is-urgent">${
                    icons.warning
                }<span>${t(`journal.fault.${fault}`, { number: badNumber ?? 0 })}</span></li></ul></div>`,
    );
}

/**
 * The name of an action in the filter: its sentence with `…` for the names.
 * @param {string} action
 */
function actionName(action) {
    const key = actionKey(action);
    return hasMessage(key) ? t(key, { who: '…', what: '…' }) : action;
}
