// @ts-check
// The home screen. One request loads all of its rows. It follows changes, and records which rows are used.

import { api, isAbort } from '../../core/api.js';
import { delegate, find, onLeave } from '../../core/dom.js';
import { live } from '../../core/events.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { may, me } from '../../core/session.js';
import { quiet } from '../../core/stable-updates.js';
import { bindShelves } from '../../elements/music/card-row.js';
import { shelfSkeleton } from '../../elements/states/skeletons.js';
import { emptyState, errorState } from '../../elements/states/states.js';
import { bindTracks } from '../track/table.js';
import { guidedStart, loadStart } from './guided-start.js';
import { hasOnlyBegun, partOfDay, tracksOf } from './model.js';
import { bindResume } from './resume.js';
import { homeRows } from './rows.js';

/** @typedef {import('./model.js').Home} Home */

/** Combines bursts of events. */
const PAUSE_MS = 1500;
/** The interval for other users' plays, which change without an event. */
const FRIENDS_MS = 45_000;

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, signal }) {
    setTitle('');
    render(
        root,
        html`<div class="page home whole-rows">
        <header class="page-head"><h1>${greeting()}</h1></header>
        <div data-resume></div>
        <div data-content>${shelfSkeleton()}${shelfSkeleton()}</div>
    </div>`,
    );
    const content = find(root, '[data-content]');
    /** @type {Home | undefined} */
    let home;
    /** @type {import('./guided-start.js').Start | undefined} */
    let firstSteps;
    let shown = '';
    bindShelves(root);
    bindTracks(
        content,
        (row) => ({ tracks: home ? tracksOf(home, rowOf(row)) : [], index: Number(row.dataset.index) }),
        signal,
    );
    bindResume(find(root, '[data-resume]'), signal);
    bindUse(content, signal);

    /** @param {Home} next @param {import('./guided-start.js').Start} [start] */
    const draw = async (next, start) => {
        const key = JSON.stringify([next, start]);
        home = next;
        firstSteps = start;
        if (key === shown) return;
        if (shown) await quiet(content, signal);
        if (signal.aborted || home !== next) return;
        shown = key;
        const hasMusic = next.recentlyAdded.length > 0;
        const steps = start && guidedStart({ ...start, hasMusic });
        render(content, html`${steps}${hasMusic ? homeRows(next) : !steps && nothingYet()}`);
    };
    const load = async () => {
        try {
            /** @type {Home} */
            const next = await api.get('/home', { signal });
            const isNew = hasOnlyBegun(next) && may('manageLibraries');
            await draw(next, isNew ? await loadStart(signal) : undefined);
        } catch (error) {
            if (isAbort(error)) return;
            shown = '';
            render(content, errorState(error));
            content.querySelector('[data-retry]')?.addEventListener('click', () => void load());
        }
    };
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const soon = () => {
        clearTimeout(timer);
        timer = setTimeout(() => {
            if (!signal.aborted && !content.matches(':has(:focus-visible)')) void load();
        }, PAUSE_MS);
    };
    for (const event of /** @type {const} */ (['history', 'catalogue', 'board', 'playlist', 'scan']))
        live.on(event, soon, signal);
    const asking = setInterval(async () => {
        if (document.visibilityState !== 'visible' || !home || content.matches(':has(:focus-visible)')) return;
        const answer = await api.get('/now-playing/friends', { signal, quiet: true }).catch(() => undefined);
        if (answer && home && home.recentlyAdded.length > 0) {
            await draw({ ...home, friends: answer.items }, firstSteps);
        }
    }, FRIENDS_MS);
    onLeave(signal, () => {
        clearTimeout(timer);
        clearInterval(asking);
    });
    await load();
}

/** @param {Element} element */
const rowOf = (element) =>
    /** @type {HTMLElement | null} */ (element.closest('[data-home-row]'))?.dataset.homeRow ?? '';

/**
 * Records the first open or play from a row in each visit as a use of that row.
 * @param {HTMLElement} content @param {AbortSignal} signal
 */
function bindUse(content, signal) {
    const used = new Set();
    delegate(
        content,
        'click',
        '[data-home-row] :is(a, button:not([data-shelf]))',
        (element) => {
            const row = rowOf(element);
            if (used.has(row)) return;
            used.add(row);
            // A failure shows no message, because only the order of rows depends on it.
            void api.post('/home/use', { row }, { quiet: true }).catch(() => used.delete(row));
        },
        signal,
    );
}

const nothingYet = () => emptyState({ art: 'record', title: t('home.emptyTitle'), text: t('home.emptyText') });

function greeting() {
    const name = me.value?.displayName || me.value?.username || '';
    return t(`home.${partOfDay(new Date().getHours())}`, { name: name.split(' ')[0] });
}
