// @ts-check
// The lyrics editor: lines are typed or pasted, timed along with the music, and saved as a version.

import { api, ApiError } from '../../core/api.js';
import { delegate, find, setText } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { live } from '../../core/events.js';
import { ago } from '../../core/format.js';
import { html, render } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { names, trackPath } from '../../core/links.js';
import { me } from '../../core/session.js';
import { icons } from '../../elements/icons.js';
import { confirmDialog } from '../../elements/overlays/dialog.js';
import { toast } from '../../elements/overlays/toast.js';
import { headerSkeleton } from '../../elements/states/skeletons.js';
import { showLyrics } from '../lyrics/panel.js';
import { askPart, askShift, askText } from './dialogs.js';
import { readDraft, removeDraft, storeDraft } from './draft.js';
import { Editor } from './editor.js';
import { addPart, insert, paste, pasteOther, removePart } from './lines.js';
import { fromLyrics, isTimed, preview, shift, toLyrics, untimed } from './model.js';
import { mountRows } from './rows.js';
import { mountTapping } from './tapping.js';
import { fetchWritten, openVersions } from './versions.js';
import { mountWave } from './wave.js';

/** @typedef {import('./versions.js').Written} Written */

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { params, setTitle, signal }) {
    render(root, html`<div class="page">${headerSkeleton()}</div>`);
    const path = trackPath(params.id);
    /** @type {[import('../../core/types.js').Track, Written]} */
    const [track, written] = await Promise.all([
        api.get(path, { signal }),
        fetchWritten(`${path}/lyrics`, { signal }),
    ]);
    setTitle(t('lyricsEditor.title', { title: track.title }));
    const user = me.value?.id ?? '';
    const draft = readDraft(user, track.id);
    const editor = new Editor(track, draft?.doc ?? fromLyrics(written.items));
    editor.basis = draft ? draft.basis : (written.current?.id ?? null);
    render(root, page(track, written, editor.doc));

    const rows = mountRows(find(root, '[data-rows]'), editor, signal);
    const wave = mountWave(find(root, '[data-wave-place]'), editor, signal);
    const tapping = mountTapping(find(root, '[data-tapping]'), editor, signal);
    const ui = controls(root, editor, track, written, user, signal);
    editor.addEventListener(
        'change',
        (event) => {
            if (!(/** @type {CustomEvent} */ (event).detail.quiet)) rows.draw();
            for (const row of root.querySelectorAll('[data-row]')) {
                const { row: index } = /** @type {HTMLElement} */ (row).dataset;
                row.classList.toggle('is-aimed', Number(index) === editor.aim.line);
            }
            wave.draw();
            tapping.update();
            ui.changed();
        },
        { signal },
    );
    rows.draw();
    ui.start(draft);
}

/** @param {import('../../core/types.js').Track} track @param {Written} written @param {import('./model.js').Doc} doc */
function page(track, written, doc) {
    const tool = (/** @type {string} */ name, /** @type {unknown} */ icon) =>
        html`<button type="button" class="button is-small" data-tool="${name}"
            data-testid="edit-${name}">${icon}${t(`lyricsEditor.tools.${name}`)}</button>`;
    return html`<div class="page lyrics-editor" data-testid="lyrics-editor">
        <header class="page-head"><div><p class="eyebrow"><a href="${trackPath(track.id)}">${track.title} · ${names(
            track.artists,
        )}</a></p><h1>${t('lyricsEditor.heading')}</h1></div>
        <div class="edit-save"><button type="button" class="button is-primary" data-save
            data-testid="edit-save">${t(
                written.mayPublish ? 'actions.save' : 'lyricsEditor.propose',
            )}</button></div></header>
        ${!written.mayPublish && html`<p class="page-lead" data-testid="edit-proposes">${t(
            written.proposal ? 'lyricsEditor.proposed' : 'lyricsEditor.proposes',
        )}</p>`}
        <p class="edit-notice" data-notice role="status" data-testid="edit-notice"></p>
        <div class="toolbar-tools edit-tools">${tool('undo', icons.undo)}${tool('redo', icons.redo)}${tool(
            'paste',
            icons.copy,
        )}${tool('part', icons.plus)}${tool('shift', icons.history)}${tool('preview', icons.lyrics)}${tool(
            'versions',
            icons.list,
        )}</div>
        <div data-wave-place></div>
        <section class="panel edit-tapping" data-tapping aria-label="${t('lyricsEditor.tap.title')}"></section>
        <div class="edit-columns">
            <section aria-label="${t('lyricsEditor.heading')}">
                <div class="edit-languages"><label class="edit-language">${t('lyricsEditor.language')} <input
                    type="text" data-language size="6" maxlength="35" value="${doc.language}" placeholder="en"
                    data-testid="edit-language"></label><span data-parts></span></div>
                <ol class="edit-rows" data-rows data-testid="edit-rows"></ol>
                <button type="button" class="button is-small" data-tool="line">${icons.plus}${t(
                    'lyricsEditor.tools.line',
                )}</button>
                <p class="field-hint">${t('lyricsEditor.rowKeys')}</p>
            </section>
            <section class="panel lyrics edit-preview" data-preview hidden
                data-testid="preview-panel"></section>
        </div>
    </div>`;
}

