// @ts-check

import { api } from '../../../core/api.js';
import { delegate, find } from '../../../core/dom.js';
import { explain } from '../../../core/errors.js';
import { html, render } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { icons } from '../../../elements/icons.js';
import { toast } from '../../../elements/overlays/toast.js';
import { mountLibraries } from './libraries.js';
import { mountProblems } from './problems.js';
import { mountScans } from './scans.js';
import { mountUnanalyzed } from './unanalyzed.js';

/** @typedef {import('../../../core/types.js').Scan} Scan */

/** @param {HTMLElement} root @param {import('../../../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, hash, signal }) {
    setTitle(t('adminLibrary.title'));
    render(
        root,
        html`<div class="page">
        <header class="page-head"><h1>${t('adminLibrary.title')}</h1><div class="page-tools">
            <button type="button" class="button is-primary" data-scan
                data-testid="scan-start">${icons.refresh}${t('scans.startAll')}</button></div></header>
        <section data-part="progress" aria-live="off"></section>
        <section class="panel" data-part="libraries" aria-labelledby="libraries-title"></section>
        <section class="panel" data-part="problems" aria-labelledby="problems-title"></section>
        <section class="panel" data-part="unanalyzed" aria-labelledby="unanalyzed-title"></section>
        <section class="panel" data-part="scans" aria-labelledby="scans-title"></section>
    </div>`,
    );
    const part = (/** @type {string} */ name) => find(root, `[data-part=${name}]`);
    const libraries = mountLibraries(part('libraries'), signal);
    const problems = mountProblems(part('problems'), () => libraries.names(), signal);
    const unanalyzed = mountUnanalyzed(part('unanalyzed'), signal);
    const scans = mountScans(
        part('progress'),
        part('scans'),
        {
            libraryName: (id) => libraries.names().get(id),
            running: (running) => {
                const buttons = root.querySelectorAll('[data-scan]');
                for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (buttons)) button.disabled = running;
            },
            finished: () => void libraries.load().then(problems.load),
        },
        signal,
    );

    delegate(
        root,
        'click',
        '[data-scan]',
        async (button) => {
            const libraryId = button.dataset.scan || undefined;
            try {
                scans.show(await api.post('/scans', libraryId ? { libraryId } : {}));
            } catch (error) {
                toast(explain(error), { kind: 'error' });
                void scans.load();
            }
        },
        signal,
    );
    const listed = unanalyzed.load();
    // The other panels show the libraries' names.
    await libraries.load();
    problems.load();
    await Promise.all([scans.load(), listed]);
    if (hash !== 'unanalyzed' || signal.aborted) return;
    const heading = find(root, '#unanalyzed-title');
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    part('unanalyzed').scrollIntoView({ block: 'start' });
}
