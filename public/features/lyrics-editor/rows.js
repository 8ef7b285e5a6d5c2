// @ts-check
// The lines as editable rows, each with a time, a voice, other languages and a menu.

import { delegate, find } from '../../core/dom.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';
import { openMenu } from '../../elements/overlays/menu.js';
import { insert, join, remove, split } from './lines.js';
import { nextVoice, setEnd, setOther, setStart, setText, voiceNumber } from './model.js';
import { timeText } from './time.js';

/** @typedef {import('./editor.js').Editor} Editor */

/** How far the arrow keys shift a line, in milliseconds. */
const NUDGE_MS = 100;

/** @param {Editor} editor @param {number} index */
function row({ doc }, index) {
    const one = doc.lines[index];
    const number = String(index + 1);
    const time = one.startMs === undefined ? t('lyricsEditor.noTime') : timeText(one.startMs);
    const voice = voiceNumber(doc, one);
    return html`<li class="edit-row" data-row="${String(index)}">
        <button type="button" class="edit-time" data-play-line data-at="time"
            aria-label="${t('lyricsEditor.playLine', { number, time })}" title="${t('lyricsEditor.playLine', {
                number,
                time,
            })}">${one.startMs === undefined ? '–:––' : time}</button>
        <div class="edit-texts"><input type="text" class="edit-text" data-text data-at="text" maxlength="1000"
            dir="auto"
            lang="${doc.language}" value="${one.text}" autocomplete="off"
            aria-label="${t('lyricsEditor.line', { number })}">${doc.parts.map(
                (part, place) => html`<input type="text" class="edit-text is-other" data-other="${String(place)}"
            data-at="other-${String(place)}" maxlength="1000" dir="auto" lang="${part.language}" autocomplete="off"
            value="${one.others[place]?.text ?? ''}" placeholder="${part.language}"
            aria-label="${t(`lyricsEditor.lineIn.${part.kind}`, { number, language: part.language })}">`,
            )}${
                one.words?.length
                    ? html`<small class="edit-words">${t('lyricsEditor.timedWords', {
                          count: one.words.length,
                      })}</small>`
                    : ''
            }</div>
        <button type="button" class="edit-voice${voice > 1 ? ' is-second' : ''}" data-voice data-at="voice"
            aria-label="${t('lyricsEditor.voiceOf', { number, voice: String(Math.max(1, voice)) })}"
            title="${t('lyricsEditor.voice')}">${String(Math.max(1, voice))}</button>
        <button type="button" class="icon-button" data-row-menu data-at="menu" aria-haspopup="menu"
            aria-label="${t('lyricsEditor.more', { number })}">${icons.more}</button></li>`;
}

/**
 * Shows the lines for editing. The returned `draw` renders them again and keeps the focus.
 * @param {HTMLElement} host
 * @param {Editor} editor
 * @param {AbortSignal} signal
 */
