// @ts-check

import { explain } from '../../core/errors.js';
import { updateMe } from '../../core/session.js';
import { applyTheme, shownTheme } from '../../core/theme.js';
import { toast } from '../../elements/overlays/toast.js';

/**
 * The theme that is not shown now.
 * @returns {'light'|'dark'}
 */
export const otherTheme = () => (shownTheme() === 'dark' ? 'light' : 'dark');

/** Switches the theme, and stores the choice in the account. */
export async function switchTheme() {
    const theme = otherTheme();
    applyTheme(theme);
    try {
        await updateMe({ theme });
    } catch (error) {
        toast(explain(error), { kind: 'error' });
    }
}
