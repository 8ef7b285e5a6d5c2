// @ts-check
// Giving music: files are sent, looked through, and handed in with what they are said to be.

import { api } from '../core/api.js';
import { delegate, find } from '../core/dom.js';
import { explain } from '../core/errors.js';
import { live } from '../core/events.js';
import { groups, isOpen, isUnsent, sameGroup, STATES, submissionPath } from '../core/giving.js';
import { attribute, html, render } from '../core/html.js';
import { t } from '../core/i18n.js';
import { pausing } from '../core/pausing.js';
import { cancel, forgetSent, retry, send, sendings } from '../core/uploads.js';
import { confirmDialog } from '../elements/dialog.js';
import { albumDialog } from '../elements/giving/album-dialog.js';
import { batchTitle } from '../elements/giving/batch-title.js';
import { bindDropZone, dropZone } from '../elements/giving/drop-zone.js';
import { bindHearing, hearingBar } from '../elements/giving/hearing.js';
import { bindLinkImports, linkImports } from '../elements/giving/link-imports.js';
import { sendingRows, useLine } from '../elements/giving/sending-rows.js';
import { submissionDialog } from '../elements/giving/submission-dialog.js';
import { ownRow } from '../elements/giving/submission-row.js';
import { icons } from '../elements/icons.js';
import { keepInAddress } from '../elements/list-filters.js';
import { liveList } from '../elements/live-list.js';
import { rowsSkeleton } from '../elements/skeletons.js';
import { emptyState } from '../elements/states.js';
import { toast } from '../elements/toast.js';

/** @typedef {import('../core/giving.js').Submission} Submission */
/** @typedef {import('../core/giving.js').Upload} Upload */