export function mountRows(host, editor, signal) {
    const draw = () => {
        const focused = document.activeElement;
        const place = focused && host.contains(focused) ? placeOf(focused) : undefined;
        const caret = focused instanceof HTMLInputElement ? focused.selectionStart : null;
        render(host, html`${editor.doc.lines.map((_, index) => row(editor, index))}`);
        if (place) focus(place.index, place.at, caret);
    };
    /** @param {number} index @param {string} [at] @param {number | null} [caret] */
    const focus = (index, at = 'text', caret = null) => {
        const last = Math.max(0, Math.min(index, editor.doc.lines.length - 1));
        /** @type {HTMLElement | null} */
        const element = host.querySelector(`[data-row="${last}"] [data-at="${at}"]`);
        element?.focus();
        if (element instanceof HTMLInputElement && caret !== null) element.setSelectionRange(caret, caret);
    };
    /** @param {Element} element */
    const placeOf = (element) => ({
        index: Number(/** @type {HTMLElement} */ (element.closest('[data-row]'))?.dataset.row),
        at: /** @type {HTMLElement} */ (element).dataset.at ?? 'text',
    });
    /** @param {import('./model.js').Doc} doc @param {number} index @param {number} [caret] */
    const change = (doc, index, caret) => {
        editor.apply(doc);
        focus(index, 'text', caret ?? null);
    };

    delegate(host, 'input', '[data-text]', (input) => {
        const { index } = placeOf(input);
        const { value } = /** @type {HTMLInputElement} */ (input);
        editor.apply(setText(editor.doc, index, value), { kind: `text ${editor.doc.lines[index].key}`, quiet: true });
    }, signal);
    delegate(host, 'input', '[data-other]', (input) => {
        const { index } = placeOf(input);
        const part = Number(input.dataset.other);
        const { value } = /** @type {HTMLInputElement} */ (input);
        editor.apply(setOther(editor.doc, index, part, value), {
            kind: `other ${part} ${editor.doc.lines[index].key}`,
            quiet: true,
        });
    }, signal);
    delegate(host, 'click', '[data-play-line]', (button) => {
        const { startMs } = editor.doc.lines[placeOf(button).index];
        if (startMs !== undefined) editor.playFrom(startMs);
    }, signal);
    const voice = (/** @type {HTMLElement} */ button) => editor.apply(nextVoice(editor.doc, placeOf(button).index));
    delegate(host, 'click', '[data-voice]', voice, signal);
    delegate(host, 'focusin', '[data-row]', (element) => editor.aimAt(placeOf(element).index), signal);
    delegate(host, 'click', '[data-row-menu]', (button) => {
        const { index } = placeOf(button);
        const input = /** @type {HTMLInputElement} */ (find(host, `[data-row="${index}"] [data-text]`));
        rowMenu(button, editor, index, input.selectionStart ?? 0, change);
    }, signal);

    delegate(host, 'keydown', '[data-text], [data-other]', (element, raw) => {
        const event = /** @type {KeyboardEvent} */ (raw);
        const input = /** @type {HTMLInputElement} */ (element);
        const { index, at } = placeOf(input);
        const isMain = at === 'text';
        const caret = input.selectionStart ?? 0;
        const isStart = caret === 0 && input.selectionEnd === 0;
        const { doc } = editor;
        const startMs = doc.lines[index].startMs;
        /** @type {(() => void) | undefined} */
        let run;
        if (event.isComposing) return;
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) run = () => editor.begin(index);
        else if (event.key === 'Enter' && isMain)
            run = () => {
                if (caret > 0 && caret < input.value.length) return change(split(doc, index, caret), index + 1, 0);
                const above = caret === 0 && input.value !== '';
                change(insert(doc, above ? index - 1 : index), above ? index : index + 1);
            };
        else if (event.key === 'Backspace' && isMain && isStart && index > 0) {
            const before = doc.lines[index - 1].text.length;
            run = () => change(join(doc, index - 1), index - 1, before);
        } else if (event.key === 'ArrowUp' && index > 0) run = () => focus(index - 1, at);
        else if (event.key === 'ArrowDown' && index + 1 < doc.lines.length) run = () => focus(index + 1, at);
        else if (event.altKey && startMs !== undefined && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
            const by = event.key === 'ArrowLeft' ? -NUDGE_MS : NUDGE_MS;
            run = () => editor.apply(setStart(doc, index, startMs + by), { kind: `nudge ${doc.lines[index].key}` });
        }
        if (!run) return;
        event.preventDefault();
        event.stopPropagation();
        run();
    }, signal);
    return { draw, focus };
}

/**
 * @param {HTMLElement} button @param {Editor} editor @param {number} index @param {number} caret
 * @param {(doc: import('./model.js').Doc, index: number) => void} change
 */
function rowMenu(button, editor, index, caret, change) {
    const { doc } = editor;
    const one = doc.lines[index];
    const start = one.startMs;
    /** @param {string} name @param {unknown} icon @param {() => void} run @param {boolean} [danger] */
    const item = (name, icon, run, danger = false) => ({ label: t(`lyricsEditor.menu.${name}`), icon, run, danger });
    const items = [item('begin', icons.history, () => editor.begin(index))];
    if (start !== undefined) {
        items.push(
            item('end', icons.history, () => editor.apply(setEnd(doc, index, editor.positionMs))),
            item('earlier', icons.back, () => editor.apply(setStart(doc, index, start - NUDGE_MS))),
            item('later', icons.forward, () => editor.apply(setStart(doc, index, start + NUDGE_MS))),
            item('untime', icons.close, () => editor.apply(setStart(doc, index, undefined))),
        );
    }
    if (caret > 0 && caret < one.text.length)
        items.push(item('split', icons.down, () => change(split(doc, index, caret), index + 1)));
    if (index + 1 < doc.lines.length) items.push(item('join', icons.up, () => change(join(doc, index), index)));
    items.push(
        item('insert', icons.plus, () => change(insert(doc, index), index + 1)),
        item('remove', icons.trash, () => change(remove(doc, index), index), true),
    );
    openMenu(button, items);
}
