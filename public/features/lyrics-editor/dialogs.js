// @ts-check
// The editor's dialogs: for a text, another language, or a time shift.

import { find } from '../../core/dom.js';
import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { area, field, formError, handleForm, select } from '../../elements/forms/form.js';
import { openDialog } from '../../elements/overlays/dialog.js';

const LONGEST = 200_000;

/**
 * @param {{ title: string, body: unknown, confirm: string, testid: string }} parts
 * @param {(values: Record<string, string>) => void} done
 */
function ask({ title, body, confirm, testid }, done) {
    const { dialog, close } = openDialog({
        title,
        testid,
        body: html`<form class="form dialog-body">${body}${formError}<div class="dialog-actions">
            <button type="button" class="button" data-close>${t('actions.cancel')}</button>
            <button type="submit" class="button is-primary"
                data-testid="${testid}-send">${confirm}</button></div></form>`,
    });
    /** @type {HTMLElement | null} */ (dialog.querySelector('textarea, input, select'))?.focus();
    handleForm(/** @type {HTMLFormElement} */ (find(dialog, 'form')), async (values) => {
        done(values);
        close();
    });
}

/** @param {string} hint @param {(text: string) => void} done */
export const askText = (hint, done) =>
    ask(
        {
            title: t('lyricsEditor.paste'),
            testid: 'paste-dialog',
            confirm: t('lyricsEditor.pasteConfirm'),
            body: area({ name: 'text', label: t('lyricsEditor.pasteLabel'), value: '', maxlength: LONGEST, hint }),
        },
        ({ text }) => done(text),
    );

/** @param {(part: import('./model.js').Part) => void} done */
export const askPart = (done) =>
    ask(
        {
            title: t('lyricsEditor.addPart'),
            testid: 'part-dialog',
            confirm: t('lyricsEditor.addPartConfirm'),
            body: html`${select({
                name: 'kind',
                label: t('lyricsEditor.partKind'),
                value: 'translation',
                options: [
                    ['translation', t('lyricsEditor.kinds.translation')],
                    ['pronunciation', t('lyricsEditor.kinds.pronunciation')],
                ],
            })}${field({
                name: 'language',
                label: t('lyricsEditor.language'),
                value: '',
                hint: t('lyricsEditor.languageHint'),
                required: true,
            })}`,
        },
        ({ kind, language }) =>
            done({
                kind: kind === 'pronunciation' ? 'pronunciation' : 'translation',
                language: language.toLowerCase(),
            }),
    );

/** @param {(by: number) => void} done */
export const askShift = (done) =>
    ask(
        {
            title: t('lyricsEditor.shift'),
            testid: 'shift-dialog',
            confirm: t('lyricsEditor.shiftConfirm'),
            body: field({
                name: 'by',
                label: t('lyricsEditor.shiftBy'),
                value: '100',
                type: 'number',
                hint: t('lyricsEditor.shiftHint'),
                required: true,
            }),
        },
        ({ by }) => done(Math.round(Number(by)) || 0),
    );
