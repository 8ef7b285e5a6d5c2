// @ts-check
// Explicit music: the sign beside a name, and an admin's mark.

import { api } from '../../core/api.js';
import { explain } from '../../core/errors.js';
import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { may } from '../../core/session.js';
import { icons } from '../icons.js';
import { toast } from '../overlays/toast.js';

/** @param {{ explicit?: boolean }} thing */
export function explicitSign({ explicit }) {
    return (
        explicit &&
        html` <span class="explicit-sign" role="img" aria-label="${t('explicit.sign')}" title="${t('explicit.sign')}"
            data-testid="explicit">E</span>`
    );
}

/**
 * The item of an admin's menu: the mark, or its opposite.
 * @param {'tracks'|'albums'} kind
 * @param {{ id: string, explicit?: boolean }} thing
 * @param {string} name
 * @returns {import('../overlays/menu.js').MenuItem[]}
 */
export function explicitItem(kind, { id, explicit = false }, name) {
    if (!may('administer')) return [];
    const run = async () => {
        try {
            await api.put(`/${kind}/${encodeURIComponent(id)}/explicit`, { explicit: !explicit });
            toast(t(explicit ? 'explicit.unmarked' : 'explicit.marked', { name }));
        } catch (error) {
            toast(explain(error), { kind: 'error' });
        }
    };
    return [{ label: t(explicit ? 'explicit.unmark' : 'explicit.mark'), icon: icons.info, run: () => void run() }];
}
