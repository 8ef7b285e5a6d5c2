// @ts-check
// The dialog with candidate tracks for an imported song. The user chooses one, or none of them.

import { delegate, find } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { openDialog } from '../../elements/overlays/dialog.js';
import { toast } from '../../elements/overlays/toast.js';
import { rowsSkeleton } from '../../elements/states/skeletons.js';
import { candidatesOf, choose } from './model.js';
import { trackLine } from './row.js';

/** @param {string} playlist @param {import('./model.js').BroughtSong} song @param {() => void} done */
export function candidatesDialog(playlist, song, done) {
    const { dialog, close } = openDialog({
        title: t('imported.chooseFor', { name: song.artist ? `${song.artist} – ${song.title}` : song.title }),
        testid: 'candidates-dialog',
        wide: true,
        body: html`<div class="dialog-body"><div data-candidates-list aria-live="polite">${rowsSkeleton(3)}</div>
            <div class="dialog-actions"><button type="button" class="button"
                data-close>${t('actions.cancel')}</button><button type="button" class="button" data-none
                data-testid="candidates-none">${t('imported.noneOfThese')}</button></div></div>`,
    });
    const pick = async (/** @type {string | null} */ track) => {
        try {
            await choose(playlist, song.id, track);
            close();
            done();
        } catch (error) {
            toast(explain(error), { kind: 'error' });
        }
    };
    delegate(dialog, 'click', '[data-pick]', (button) => void pick(button.dataset.pick ?? null));
    delegate(dialog, 'click', '[data-none]', () => void pick(null));
    void show(find(dialog, '[data-candidates-list]'), playlist, song);
}

/** @param {HTMLElement} host @param {string} playlist @param {import('./model.js').BroughtSong} song */
async function show(host, playlist, song) {
    try {
        const tracks = await candidatesOf(playlist, song.id);
        render(
            host,
            tracks.length > 0
                ? html`<ul class="imported-songs">${tracks.map(
                      (track) => html`<li class="imported-candidate">${trackLine(track)}<button type="button"
                        class="button" data-pick="${track.id}" data-testid="candidate"
                        aria-label="${t('imported.takeNamed', { name: track.title })}">${t('imported.take')}
                      </button></li>`,
                  )}</ul>`
                : html`<p class="field-hint">${t('imported.noCandidates')}</p>`,
        );
    } catch (error) {
        render(host, html`<p class="form-error" role="alert">${explain(error)}</p>`);
    }
}