/**
 * All controls around the lines: tools, languages, preview, draft, and saving.
 * @param {HTMLElement} root @param {Editor} editor @param {import('../../core/types.js').Track} track
 * @param {Written} written @param {string} user @param {AbortSignal} signal
 */
function controls(root, editor, track, written, user, signal) {
    const path = `${trackPath(track.id)}/lyrics`;
    const notice = (/** @type {string} */ text) => setText(find(root, '[data-notice]'), text);
    /** @type {AbortController | undefined} */
    let showing;
    let saved = JSON.stringify(toLyrics(editor.doc));

    const drawParts = () =>
        render(
            find(root, '[data-parts]'),
            html`${editor.doc.parts.map(
                ({ kind, language }, part) => html`<span class="badge">${t(`lyricsEditor.kinds.${kind}`)}: ${language}
            </span><button type="button" class="button is-small" data-paste-part="${String(part)}">${t(
                'lyricsEditor.tools.paste',
            )}</button><button type="button" class="icon-button" data-remove-part="${String(part)}"
            aria-label="${t('lyricsEditor.removePart', { language })}">${icons.trash}</button>`,
            )}`,
        );
    const drawPreview = () => {
        showing?.abort();
        showing = undefined;
        const host = find(root, '[data-preview]');
        const all = preview(editor.doc);
        if (host.hidden) return;
        if (all.length === 0) return render(host, html`<p class="lyrics-state">${t('lyrics.none')}</p>`);
        showing = new AbortController();
        showLyrics(host, {
            id: track.id,
            all,
            seek: (ms) => editor.playFrom(ms),
            // @ts-expect-error TypeScript 4.8 does not know it.
            signal: AbortSignal.any([showing.signal, signal]),
            isPreview: true,
        });
    };
    const isChanged = () => JSON.stringify(toLyrics(editor.doc)) !== saved;
    const changed = () => {
        for (const [name, on] of /** @type {[string, boolean][]} */ ([
            ['undo', editor.canUndo],
            ['redo', editor.canRedo],
        ]))
            /** @type {HTMLButtonElement} */ (find(root, `[data-tool="${name}"]`)).disabled = !on;
        drawParts();
        drawPreview();
        const { doc, basis } = editor;
        if (!isChanged()) removeDraft(user, track.id);
        else if (!storeDraft(user, track.id, { basis, doc, at: new Date().toISOString() }))
            notice(t('lyricsEditor.noDraft'));
    };
    /** Starts again with the server's lyrics. */
    const reload = async () => {
        const now = await fetchWritten(path, { signal });
        removeDraft(user, track.id);
        editor.basis = now.current?.id ?? null;
        const doc = fromLyrics(now.items);
        saved = JSON.stringify(toLyrics(doc));
        editor.restart(doc);
        /** @type {HTMLInputElement} */ (find(root, '[data-language]')).value = doc.language;
        notice('');
    };
    /** @param {{ plain?: boolean }} options @returns {Promise<void>} */
    const save = async (options = {}) => {
        const missing = isTimed(editor.doc) && !options.plain ? untimed(editor.doc) : 0;
        if (missing > 0) {
            notice(t('lyricsEditor.untimed', { count: missing }));
            return toast(t('lyricsEditor.untimed', { count: missing }), {
                kind: 'error',
                id: 'untimed',
                actions: [{ label: t('lyricsEditor.savePlain'), run: () => void save({ plain: true }) }],
            });
        }
        const items = toLyrics(editor.doc, options);
        try {
            const version = await api.put(`${path}/written`, { basis: editor.basis, items }, { signal });
            saved = JSON.stringify(toLyrics(editor.doc));
            if (!options.plain) removeDraft(user, track.id);
            if (version.state === 'published') editor.basis = version.id;
            notice(t(version.state === 'published' ? 'lyricsEditor.saved' : 'lyricsEditor.sent'));
        } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            notice(explain(error));
            if (error.reason === 'lyrics_changed') await overtaken();
        }
    };
    const overtaken = async () => {
        const mine = await confirmDialog({
            title: t('lyricsEditor.overtaken'),
            text: t('lyricsEditor.overtakenText'),
            confirm: t('lyricsEditor.overtakenKeep'),
            danger: false,
        });
        if (!mine) return;
        editor.basis = (await api.get(`${path}/written`, { signal })).current?.id ?? null;
        changed();
        await openVersions(editor, () => preview(editor.doc), () => void reload());
    };
    /** @type {Record<string, () => void>} */
    const tools = {
        undo: () => editor.undo(),
        redo: () => editor.redo(),
        line: () => editor.apply(insert(editor.doc, editor.doc.lines.length - 1)),
        paste: () => askText(t('lyricsEditor.pasteHint'), (text) => editor.apply(paste(editor.doc, text))),
        part: () => askPart((part) => editor.apply(addPart(editor.doc, part))),
        shift: () => askShift((by) => editor.apply(shift(editor.doc, by))),
        versions: () => void openVersions(editor, () => preview(editor.doc), () => void reload()),
        preview: () => {
            const host = find(root, '[data-preview]');
            host.hidden = !host.hidden;
            find(root, '.edit-columns').classList.toggle('has-preview', !host.hidden);
            drawPreview();
        },
    };
    delegate(root, 'click', '[data-tool]', (button) => tools[button.dataset.tool ?? '']?.(), signal);
    delegate(root, 'click', '[data-save]', () => void save(), signal);
    delegate(root, 'click', '[data-discard]', () => void reload(), signal);
    delegate(root, 'input', '[data-language]', (input) => {
        const language = /** @type {HTMLInputElement} */ (input).value;
        editor.apply({ ...editor.doc, language }, { kind: 'language', quiet: true });
    }, signal);
    delegate(root, 'click', '[data-paste-part]', (button) => {
        const part = Number(button.dataset.pastePart);
        askText(t('lyricsEditor.pastePartHint'), (text) => editor.apply(pasteOther(editor.doc, part, text)));
    }, signal);
    delegate(root, 'click', '[data-remove-part]', (button) =>
        editor.apply(removePart(editor.doc, Number(button.dataset.removePart))), signal);
    root.addEventListener('keydown', (event) => {
        if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
        const key = event.key.toLowerCase();
        const run = {
            z: () => (event.shiftKey ? editor.redo() : editor.undo()),
            y: () => editor.redo(),
            s: () => void save(),
        }[key];
        if (!run) return;
        event.preventDefault();
        run();
    }, { signal });
    live.on('lyrics', async (/** @type {{ track?: string }} */ { track: other }) => {
        if (other !== track.id) return;
        const now = await api.get(`${path}/written`, { signal, quiet: true }).catch(() => undefined);
        if (!now || (now.current?.id ?? null) === editor.basis) return;
        if (isChanged()) notice(t('lyricsEditor.newer'));
        else await reload();
    }, signal);
    return {
        changed,
        /** @param {import('./draft.js').Draft | undefined} draft */
        start(draft) {
            if (draft) {
                saved = JSON.stringify(toLyrics(fromLyrics(written.items)));
                render(
                    find(root, '[data-notice]'),
                    html`${t('lyricsEditor.draft', { when: ago(draft.at, currentLocale()) })}
                    <button type="button" class="text-link" data-discard
                        data-testid="edit-discard">${t('lyricsEditor.discard')}</button>`,
                );
            }
            changed();
        },
    };
}
