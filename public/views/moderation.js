// @ts-check
// What people have handed in: a moderator listens, corrects and decides, one by one or several at once.
// Keys: J and K go through the list, Space hears, E edits, A approves, R rejects, X chooses.

import { announce } from '../core/announce.js';
import { api } from '../core/api.js';
import { debounced } from '../core/debounce.js';
import { delegate, find } from '../core/dom.js';
import { explain } from '../core/errors.js';
import { live } from '../core/events.js';
import { groups, QUEUE_STATES, sameGroup } from '../core/giving.js';
import { attribute, html, render } from '../core/html.js';
import { t } from '../core/i18n.js';
import { preferences } from '../core/preferences.js';
import { albumDialog } from '../elements/giving/album-dialog.js';
import { rejectDialog } from '../elements/giving/reject-dialog.js';
import { batchTitle } from '../elements/giving/batch-title.js';
import { bindHearing, hearingBar } from '../elements/giving/hearing.js';
import { submissionDialog } from '../elements/giving/submission-dialog.js';
import { queueRow } from '../elements/giving/submission-row.js';
import { keepInAddress } from '../elements/list-filters.js';
import { icons } from '../elements/icons.js';
import { liveList } from '../elements/live-list.js';
import { rowsSkeleton } from '../elements/skeletons.js';
import { emptyState } from '../elements/states.js';
import { toast } from '../elements/toast.js';

/** @typedef {import('../core/giving.js').Submission} Submission */

