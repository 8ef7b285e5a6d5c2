// @ts-check
// The target of shares from other apps. It redirects to an import, a page or a search.

import { api } from '../../core/api.js';
import { navigate } from '../../core/navigate.js';
import { safeNext } from '../../core/paths.js';
import { may } from '../../core/session.js';
import { pathFor } from './model.js';

/** @param {HTMLElement} _root @param {import('../../core/router.js').ViewContext} context */
export async function mount(_root, { query, signal }) {
    const shared = { title: query.get('title'), text: query.get('text'), url: query.get('url') };
    // If the setting cannot be loaded, the link is searched for.
    const mayImport = may('submit') && (await api.get('/imports', { signal }).catch(() => ({ open: false }))).open;
    if (signal.aborted) return;
    const path = safeNext(pathFor(shared, { origin: location.origin, mayImport }));
    // Public share pages are outside the client.
    if (path.startsWith('/share/')) return location.replace(path);
    navigate(path, { replace: true });
}
