// @ts-check
// Submissions: a moderator listens to pending ones, corrects them, and decides on one or on several.

import { api } from '../../core/api.js';
import { debounced } from '../../core/debounce.js';
import { delegate, find, onLeave } from '../../core/dom.js';
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
import { submissionDialog } from '../submissions/dialog.js';
import { groups, QUEUE_STATES } from '../submissions/model.js';
import { bindHearing } from '../submissions/preview.js';
import { decidedRow } from '../submissions/row.js';
import { decisions } from './decisions.js';
import { bulkBar } from './queue-bulk.js';
import { editBatch } from './queue-edits.js';
import { bindRoomKeys } from './queue-keys.js';
import { neighbor, openOne, ordered } from './queue-order.js';
import { queueBatch, queueFrame } from './queue-parts.js';
import { waitingRow } from './queue-row.js';
import { mountRoom } from './room.js';

/** @typedef {import('../submissions/model.js').Submission} Submission */

/** Step of the arrow keys. */
const STEP_MS = 5000;

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { path, query, setTitle, signal }) {
    setTitle(t('giving.queue'));
    const asked = query.get('state') ?? '';
    let state = /** @type {readonly string[]} */ (QUEUE_STATES).includes(asked) ? asked : 'pending';
    let words = query.get('q') ?? '';
    let submitter = query.get('giver') ?? '';
    const { items: libraries } = await api.get('/moderation/libraries', { signal });
    if (signal.aborted) return;
    render(root, queueFrame({ state, words, libraries }));
    const into = /** @type {HTMLSelectElement} */ (find(root, '[data-library]'));
    const libraryName = () => into.selectedOptions[0]?.text ?? '';
    const bulk = bulkBar(root, libraryName);
    const roomHost = find(root, '[data-room-host]');
    const room = mountRoom(roomHost, signal);
    const hearing = bindHearing(root, signal, () => list.soon());
    /** Pending submissions in the list's order, and the index of the open one. */
    let waiting = /** @type {Submission[]} */ ([]);
    let place = 0;
    /** Number of all pending submissions. Zero while a search or a submitter narrows the list. */
    let total = 0;
    const current = () => waiting[place];

    const decided = decisions({
        library: () => into.value,
        changed: async (undone) => {
            waiting = waiting.filter((one) => !decided.isDecided(one.id));
            showRoom();
            await list.refresh();
            if (undone) open(undone.id);
        },
        signal,
    });
    const nothing = () =>
        emptyState({ art: 'record', title: t('giving.queueNone'), text: t('giving.queueNoneText') });
    const row = (/** @type {Submission} */ one, /** @type {boolean} */ isAlone) =>
        state === 'pending'
            ? waitingRow(one, { isChosen: bulk.has(one.id), isOpen: one.id === current()?.id })
            : decidedRow(one, hearing.id === one.id, isAlone);
    const list = liveList(find(root, '[data-list]'), {
        signal,
        skeleton: rowsSkeleton(5),
        load: (cursor, limit) => {
            const order = state === 'pending' ? 'asc' : 'desc';
            return api.get('/submissions', {
                query: { state, q: words, giverId: submitter, order, cursor, limit },
                signal,
            });
        },
        loaded: (/** @type {Submission[]} */ items, /** @type {any} */ { pendingCount }) => {
            waiting = ordered(items.filter((one) => one.state === 'pending' && !decided.isDecided(one.id)));
            total = words || submitter ? 0 : pendingCount;
            bulk.narrow(waiting);
            const shown = find(root, '[data-submitter-shown]');
            shown.hidden = submitter === '';
            shown.textContent = t('giving.onlyOf', { name: items[0]?.giver?.name ?? t('notifications.somebody') });
            showRoom();
        },
        draw: (/** @type {Submission[]} */ items) => {
            const left = items.filter((one) => !decided.isDecided(one.id));
            if (left.length === 0) return nothing();
            return html`${groups(left).map((batch) => queueBatch(batch, { state, row }))}`;
        },
        empty: nothing,
    });

    /** @param {string} id the one to show; if it no longer waits, the next at its place is shown */
    const showRoom = (id = room.id) => {
        place = openOne(waiting, id, place);
        const one = current();
        find(root, '[data-columns]').classList.toggle('has-room', Boolean(one));
        if (!one) return room.showNothing(html``);
        const count = Math.max(waiting.length, total);
        const next = waiting.length > 1 ? waiting[neighbor(waiting, place, 1)] : undefined;
        room.show(one, { number: place + 1, count, library: libraryName(), next }, { plays: room.isHeard });
    };
    /** @param {string | undefined} id @param {{ isNear?: boolean }} options `isNear`: scrolls the room into view */
    const open = (id, { isNear = false } = {}) => {
        if (id === undefined || !waiting.some((one) => one.id === id)) return;
        showRoom(id);
        for (const item of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('.queue-item'))) {
            const isOpen = item.dataset.key === id;
            item.classList.toggle('is-open', isOpen);
            find(item, '[data-open]').setAttribute('aria-current', String(isOpen));
            if (isOpen && !isNear) item.scrollIntoView({ block: 'nearest' });
        }
        if (isNear) roomHost.scrollIntoView({ block: 'nearest' });
    };
    const step = (/** @type {number} */ by) => open(waiting[neighbor(waiting, place, by)]?.id);
    const submissionOf = (/** @type {Element} */ element) => {
        const id = /** @type {HTMLElement | null} */ (element.closest('[data-key]'))?.dataset.key;
        return list.items.find((one) => one.id === id);
    };
    const chosenOnes = () => waiting.filter((one) => bulk.has(one.id));
    const filtered = () => {
        keepInAddress(path, { state: state === 'pending' ? '' : state, q: words, giver: submitter });
        return list.restart();
    };
    const searched = debounced(500, filtered);
    onLeave(signal, () => searched.cancel());
    const saved = () => {
        toast(t('giving.saved'));
        void list.refresh();
    };
    const edit = () => {
        if (current()) submissionDialog(current(), saved);
    };
    const approve = () => {
        if (current()) void decided.approve([current()]);
    };
    const reject = () => {
        if (current()) decided.reject([current()]);
    };

    /** @param {'change' | 'input' | 'click'} type @param {string} selector @param {(one: HTMLElement) => void} act */
    const on = (type, selector, act) => delegate(root, type, selector, act, signal);
    on('change', '[data-library]', () => {
        preferences.set({ approveInto: into.value });
        bulk.show();
        void list.refresh();
    });
    on('change', '[data-state]', (select) => {
        state = valueOf(select);
        void filtered();
    });
    on('click', '[data-submitter], [data-submitter-shown]', (button) => {
        submitter = button.dataset.submitter ?? '';
        void filtered();
    });
    on('input', '[data-words]', (input) => {
        words = valueOf(input).trim();
        searched.later(undefined);
    });
    on('change', '[data-choose]', (box) =>
        bulk.choose(submissionOf(box)?.id ?? '', /** @type {HTMLInputElement} */ (box).checked),
    );
    on('click', '[data-choose-group]', (button) => {
        const group = groups(list.items).find((found) => found.key === button.dataset.chooseGroup);
        for (const one of group?.items ?? []) if (one.state === 'pending') bulk.choose(one.id, true);
        void list.refresh();
    });
    on('click', '[data-edit-batch]', (button) => {
        void editBatch(button.dataset, list.items, saved, signal).catch((error) => {
            if (!signal.aborted) toast(explain(error), { kind: 'error' });
        });
    });
    on('click', '[data-open]', (button) => open(submissionOf(button)?.id, { isNear: true }));
    on('click', '[data-hear]', (button) => {
        const one = submissionOf(button);
        if (roomHost.contains(button)) room.toggle();
        else if (one) hearing.toggle(one);
    });
    on('click', '[data-skip]', () => step(1));
    on('click', '[data-edit]', edit);
    on('click', '[data-approve]', approve);
    on('click', '[data-reject]', reject);
    on('click', '[data-bulk-approve]', () => void decided.approve(chosenOnes()));
    on('click', '[data-bulk-reject]', () => decided.reject(chosenOnes()));

    bindRoomKeys(
        {
            play: () => room.toggle(),
            back: () => room.move(-STEP_MS),
            forward: () => room.move(STEP_MS),
            next: () => step(1),
            previous: () => step(-1),
            choose: () => {
                bulk.choose(current().id, !bulk.has(current().id));
                void list.refresh();
            },
            approve,
            reject,
            edit,
            undo: decided.undo,
        },
        { jump: (tenth) => room.jump(tenth / 10), isOpen: () => Boolean(current()) },
        signal,
    );
    for (const name of ['moderation', 'open', 'reset']) live.on(name, () => list.soon(), signal);
    await list.ready;
}

const valueOf = (/** @type {HTMLElement} */ element) =>
    /** @type {HTMLInputElement | HTMLSelectElement} */ (element).value;
