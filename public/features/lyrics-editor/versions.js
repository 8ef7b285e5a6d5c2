// @ts-check
// The versions of a song's lyrics: author and date, the difference from the current text, and a way to restore them.

import { api } from '../../core/api.js';
import { collect } from '../../core/collect-pages.js';
import { delegate, find } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { ago } from '../../core/format.js';
import { html, render } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { trackPath } from '../../core/links.js';
import { openDialog } from '../../elements/overlays/dialog.js';
import { toast } from '../../elements/overlays/toast.js';
import { spinner } from '../../elements/icons.js';
import { difference } from './difference.js';
import { timeText } from './time.js';

/** @typedef {import('../../core/types.js').LyricsVersion} LyricsVersion */
/** @typedef {import('../../core/types.js').Lyrics} Lyrics */
/** @typedef {{ mayPublish: boolean, current?: { id: string }, proposal?: { id: string }, items: Lyrics[] }} Written */

/** The maximum number of versions shown. */
const MOST = 500;

/**
 * The lyrics that the editor starts with: the user's own pending proposal, or else the published lyrics.
 * @param {string} path the API path of the track's lyrics @param {{ signal: AbortSignal, quiet?: boolean }} options
 * @returns {Promise<Written>}
 */
export async function fetchWritten(path, options) {
    const written = await api.get(`${path}/written`, options);
    if (written.mayPublish || !written.proposal) return written;
    const { items } = await api.get(`${path}/versions/${encodeURIComponent(written.proposal.id)}`, options);
    return { ...written, items };
}

/** @param {LyricsVersion} version */
export function versionFacts(version) {
    return [
        version.author?.name ?? t('lyricsEditor.formerMember'),
        ago(version.at, currentLocale()),
        version.lines === 0
            ? t('lyricsEditor.noWords')
            : [
                  t('lyricsEditor.lines', { count: version.lines }),
                  t(`lyricsEditor.precisions.${version.precision}`),
              ].join(', '),
        version.languages.join(', '),
    ]
        .filter(Boolean)
        .join(' · ');
}

/**
 * The lines of lyrics with their times, as texts for comparison.
 * @param {readonly Lyrics[]} items
 */
export const comparable = (items) =>
    items.flatMap((part, index) => [
        ...(index > 0 ? [`— ${part.language ?? ''}`] : []),
        ...part.lines.map((line) =>
            line.startMs === undefined ? line.text : `${timeText(line.startMs)}  ${line.text}`,
        ),
    ]);

/** @param {readonly string[]} before @param {readonly string[]} after */
export const differences = (before, after) =>
    html`<ol class="edit-difference" data-testid="difference">${difference(before, after).map(
        ({ kind, text }) => html`<li class="is-${kind}">${
            kind !== 'same' && html`<span class="visually-hidden">${t(`lyricsEditor.differences.${kind}`)} </span>`
        }<span dir="auto">${text || '\u00a0'}</span></li>`,
    )}</ol>`;

/**
 * @param {import('./editor.js').Editor} editor
 * @param {() => readonly Lyrics[]} present returns the editor's current text
 * @param {() => void} restored
 */
export async function openVersions(editor, present, restored) {
    const { dialog, close } = openDialog({
        title: t('lyricsEditor.versions'),
        testid: 'versions-dialog',
        wide: true,
        body: html`<div class="dialog-body" data-versions>${spinner}</div>`,
    });
    const host = find(dialog, '[data-versions]');
    const path = `${trackPath(editor.track.id)}/lyrics/versions`;
    try {
        /** @type {{ items: LyricsVersion[] }} */
        const { items: versions } = await collect((cursor) => api.get(path, { query: { cursor, limit: 100 } }), MOST);
        render(
            host,
            versions.length === 0
                ? html`<p>${t('lyricsEditor.noVersions')}</p>`
                : html`<ul class="things">${versions.map(
                      (version) => html`<li class="thing is-tall" data-version="${version.id}"
                data-testid="lyrics-version-row"><div class="thing-text"><p class="thing-title">${versionFacts(version)}
                ${version.current && html`<span class="badge">${t('lyricsEditor.current')}</span>`}${
                    version.state !== 'published' &&
                    html`<span class="badge">${t(`lyricsEditor.states.${version.state}`)}</span>`
                }</p>${version.note && html`<p class="thing-line" dir="auto">${version.note}</p>`}${
                    version.reason && html`<p class="thing-line" dir="auto">${version.reason}</p>`
                }<div data-compared></div></div>
                <div class="thing-actions"><button type="button" class="button is-small" data-compare
                    data-testid="version-compare">${t('lyricsEditor.compare')}</button>${
                        version.state === 'published' &&
                        !version.current &&
                        html`<button type="button" class="button is-small" data-restore
                    data-testid="version-restore">${t('lyricsEditor.restore')}</button>`
                    }</div></li>`,
                  )}</ul>`,
        );
    } catch (error) {
        render(host, html`<p role="alert">${explain(error)}</p>`);
    }
    /** @param {HTMLElement} button */
    const idOf = (button) => /** @type {HTMLElement} */ (button.closest('[data-version]')).dataset.version ?? '';
    delegate(host, 'click', '[data-compare]', async (button) => {
        const place = find(/** @type {HTMLElement} */ (button.closest('[data-version]')), '[data-compared]');
        try {
            const { items } = await api.get(`${path}/${encodeURIComponent(idOf(button))}`);
            render(place, differences(comparable(items), comparable(present())));
        } catch (error) {
            render(place, html`<p role="alert">${explain(error)}</p>`);
        }
    });
    delegate(host, 'click', '[data-restore]', async (button) => {
        try {
            await api.post(`${path}/${encodeURIComponent(idOf(button))}/restoration`, {});
            close();
            toast(t('lyricsEditor.restored'));
            restored();
        } catch (error) {
            toast(explain(error), { kind: 'error' });
        }
    });
}
