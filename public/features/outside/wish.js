// @ts-check
// Wishes for an outside song and reports the outcome.

import { explain } from '../../core/errors.js';
import { t } from '../../core/i18n.js';
import { toast } from '../../elements/overlays/toast.js';
import { wishOutside } from './model.js';

/** @param {{ id: number, title: string }} song */
export async function wishFor({ id, title }) {
    try {
        const { made, backed } = await wishOutside(id);
        toast(t(made + backed > 0 ? 'outside.wished' : 'outside.wishedBefore', { name: title }));
    } catch (error) {
        toast(explain(error), { kind: 'error' });
    }
}