/** @param {HTMLElement} root @param {import('../core/router.js').ViewContext} context */
export async function mount(root, { path, query, setTitle, signal }) {
    setTitle(t('giving.queue'));
    let state = /** @type {readonly string[]} */ (QUEUE_STATES).includes(query.get('state') ?? '') ? /** @type {string} */ (query.get('state')) : 'pending';
    let words = query.get('q') ?? '';
    let giver = query.get('giver') ?? '';
    /** @type {Set<string>} */
    const chosen = new Set();
    const { items: libraries } = await api.get('/moderation/libraries', { signal });
    render(root, html`<div class="page is-narrow">
        <header class="page-head"><h1>${t('giving.queue')}</h1></header>
        <p class="page-lead">${t('giving.queueLead')}</p>
        <div class="toolbar">
            <label class="inline-select"><span class="visually-hidden">${t('giving.show')}</span><select data-state data-testid="queue-state">${QUEUE_STATES.map((one) => html`<option value="${one}" ${attribute('selected', one === state)}>${t(`giving.states.${one}`)}</option>`)}</select></label>
            <div class="search-box is-small inline-search"><span class="search-icon">${icons.search}</span><input type="search" autocomplete="off" maxlength="200" data-words value="${words}" placeholder="${t('giving.searchQueue')}" aria-label="${t('giving.searchQueue')}" data-testid="queue-search"></div>
            <label class="inline-select">${t('giving.into')} <select data-library data-testid="queue-library">${libraries.map((/** @type {any} */ one) => html`<option value="${one.id}" ${attribute('selected', one.id === preferences.get('approveInto', ''))}>${one.name}</option>`)}</select></label>
        </div>
        <button type="button" class="button is-small" data-giver-shown data-testid="all-givers" hidden></button>
        <div class="bulk" data-bulk hidden data-testid="bulk"><span data-bulk-count></span>
            <button type="button" class="button is-small is-primary" data-bulk-approve data-testid="bulk-approve"></button>
            <button type="button" class="button is-small" data-bulk-reject data-testid="bulk-reject">${t('giving.rejectChosen')}</button></div>
        <div data-list></div>
        <p class="wish-line key-note">${t('giving.keys')}</p>
        ${hearingBar}
    </div>`);
    const failed = (/** @type {unknown} */ error) => toast(explain(error), { kind: 'error' });
    const hearing = bindHearing(root, signal, () => list.soon());
    const list = liveList(find(root, '[data-list]'), {
        signal, skeleton: rowsSkeleton(5),
        load: (cursor, limit) => api.get('/submissions', { query: { state, q: words, giverId: giver, order: state === 'pending' ? 'asc' : 'desc', cursor, limit }, signal }),
        loaded: (/** @type {Submission[]} */ items) => {
            const waiting = new Set(items.filter((one) => one.state === 'pending').map((one) => one.id));
            for (const id of chosen) if (!waiting.has(id)) chosen.delete(id);
            showBulk();
            const shown = find(root, '[data-giver-shown]');
            shown.hidden = giver === '';
            shown.textContent = t('giving.onlyOf', { name: items[0]?.giver?.name ?? t('notifications.somebody') });
        },
        draw: (/** @type {Submission[]} */ items) => html`${groups(items).map(group)}`,
        empty: () => emptyState({ art: 'record', title: t('giving.queueNone'), text: t('giving.queueNoneText') }),
    });
    const libraryName = () => /** @type {HTMLSelectElement} */ (find(root, '[data-library]')).selectedOptions[0]?.text ?? '';
    const showBulk = () => {
        find(root, '[data-bulk-approve]').textContent = t('giving.approveChosenInto', { library: libraryName() });
        find(root, '[data-bulk]').hidden = chosen.size === 0;
        find(root, '[data-bulk-count]').textContent = t('giving.chosen', { count: chosen.size });
    };
    const group = (/** @type {ReturnType<typeof groups>[number]} */ batch) => {
        const { key, items } = batch;
        const rows = html`<ul class="wishes" data-testid="queue">${items.map((one) => queueRow(one, chosen.has(one.id), hearing.id === one.id, items.length === 1, libraryName()))}</ul>`;
        if (items.length === 1) return rows;
        return html`<section class="batch" data-testid="batch"><div class="section-head"><h2>${batchTitle(batch)}</h2>
            ${state === 'pending' && html`<div class="section-actions"><button type="button" class="button is-small" data-edit-batch="${items[0].batch}" data-group="${key}" data-of="${items[0].giver?.id}" data-testid="edit-batch">${icons.edit}${t('giving.editAlbum')}</button>
            <button type="button" class="button is-small" data-choose-group="${key}" data-testid="choose-batch">${t('giving.chooseAll')}</button></div>`}</div>${rows}</section>`;
    };
    const submissionOf = (/** @type {Element | null} */ element) => list.items.find((one) => one.id === /** @type {HTMLElement | null | undefined} */ (element?.closest('[data-key]'))?.dataset.key);

    const settle = async (/** @type {Promise<any>} */ call, /** @type {string} */ done) => {
        try {
            const { items } = await call;
            const problems = items.filter((/** @type {any} */ one) => one.problem).map((/** @type {any} */ one) => one.problem);
            for (const problem of problems) toast(problem.detail, { kind: 'error' });
            if (problems.length < items.length) {
                toast(done);
                announce(done);
            }
        } catch (error) {
            failed(error);
        }
        await list.refresh();
    };
    const approve = (/** @type {Submission[]} */ some) => settle(api.post('/moderation/approve', {
        ids: some.map((one) => one.id), revisions: some.map((one) => one.revision), libraryId: /** @type {HTMLSelectElement} */ (find(root, '[data-library]')).value,
    }), t('giving.approved', { count: some.length }));
    const reject = (/** @type {Submission[]} */ some) => rejectDialog(some, (reason) => settle(api.post('/moderation/reject', { ids: some.map((one) => one.id), reason }), t('giving.rejected', { count: some.length })));
    const chosenOnes = () => list.items.filter((one) => chosen.has(one.id));
    const choose = (/** @type {string} */ id, /** @type {boolean} */ on) => {
        if (on) chosen.add(id);
        else chosen.delete(id);
        showBulk();
    };
    const edit = (/** @type {Submission} */ one) => submissionDialog(one, () => { toast(t('giving.saved')); void list.refresh(); });

    const editBatch = async (/** @type {HTMLElement} */ button) => {
        try {
            const { items } = await api.get('/submissions', { query: { state: 'pending', batch: button.dataset.editBatch, giverId: button.dataset.of, limit: 200 }, signal });
            const shown = groups(list.items).find((one) => one.key === button.dataset.group)?.items[0];
            const members = shown ? sameGroup(items, shown) : items;
            if (members.length > 0) albumDialog(members, () => { toast(t('giving.saved')); void list.refresh(); });
        } catch (error) {
            if (!signal.aborted) failed(error);
        }
    };

    const filtered = () => {
        keepInAddress(path, { state: state === 'pending' ? '' : state, q: words, giver });
        return list.restart();
    };
    delegate(root, 'change', '[data-library]', (select) => {
        preferences.set({ approveInto: /** @type {HTMLSelectElement} */ (select).value });
        showBulk();
        void list.refresh();
    }, signal);
    delegate(root, 'change', '[data-state]', (select) => { state = /** @type {HTMLSelectElement} */ (select).value; void filtered(); }, signal);
    delegate(root, 'click', '[data-giver]', (button) => { giver = button.dataset.giver ?? ''; void filtered(); }, signal);
    delegate(root, 'click', '[data-giver-shown]', () => { giver = ''; void filtered(); }, signal);
    const searched = debounced(500, filtered);
    delegate(root, 'input', '[data-words]', (input) => { words = /** @type {HTMLInputElement} */ (input).value.trim(); searched.later(undefined); }, signal);
    delegate(root, 'change', '[data-choose]', (box) => { const one = submissionOf(box); if (one) choose(one.id, /** @type {HTMLInputElement} */ (box).checked); }, signal);
    delegate(root, 'click', '[data-choose-group]', (button) => {
        for (const one of groups(list.items).find((found) => found.key === button.dataset.chooseGroup)?.items ?? []) if (one.state === 'pending') choose(one.id, true);
        void list.refresh();
    }, signal);
    delegate(root, 'click', '[data-hear]', (button) => { const one = submissionOf(button); if (one) hearing.toggle(one); }, signal);
    delegate(root, 'click', '[data-edit]', (button) => { const one = submissionOf(button); if (one) edit(one); }, signal);
    delegate(root, 'click', '[data-edit-batch]', (button) => void editBatch(button), signal);
    delegate(root, 'click', '[data-approve]', (button) => { const one = submissionOf(button); if (one) void approve([one]); }, signal);
    delegate(root, 'click', '[data-reject]', (button) => { const one = submissionOf(button); if (one) reject([one]); }, signal);
    delegate(root, 'click', '[data-bulk-approve]', () => void approve(chosenOnes()), signal);
    delegate(root, 'click', '[data-bulk-reject]', () => reject(chosenOnes()), signal);
    // On the document, as after a reload nothing has the focus; and before the player's own keys.
    document.addEventListener('keydown', (event) => {
        if (document.querySelector('dialog[open], [role=menu]') || event.target instanceof HTMLTextAreaElement) return;
        if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement && event.target.type !== 'checkbox' || event.target instanceof HTMLSelectElement) return;
        const rows = /** @type {HTMLElement[]} */ ([...root.querySelectorAll('[data-testid="queued"]')]);
        const row = /** @type {HTMLElement | null} */ (document.activeElement?.closest('[data-testid="queued"]') ?? null);
        const step = { j: 1, k: -1 }[event.key.toLowerCase()];
        if (step) {
            const next = rows[row ? rows.indexOf(row) + step : 0];
            /** @type {HTMLElement | null | undefined} */ (next?.querySelector('[data-focus="hear"]'))?.focus();
            return event.preventDefault();
        }
        const one = submissionOf(row);
        const run = one && { a: () => void approve([one]), r: () => reject([one]), e: () => edit(one), x: () => { choose(one.id, !chosen.has(one.id)); void list.refresh(); } }[event.key.toLowerCase()];
        if (!run || one.state !== 'pending') return;
        event.preventDefault();
        run();
    }, { signal, capture: true });
    for (const name of ['moderation', 'open', 'reset']) live.on(name, () => list.soon(), signal);
    await list.ready;
}
