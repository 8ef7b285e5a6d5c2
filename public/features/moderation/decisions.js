// @ts-check
// A moderator's decisions. A decision about one submission is sent after some seconds, so that it can be undone
// before anyone is notified. A decision about several is sent at once.

import { announce } from '../../core/announce.js';
import { api } from '../../core/api.js';
import { onLeave } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { t } from '../../core/i18n.js';
import { dismissToast, toast } from '../../elements/overlays/toast.js';
import { HeldDecision } from './held-decision.js';
import { rejectDialog } from './reject-dialog.js';

/** @typedef {import('../submissions/model.js').Submission} Submission */
/** @typedef {{ some: Submission[], reason?: string, libraryId: string }} Decision `reason` marks a rejection */

/**
 * @param {object} parts
 * @param {() => string} parts.library the target library of approvals
 * @param {(undone?: Submission) => Promise<unknown>} parts.changed reloads the queue
 * @param {AbortSignal} parts.signal
 */
export function decisions({ library, changed, signal }) {
    /** Submissions decided here that may still be in the server's queue. @type {Set<string>} */
    const decided = new Set();

    /** @param {Decision} decision @param {{ isLeaving?: boolean }} options */
    const send = async ({ some, reason, libraryId }, { isLeaving = false } = {}) => {
        const ids = some.map((one) => one.id);
        // The request must survive leaving the page.
        const options = { keepalive: isLeaving };
        try {
            const { items } = await (reason === undefined
                ? api.post(
                      '/moderation/approve',
                      { ids, revisions: some.map((one) => one.revision), libraryId },
                      options,
                  )
                : api.post('/moderation/reject', { ids, reason }, options));
            const problems = items.flatMap((/** @type {any} */ one) => (one.problem ? [one.problem] : []));
            for (const problem of problems) toast(problem.detail, { kind: 'error' });
            if (some.length > 1 && problems.length < items.length) tell({ some, reason, libraryId });
        } catch (error) {
            toast(explain(error), { kind: 'error' });
        }
        for (const id of ids) decided.delete(id);
        if (!signal.aborted) await changed();
    };

    /** @param {Decision} decision @param {{ label: string, run: () => void }[]} [actions] */
    const tell = ({ some, reason }, actions = []) => {
        const [{ title: name }] = some;
        const key = reason === undefined ? 'approved' : 'rejected';
        const text =
            some.length === 1 ? t(`giving.${key}Named`, { name }) : t(`giving.${key}`, { count: some.length });
        toast(text, { actions, id: 'decision' });
        announce(text);
    };

    const held = new HeldDecision((/** @type {Decision} */ decision, options) => void send(decision, options));
    onLeave(signal, () => {
        held.flush({ isLeaving: true });
        dismissToast('decision');
    });
    addEventListener('pagehide', () => held.flush({ isLeaving: true }), { signal });

    /** @param {Submission[]} some @param {string} [reason] */
    const decide = (some, reason) => {
        const decision = { some, reason, libraryId: library() };
        for (const { id } of some) decided.add(id);
        if (some.length > 1) return send(decision);
        held.hold(decision);
        tell(decision, [{ label: t('giving.undo'), run: undo }]);
        return changed();
    };

    const undo = () => {
        const decision = held.undo();
        if (!decision) return toast(t('giving.tooLate'), { id: 'decision' });
        for (const { id } of decision.some) decided.delete(id);
        toast(t('giving.undone', { name: decision.some[0].title }), { id: 'decision' });
        return void changed(decision.some[0]);
    };

    return {
        /** @param {string} id */
        isDecided: (id) => decided.has(id),
        /** @param {Submission[]} some */
        approve: (some) => decide(some),
        /** @param {Submission[]} some */
        reject: (some) => rejectDialog(some, async (reason) => void (await decide(some, reason))),
        undo,
    };
}
