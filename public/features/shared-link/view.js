// @ts-check
// Where other apps lead that share something with this one: it goes on at once, to an import, a page or a search.

import { api } from '../../core/api.js';
import { navigate } from '../../core/navigate.js';
import { safeNext } from '../../core/paths.js';
import { may } from '../../core/session.js';
import { pathFor } from './model.js';

/** @param {HTMLElement} _root @param {import('../../core/router.js').ViewContext} context */
export async function mount(_root, { query, signal }) {
    const shared = { title: query.get('title'), text: query.get('text'), url: query.get('url') };
    // Who cannot learn whether imports are open searches.
    const mayImport = may('submit') && (await api.get('/imports', { signal }).catch(() => ({ open: false }))).open;
    if (signal.aborted) return;
    const path = safeNext(pathFor(shared, { origin: location.origin, mayImport }));
    // A public link's page is another one than the client's.
    if (path.startsWith('/share/')) return location.replace(path);
    navigate(path, { replace: true });
}