/** @param {HTMLElement} root @param {import('../core/router.js').ViewContext} context */
export async function mount(root, { path, query, setTitle, signal }) {
    setTitle(t('giving.title'));
    const wish = query.get('wish') ?? undefined;
    let state = /** @type {readonly string[]} */ (STATES).includes(query.get('state') ?? '') ? /** @type {string} */ (query.get('state')) : '';
    render(root, html`<div class="page is-narrow">
        <header class="page-head"><h1>${t('giving.title')}</h1></header>
        <p class="page-lead">${t('giving.lead')}</p>
        ${wish && html`<p class="page-lead" data-wish data-testid="give-wish"></p>`}
        ${dropZone()}
        ${linkImports()}
        <p class="wish-line" data-use></p>
        <section data-sending-section hidden><h2>${t('giving.sending')}</h2><ul class="sendings" data-sendings data-testid="sendings"></ul></section>
        <section><div class="section-head"><h2>${t('giving.mine')}</h2>
            <label class="inline-select"><span class="visually-hidden">${t('giving.show')}</span><select data-state data-testid="giving-state"><option value="">${t('giving.all')}</option>${STATES.map((one) => html`<option value="${one}" ${attribute('selected', one === state)}>${t(`giving.states.${one}`)}</option>`)}</select></label></div>
            <div data-list></div></section>
        ${hearingBar}
    </div>`);
    const failed = (/** @type {unknown} */ error) => toast(explain(error), { kind: 'error' });
    /** @type {Upload[]} */
    let uploads = [];
    const hearing = bindHearing(root, signal, () => {});
    const list = liveList(find(root, '[data-list]'), {
        signal, skeleton: rowsSkeleton(4),
        load: (cursor, limit) => api.get('/me/submissions', { query: { state, cursor, limit }, signal }),
        draw: (/** @type {Submission[]} */ items) => html`${groups(items).map(group)}`,
        empty: () => emptyState({ art: 'record', title: t('giving.none'), text: t('giving.noneText') }),
    });
    const drawSendings = () => {
        const others = uploads.filter((one) => !sendings.value.some((sending) => sending.id === one.id && sending.state !== 'sent'));
        find(root, '[data-sending-section]').hidden = sendings.value.length + others.length === 0;
        sendingRows(find(root, '[data-sendings]'), sendings.value.filter((one) => one.state !== 'sent' || others.every((other) => other.id !== one.id)), others);
    };
    const refresh = pausing(async () => {
        try {
            const [found, use] = await Promise.all([api.get('/uploads', { signal }), api.get('/me/giving', { signal })]);
            uploads = found.items;
            find(root, '[data-use]').textContent = useLine(use);
            // What the server has whole is told of by the server from then on.
            if (sendings.value.every((one) => one.state === 'sent')) forgetSent();
            drawSendings();
        } catch (error) {
            if (!signal.aborted) failed(error);
        }
    }, signal);
    sendings.subscribe(() => { drawSendings(); }, signal);
    refresh.soon();
    const submissionOf = (/** @type {Element} */ element) => list.items.find((one) => one.id === /** @type {HTMLElement | null} */ (element.closest('[data-key]'))?.dataset.key);
    const act = async (/** @type {Promise<unknown>} */ call, /** @type {string} */ done) => {
        try {
            await call;
            toast(done);
        } catch (error) {
            failed(error);
        }
        await list.refresh();
    };

    bindDropZone(root, (files, others) => {
        if (others > 0) toast(t('giving.noMusic', { count: others }), { kind: files.length === 0 ? 'error' : undefined });
        if (files.length === 0) return;
        send(files, { batch: files.length > 1 ? crypto.randomUUID() : undefined, wish, known: uploads });
    }, signal);
    bindLinkImports(root, { wish, signal, failed });
    delegate(root, 'change', '[data-state]', (select) => {
        state = /** @type {HTMLSelectElement} */ (select).value;
        keepInAddress(path, { state, wish: wish ?? '' });
        void list.restart();
    }, signal);
    delegate(root, 'click', '[data-cancel-sending]', (button) => void cancel(button.dataset.cancelSending ?? ''), signal);
    delegate(root, 'click', '[data-retry-sending]', (button) => retry(button.dataset.retrySending ?? ''), signal);
    delegate(root, 'click', '[data-forget-upload]', async (button) => {
        await api.delete(`/uploads/${encodeURIComponent(button.dataset.forgetUpload ?? '')}`).catch(failed);
        refresh.soon();
    }, signal);
    delegate(root, 'click', '[data-hear]', (button) => { const one = submissionOf(button); if (one) hearing.toggle(one); }, signal);
    delegate(root, 'click', '[data-edit]', (button) => { const one = submissionOf(button); if (one) submissionDialog(one, () => { toast(t('giving.saved')); void list.refresh(); }); }, signal);
    delegate(root, 'click', '[data-submit]', (button) => { const one = submissionOf(button); if (one) void act(api.post(`${submissionPath(one.id)}/submit`), t('giving.submitted')); }, signal);
    delegate(root, 'click', '[data-submit-group]', (button) => void submitAll(button.dataset.submitGroup ?? ''), signal);
    delegate(root, 'click', '[data-withdraw]', (button) => { const one = submissionOf(button); if (one) void act(api.post(`${submissionPath(one.id)}/withdraw`), t('giving.withdrawn')); }, signal);
    delegate(root, 'click', '[data-remove]', async (button) => {
        const one = submissionOf(button);
        if (!one || !await confirmDialog({ title: t('giving.removeNamed', { name: one.title }), text: t('giving.removeText'), confirm: t('giving.remove') })) return;
        if (hearing.id === one.id) hearing.stop();
        await act(api.delete(submissionPath(one.id)), t('giving.removed'));
    }, signal);
    delegate(root, 'click', '[data-edit-batch]', async (button) => {
        try {
            const { items } = await api.get('/me/submissions', { query: { batch: button.dataset.editBatch, limit: 200 }, signal });
            const shown = groups(list.items).find((one) => one.key === button.dataset.group)?.items[0];
            albumDialog((shown ? sameGroup(items, shown) : items).filter(isOpen), () => { toast(t('giving.saved')); void list.refresh(); });
        } catch (error) {
            if (!signal.aborted) failed(error);
        }
    }, signal);
    const submitAll = async (/** @type {string} */ key) => {
        const unsent = groups(list.items).find((one) => one.key === key)?.items.filter((one) => one.state === 'draft') ?? [];
        await act((async () => { for (const one of unsent) await api.post(`${submissionPath(one.id)}/submit`); })(), t('giving.submitted'));
    };
    for (const name of ['submission', 'upload', 'open', 'reset']) live.on(name, () => { list.soon(); refresh.soon(); }, signal);
    if (wish) {
        const wanted = await api.get(`/wishes/${encodeURIComponent(wish)}`, { signal }).catch(() => undefined);
        if (wanted) find(root, '[data-wish]').textContent = t('giving.forWish', { title: wanted.title, artist: wanted.artist });
    }
    await list.ready;
}

/** @param {ReturnType<typeof groups>[number]} batch */
function group(batch) {
    const { key, items } = batch;
    if (items.length === 1) return html`<ul class="wishes" data-testid="own-submissions">${items.map(ownRow)}</ul>`;
    const drafts = items.filter((one) => isUnsent(one) && one.state === 'draft').length;
    return html`<section class="batch" data-testid="batch"><div class="section-head"><h3>${batchTitle(batch)}</h3>
        <div class="section-actions">${items.filter(isOpen).length > 1 && html`<button type="button" class="button is-small" data-edit-batch="${items[0].batch}" data-group="${key}" data-testid="edit-batch">${icons.edit}${t('giving.editAlbum')}</button>`}
        ${drafts > 1 && html`<button type="button" class="button is-small is-primary" data-submit-group="${key}" data-testid="submit-batch">${t('giving.submitAll')}</button>`}</div></div>
        <ul class="wishes" data-testid="own-submissions">${items.map(ownRow)}</ul></section>`;
}
