// @ts-check
// The queue of submissions: a moderator listens, corrects and decides, one by one or several at once.

import { announce } from '../../core/announce.js';
import { api } from '../../core/api.js';
import { debounced } from '../../core/debounce.js';
import { delegate, find } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { live } from '../../core/events.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { preferences } from '../../core/preferences.js';
import { keepInAddress } from '../../elements/forms/list-filters.js';
import { liveList } from '../../elements/lists/live-list.js';
import { toast } from '../../elements/overlays/toast.js';
import { rowsSkeleton } from '../../elements/states/skeletons.js';
import { emptyState } from '../../elements/states/states.js';
import { albumDialog } from '../submissions/album-dialog.js';
import { submissionDialog } from '../submissions/dialog.js';
import { groups, QUEUE_STATES, sameGroup } from '../submissions/model.js';
import { bindHearing } from '../submissions/preview.js';
import { queueRow } from '../submissions/row.js';
import { bindQueueKeys } from './queue-keys.js';
import { queueBatch, queueFrame } from './queue-parts.js';
import { rejectDialog } from './reject-dialog.js';

/** @typedef {import('../submissions/model.js').Submission} Submission */

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { path, query, setTitle, signal }) {
    setTitle(t('giving.queue'));
    let state = /** @type {readonly string[]} */ (QUEUE_STATES).includes(query.get('state') ?? '')
        ? /** @type {string} */ (query.get('state'))
        : 'pending';
    let words = query.get('q') ?? '';
    let submitter = query.get('giver') ?? '';
    /** @type {Set<string>} */
    const chosen = new Set();
    const { items: libraries } = await api.get('/moderation/libraries', { signal });
    render(root, queueFrame({ state, words, libraries }));
    const failed = (/** @type {unknown} */ error) => toast(explain(error), { kind: 'error' });
    const hearing = bindHearing(root, signal, () => list.soon());
    const list = liveList(find(root, '[data-list]'), {
        signal,
        skeleton: rowsSkeleton(5),
        load: (cursor, limit) =>
            api.get('/submissions', {
                query: {
                    state,
                    q: words,
                    giverId: submitter,
                    order: state === 'pending' ? 'asc' : 'desc',
                    cursor,
                    limit,
                },
                signal,
            }),
        loaded: (/** @type {Submission[]} */ items) => {
            const waiting = new Set(items.filter((one) => one.state === 'pending').map((one) => one.id));
            for (const id of chosen) if (!waiting.has(id)) chosen.delete(id);
            showBulk();
            const shown = find(root, '[data-submitter-shown]');
            shown.hidden = submitter === '';
            shown.textContent = t('giving.onlyOf', { name: items[0]?.giver?.name ?? t('notifications.somebody') });
        },
        draw: (/** @type {Submission[]} */ items) =>
            html`${groups(items).map((batch) => queueBatch(batch, { state, row }))}`,
        empty: () => emptyState({ art: 'record', title: t('giving.queueNone'), text: t('giving.queueNoneText') }),
    });
    const libraryName = () =>
        /** @type {HTMLSelectElement} */ (find(root, '[data-library]')).selectedOptions[0]?.text ?? '';
    const showBulk = () => {
        find(root, '[data-bulk-approve]').textContent = t('giving.approveChosenInto', { library: libraryName() });
        find(root, '[data-bulk]').hidden = chosen.size === 0;
        find(root, '[data-bulk-count]').textContent = t('giving.chosen', { count: chosen.size });
    };
    const row = (/** @type {Submission} */ one, /** @type {boolean} */ isAlone) =>
        queueRow(one, chosen.has(one.id), hearing.id === one.id, isAlone, libraryName());
    const submissionOf = (/** @type {Element | null} */ element) =>
        list.items.find(
            (one) =>
                one.id === /** @type {HTMLElement | null | undefined} */ (element?.closest('[data-key]'))?.dataset.key,
        );

    const settle = async (/** @type {Promise<any>} */ call, /** @type {string} */ done) => {
        try {
            const { items } = await call;
            const problems = items
                .filter((/** @type {any} */ one) => one.problem)
                .map((/** @type {any} */ one) => one.problem);
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
    const approve = (/** @type {Submission[]} */ some) =>
        settle(
            api.post('/moderation/approve', {
                ids: some.map((one) => one.id),
                revisions: some.map((one) => one.revision),
                libraryId: /** @type {HTMLSelectElement} */ (find(root, '[data-library]')).value,
            }),
            t('giving.approved', { count: some.length }),
        );
    const reject = (/** @type {Submission[]} */ some) =>
        rejectDialog(some, (reason) =>
            settle(
                api.post('/moderation/reject', { ids: some.map((one) => one.id), reason }),
                t('giving.rejected', { count: some.length }),
            ),
        );
    const chosenOnes = () => list.items.filter((one) => chosen.has(one.id));
    const choose = (/** @type {string} */ id, /** @type {boolean} */ on) => {
        if (on) chosen.add(id);
        else chosen.delete(id);
        showBulk();
    };
    const edit = (/** @type {Submission} */ one) =>
        submissionDialog(one, () => {
            toast(t('giving.saved'));
            void list.refresh();
        });

    const editBatch = async (/** @type {HTMLElement} */ button) => {
        try {
            const { items } = await api.get('/submissions', {
                query: { state: 'pending', batch: button.dataset.editBatch, giverId: button.dataset.of, limit: 200 },
                signal,
            });
            const shown = groups(list.items).find((one) => one.key === button.dataset.group)?.items[0];
            const members = shown ? sameGroup(items, shown) : items;
            if (members.length > 0)
                albumDialog(members, () => {
                    toast(t('giving.saved'));
                    void list.refresh();
                });
        } catch (error) {
            if (!signal.aborted) failed(error);
        }
    };

    const filtered = () => {
        keepInAddress(path, { state: state === 'pending' ? '' : state, q: words, giver: submitter });
        return list.restart();
    };
    delegate(
        root,
        'change',
        '[data-library]',
        (select) => {
            preferences.set({ approveInto: /** @type {HTMLSelectElement} */ (select).value });
            showBulk();
            void list.refresh();
        },
        signal,
    );
    delegate(
        root,
        'change',
        '[data-state]',
        (select) => {
            state = /** @type {HTMLSelectElement} */ (select).value;
            void filtered();
        },
        signal,
    );
    delegate(
        root,
        'click',
        '[data-submitter]',
        (button) => {
            submitter = button.dataset.submitter ?? '';
            void filtered();
        },
        signal,
    );
    delegate(
        root,
        'click',
        '[data-submitter-shown]',
        () => {
            submitter = '';
            void filtered();
        },
        signal,
    );
    const searched = debounced(500, filtered);
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
        '[data-choose]',
        (box) => {
            const one = submissionOf(box);
            if (one) choose(one.id, /** @type {HTMLInputElement} */ (box).checked);
        },
        signal,
    );
    delegate(
        root,
        'click',
        '[data-choose-group]',
        (button) => {
            for (const one of groups(list.items).find((found) => found.key === button.dataset.chooseGroup)?.items ?? [])
                if (one.state === 'pending') choose(one.id, true);
            void list.refresh();
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
            if (one) edit(one);
        },
        signal,
    );
    delegate(root, 'click', '[data-edit-batch]', (button) => void editBatch(button), signal);
    delegate(
        root,
        'click',
        '[data-approve]',
        (button) => {
            const one = submissionOf(button);
            if (one) void approve([one]);
        },
        signal,
    );
    delegate(
        root,
        'click',
        '[data-reject]',
        (button) => {
            const one = submissionOf(button);
            if (one) reject([one]);
        },
        signal,
    );
    delegate(root, 'click', '[data-bulk-approve]', () => void approve(chosenOnes()), signal);
    delegate(root, 'click', '[data-bulk-reject]', () => reject(chosenOnes()), signal);
    bindQueueKeys(root, signal, {
        submissionOf,
        a: (one) => void approve([one]),
        r: (one) => reject([one]),
        e: edit,
        x: (one) => {
            choose(one.id, !chosen.has(one.id));
            void list.refresh();
        },
    });
    for (const name of ['moderation', 'open', 'reset']) live.on(name, () => list.soon(), signal);
    await list.ready;
}
