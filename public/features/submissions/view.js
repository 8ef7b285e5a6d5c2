// @ts-check
// Submitting music: users upload files, check their data, and submit them.

import { api } from '../../core/api.js';
import { delegate, find } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { live } from '../../core/events.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { pausing } from '../../core/throttle.js';
import { keepInAddress } from '../../elements/forms/list-filters.js';
import { liveList } from '../../elements/lists/live-list.js';
import { confirmDialog } from '../../elements/overlays/dialog.js';
import { toast } from '../../elements/overlays/toast.js';
import { rowsSkeleton } from '../../elements/states/skeletons.js';
import { emptyState } from '../../elements/states/states.js';
import { albumDialog } from './album-dialog.js';
import { submissionDialog } from './dialog.js';
import { bindDropZone } from './drop-zone.js';
import { bindLinkImports } from './link-imports.js';
import { groups, isOpen, sameGroup, STATES, submissionPath } from './model.js';
import { submissionGroup, submissionsFrame } from './parts.js';
import { bindHearing } from './preview.js';
import { sendingRows, useLine } from './upload-rows.js';
import { cancel, forgetSent, retry, send, sendings } from './uploads.js';

/** @typedef {import('./model.js').Submission} Submission */
/** @typedef {import('./model.js').Upload} Upload */

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { path, query, setTitle, signal }) {
    setTitle(t('giving.title'));
    const wish = query.get('wish') ?? undefined;
    let state = /** @type {readonly string[]} */ (STATES).includes(query.get('state') ?? '')
        ? /** @type {string} */ (query.get('state'))
        : '';
    render(root, submissionsFrame({ wish, state }));
    const link = query.get('link');
    if (link) /** @type {HTMLTextAreaElement} */ (find(root, '[data-link-form] textarea')).value = link;
    const failed = (/** @type {unknown} */ error) => toast(explain(error), { kind: 'error' });
    /** @type {Upload[]} */
    let uploads = [];
    const hearing = bindHearing(root, signal, () => {});
    const list = liveList(find(root, '[data-list]'), {
        signal,
        skeleton: rowsSkeleton(4),
        load: (cursor, limit) => api.get('/me/submissions', { query: { state, cursor, limit }, signal }),
        draw: (/** @type {Submission[]} */ items) => html`${groups(items).map(submissionGroup)}`,
        empty: () => emptyState({ art: 'record', title: t('giving.none'), text: t('giving.noneText') }),
    });
    const drawSendings = () => {
        const others = uploads.filter(
            (one) => !sendings.value.some((sending) => sending.id === one.id && sending.state !== 'sent'),
        );
        find(root, '[data-sending-section]').hidden = sendings.value.length + others.length === 0;
        sendingRows(
            find(root, '[data-sendings]'),
            sendings.value.filter((one) => one.state !== 'sent' || others.every((other) => other.id !== one.id)),
            others,
        );
    };
    const refresh = pausing(async () => {
        try {
            const [found, use] = await Promise.all([
                api.get('/uploads', { signal }),
                api.get('/me/giving', { signal }),
            ]);
            uploads = found.items;
            find(root, '[data-use]').textContent = useLine(use);
            // From then on the server publishes the file's state.
            if (sendings.value.every((one) => one.state === 'sent')) forgetSent();
            drawSendings();
        } catch (error) {
            if (!signal.aborted) failed(error);
        }
    }, signal);
    sendings.subscribe(() => {
        drawSendings();
    }, signal);
    refresh.soon();
    const submissionOf = (/** @type {Element} */ element) =>
        list.items.find(
            (one) => one.id === /** @type {HTMLElement | null} */ (element.closest('[data-key]'))?.dataset.key,
        );
    const act = async (/** @type {Promise<unknown>} */ call, /** @type {string} */ done) => {
        try {
            await call;
            toast(done);
        } catch (error) {
            failed(error);
        }
        await list.refresh();
    };

    bindDropZone(
        root,
        (files, others) => {
            if (others > 0)
                toast(t('giving.noMusic', { count: others }), { kind: files.length === 0 ? 'error' : undefined });
            if (files.length === 0) return;
            send(files, { batch: files.length > 1 ? crypto.randomUUID() : undefined, wish, known: uploads });
        },
        signal,
    );
    bindLinkImports(root, { wish, signal, failed });
    delegate(
        root,
        'change',
        '[data-state]',
        (select) => {
            state = /** @type {HTMLSelectElement} */ (select).value;
            keepInAddress(path, { state, wish: wish ?? '' });
            void list.restart();
        },
        signal,
    );
    delegate(
        root,
        'click',
        '[data-cancel-sending]',
        (button) => void cancel(button.dataset.cancelSending ?? ''),
        signal,
    );
    delegate(root, 'click', '[data-retry-sending]', (button) => retry(button.dataset.retrySending ?? ''), signal);
    delegate(
        root,
        'click',
        '[data-forget-upload]',
        async (button) => {
            await api.delete(`/uploads/${encodeURIComponent(button.dataset.forgetUpload ?? '')}`).catch(failed);
            refresh.soon();
        },
        signal,
    );
    delegate(
        root,
        'click',
        '[data-hear]',
        (button) => {
            const one = submissionOf(button);
            if (one) hearing.toggle(one);
        },
        signal,
    );
    delegate(
        root,
        'click',
        '[data-edit]',
        (button) => {
            const one = submissionOf(button);
            if (one)
                submissionDialog(one, () => {
                    toast(t('giving.saved'));
                    void list.refresh();
                });
        },
        signal,
    );
    delegate(
        root,
        'click',
        '[data-submit]',
        (button) => {
            const one = submissionOf(button);
            if (one) void act(api.post(`${submissionPath(one.id)}/submit`), t('giving.submitted'));
        },
        signal,
    );
    delegate(
        root,
        'click',
        '[data-submit-group]',
        (button) => void submitAll(button.dataset.submitGroup ?? ''),
        signal,
    );
    delegate(
        root,
        'click',
        '[data-withdraw]',
        (button) => {
            const one = submissionOf(button);
            if (one) void act(api.post(`${submissionPath(one.id)}/withdraw`), t('giving.withdrawn'));
        },
        signal,
    );
    delegate(
        root,
        'click',
        '[data-remove]',
        async (button) => {
            const one = submissionOf(button);
            if (
                !one ||
                !(await confirmDialog({
                    title: t('giving.removeNamed', { name: one.title }),
                    text: t('giving.removeText'),
                    confirm: t('giving.remove'),
                }))
            )
                return;
            if (hearing.id === one.id) hearing.stop();
            await act(api.delete(submissionPath(one.id)), t('giving.removed'));
        },
        signal,
    );
    delegate(
        root,
        'click',
        '[data-edit-batch]',
        async (button) => {
            try {
                const { items } = await api.get('/me/submissions', {
                    query: { batch: button.dataset.editBatch, limit: 200 },
                    signal,
                });
                const shown = groups(list.items).find((one) => one.key === button.dataset.group)?.items[0];
                albumDialog((shown ? sameGroup(items, shown) : items).filter(isOpen), () => {
                    toast(t('giving.saved'));
                    void list.refresh();
                });
            } catch (error) {
                if (!signal.aborted) failed(error);
            }
        },
        signal,
    );
    const submitAll = async (/** @type {string} */ key) => {
        const unsent =
            groups(list.items)
                .find((one) => one.key === key)
                ?.items.filter((one) => one.state === 'draft') ?? [];
        await act(
            (async () => {
                for (const one of unsent) await api.post(`${submissionPath(one.id)}/submit`);
            })(),
            t('giving.submitted'),
        );
    };
    for (const name of ['submission', 'upload', 'open', 'reset'])
        live.on(
            name,
            () => {
                list.soon();
                refresh.soon();
            },
            signal,
        );
    if (wish) {
        const wanted = await api.get(`/wishes/${encodeURIComponent(wish)}`, { signal }).catch(() => undefined);
        if (wanted)
            find(root, '[data-wish]').textContent = t('giving.forWish', { title: wanted.title, artist: wanted.artist });
    }
    await list.ready;
}
