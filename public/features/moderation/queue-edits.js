// @ts-check
// Corrections of submissions that were sent as one batch.

import { api } from '../../core/api.js';
import { albumDialog } from '../submissions/album-dialog.js';
import { groups, sameGroup } from '../submissions/model.js';

/** @typedef {import('../submissions/model.js').Submission} Submission */

/**
 * @param {DOMStringMap} asked `editBatch`: the batch; `of`: its submitter; `group`: the list's group
 * @param {Submission[]} shown the list's submissions
 * @param {() => void} saved
 * @param {AbortSignal} signal
 */
export async function editBatch({ editBatch: batch, of: giverId, group }, shown, saved, signal) {
    const query = { state: 'pending', batch, giverId, limit: 200 };
    const { items } = await api.get('/submissions', { query, signal });
    const first = groups(shown).find((one) => one.key === group)?.items[0];
    const members = first ? sameGroup(items, first) : items;
    if (members.length > 0) albumDialog(members, saved);
}
