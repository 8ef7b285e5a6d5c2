// @ts-check
// Opens the palette. Its code loads on first use.

import { ApiError } from '../../core/api.js';
import { explain } from '../../core/errors.js';
import { toast } from '../../elements/overlays/toast.js';

export async function openPalette() {
    try {
        const { showPalette } = await import('./view.js');
        showPalette();
    } catch {
        toast(explain(new ApiError({ status: 0, code: 'network' })), { kind: 'error' });
    }
}
