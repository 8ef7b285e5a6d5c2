// @ts-check
// The palette: a dialog with a field and a list. The focus stays in the field, and the list announces its selected
// entry (a combobox with a listbox, by the ARIA Authoring Practices).

import { isAbort } from '../../core/api.js';
import { debounced } from '../../core/debounce.js';
import { delegate, find, setText } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { fragment, html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { navigate } from '../../core/navigate.js';
import { preferences } from '../../core/preferences.js';
import { icons, spinner } from '../../elements/icons.js';
import { toast } from '../../elements/overlays/toast.js';
import { isPaletteKey } from '../shortcuts/model.js';
import { chosenIndex, filled, localSections, readRecent, startSections, stepped, withRecent } from './model.js';
import { list, optionId } from './parts.js';
import { actionEntries, foundSections, knownPlaylists, readablePlaylists, screenEntries } from './sources.js';

/** @typedef {import('./model.js').Entry} Entry */
/** @typedef {import('./model.js').Section} Section */

const PAUSE_MS = 500;

export function showPalette() {
    if (document.querySelector('dialog[open]')) return;
    document.body.append(fragment(frame()));
    const dialog = /** @type {HTMLDialogElement} */ (document.body.lastElementChild);
    const leaving = new AbortController();
    const { signal } = leaving;
    const input = /** @type {HTMLInputElement} */ (find(dialog, 'input'));
    const box = find(dialog, '[data-lines]');
    const screens = screenEntries();
    const known = { recent: recentEntries(screens), actions: actionEntries(), screens };
    let playlists = knownPlaylists();
    /** @type {Section[]} */
    let found = [];
    let hasFailed = false;
    /** @type {Entry[]} */
    let entries = [];
    let chosen = '';

    const choose = (/** @type {number} */ index) => {
        chosen = entries[index]?.key ?? '';
        for (const option of box.querySelectorAll('[role=option]'))
            option.setAttribute('aria-selected', String(option.id === optionId(index)));
        if (index < 0) return input.removeAttribute('aria-activedescendant');
        input.setAttribute('aria-activedescendant', optionId(index));
        const option = find(box, `#${optionId(index)}`);
        // Keeps the heading above the first entry visible.
        if (index === 0) box.scrollTop = 0;
        else option.scrollIntoView({ block: 'nearest' });
    };
    const draw = () => {
        const text = input.value.trim();
        const sections = text
            ? [...localSections(text, { ...known, playlists }), ...found, ...everything(text)]
            : startSections(known);
        entries = sections.flatMap((section) => section.entries);
        render(box, list(sections, text));
        choose(chosenIndex(entries, chosen));
        return entries.filter(({ kind }) => kind !== 'everything').length;
    };
    const say = (/** @type {string} */ words) => setText(find(dialog, '[data-status]'), words);
    const busy = (/** @type {boolean} */ on) => {
        box.setAttribute('aria-busy', String(on));
        render(find(dialog, '[data-indicator]'), on ? spinner : icons.search);
    };
    const note = () => {
        const count = draw();
        const isOver = input.value.trim() !== '' && box.getAttribute('aria-busy') === 'false';
        const words = hasFailed ? t('palette.offline') : isOver && count === 0 ? t('palette.none') : '';
        setText(find(dialog, '[data-note]'), words);
        if (isOver) say(words || t('palette.count', { count }));
    };
    const search = debounced(PAUSE_MS, async (/** @type {string} */ text, abort) => {
        try {
            found = await foundSections(text, abort);
            hasFailed = false;
        } catch (error) {
            if (isAbort(error) || abort.aborted) return;
            hasFailed = true;
        }
        busy(false);
        note();
    });
    const close = () => dialog.close();
    const run = (/** @type {Entry | undefined} */ entry, /** @type {boolean} */ isPlay) => {
        if (!entry) return;
        close();
        const { path, play } = entry;
        preferences.set({ recentPlaces: withRecent(readRecent(preferences.get('recentPlaces', [])), entry) });
        if (isPlay && play) return void attempt(play);
        if (path) return navigate(path);
        if (entry.run) void attempt(entry.run);
    };

    input.addEventListener('input', () => {
        const text = input.value.trim();
        found = [];
        hasFailed = false;
        chosen = '';
        busy(text !== '');
        if (text) search.later(text);
        else search.cancel();
        note();
    });
    dialog.addEventListener('keydown', (event) => {
        if (isPaletteKey(event)) {
            event.preventDefault();
            return close();
        }
        if (event.isComposing) return;
        const index = chosenIndex(entries, chosen);
        if (event.key === 'Enter' && event.target === input) {
            event.preventDefault();
            return run(entries[index], event.shiftKey);
        }
        const to = stepped(event.key, index, entries.length);
        if (to === undefined) return;
        event.preventDefault();
        choose(to);
    });
    delegate(box, 'click', '[data-index]', (option, event) => {
        run(entries[Number(option.dataset.index)], /** @type {MouseEvent} */ (event).shiftKey);
    });
    delegate(box, 'pointermove', '[data-index]', (option) => {
        if (entries[Number(option.dataset.index)]?.key !== chosen) choose(Number(option.dataset.index));
    });
    // The field keeps the focus for further typing.
    box.addEventListener('pointerdown', (event) => event.preventDefault());
    dialog.addEventListener('click', (event) => {
        if (event.target === dialog || /** @type {Element} */ (event.target).closest('[data-close]')) close();
    });
    addEventListener('popstate', close, { signal });
    dialog.addEventListener('close', () => {
        search.cancel();
        leaving.abort();
        dialog.remove();
    });

    dialog.showModal();
    input.focus();
    note();
    readablePlaylists(signal).then(
        (all) => {
            const others = all.filter(({ key }) => !playlists.some((one) => one.key === key));
            playlists = [...playlists, ...others];
            if (input.value.trim()) note();
        },
        // The side bar's playlists are still found.
        () => {},
    );
}

/** @param {() => unknown} act */
async function attempt(act) {
    try {
        await act();
    } catch (error) {
        toast(explain(error), { kind: 'error' });
    }
}

/**
 * Recent entries. Playlists and screens are up to date; the others are as stored.
 * @param {readonly Entry[]} screens
 * @returns {Entry[]}
 */
function recentEntries(screens) {
    const byPath = new Map([...screens, ...knownPlaylists()].map((entry) => [entry.path, entry]));
    return readRecent(preferences.get('recentPlaces', [])).flatMap((one) => {
        const entry = byPath.get(one.path);
        // A screen that the user may no longer see.
        if (!entry && one.kind === 'screen') return [];
        return [{ ...one, kind: /** @type {Entry['kind']} */ (one.kind), ...entry, key: `recent:${one.path}` }];
    });
}

/**
 * The entry that opens the full search.
 * @param {string} text @returns {Section[]}
 */
function everything(text) {
    return filled([
        {
            name: 'everything',
            entries: [
                {
                    key: 'everything',
                    kind: 'everything',
                    name: t('palette.everything', { query: text }),
                    path: `/search?q=${encodeURIComponent(text)}`,
                    icon: icons.search,
                },
            ],
        },
    ]);
}

function frame() {
    return html`<dialog class="palette" data-testid="palette" aria-label="${t('palette.title')}">
        <div class="palette-field"><span class="search-icon" data-indicator>${icons.search}</span>
            <input type="text" role="combobox" aria-expanded="true" aria-controls="palette-list"
                aria-autocomplete="list" aria-label="${t('palette.title')}" placeholder="${t('palette.placeholder')}"
                autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="200" enterkeyhint="go"
                data-testid="palette-input">
            <button type="button" class="icon-button" data-close aria-label="${t('actions.close')}"
                data-testid="palette-close">${icons.close}</button></div>
        <p class="palette-note" data-note></p>
        <div class="palette-list" role="listbox" id="palette-list" aria-label="${t('palette.results')}"
            aria-busy="false" data-lines data-testid="palette-list"></div>
        <p class="palette-hints" aria-hidden="true"><span><kbd>↑</kbd><kbd>↓</kbd> ${t(
            'palette.hints.choose',
        )}</span>
            <span><kbd>↵</kbd> ${t('palette.hints.open')}</span><span><kbd>⇧</kbd><kbd>↵</kbd> ${t(
                'palette.hints.play',
            )}</span></p>
        <p class="visually-hidden" role="status" data-status></p>
    </dialog>`;
}
