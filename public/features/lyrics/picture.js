// @ts-check
// A picture of a few lines of lyrics, to share or save.

import { find } from '../../core/dom.js';
import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { names } from '../../core/links.js';
import { tintOf } from '../../elements/music/tint.js';
import { openDialog } from '../../elements/overlays/dialog.js';
import { download } from '../downloads/model.js';
import { rows } from './model.js';

const SIDE = 1080;
const EDGE = 96;

/** Matches a row whose first letter is in a right-to-left script. */
const RIGHT_TO_LEFT = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * @param {HTMLCanvasElement} canvas
 * @param {import('../../core/types.js').TrackItem} track
 * @param {string[]} lines
 * @param {string | undefined} copyright
 */
function draw(canvas, track, lines, copyright) {
    const context = canvas.getContext('2d');
    if (!context) return;
    const { hue, saturation } = tintOf(track.colors, track.album || track.title);
    context.fillStyle = `hsl(${hue} ${Math.round(saturation * 100)}% 18%)`;
    context.fillRect(0, 0, SIDE, SIDE);
    context.fillStyle = '#ffffff';
    context.textBaseline = 'top';
    let size = 76;
    /** @type {string[]} */
    let all = [];
    for (; size > 26; size -= 4) {
        context.font = `700 ${size}px system-ui, sans-serif`;
        all = lines.flatMap((line) => rows(line, (row) => context.measureText(row).width <= SIDE - 2 * EDGE));
        if (all.length * size * 1.3 < SIDE - 2 * EDGE - 150) break;
    }
    all.forEach((row, index) => {
        context.direction = RIGHT_TO_LEFT.test(row) ? 'rtl' : 'ltr';
        const edge = context.direction === 'rtl' ? SIDE - EDGE : EDGE;
        context.fillText(row, edge, EDGE + index * size * 1.3);
    });
    context.direction = 'ltr';
    context.font = '600 36px system-ui, sans-serif';
    context.fillText(track.title, EDGE, SIDE - EDGE - 92, SIDE - 2 * EDGE);
    context.globalAlpha = 0.8;
    context.fillText(names(track.artists), EDGE, SIDE - EDGE - 40, SIDE - 2 * EDGE);
    if (!copyright) return;
    context.font = '400 22px system-ui, sans-serif';
    context.fillText(copyright.replace(/\s+/g, ' '), EDGE, SIDE - EDGE + 22, SIDE - 2 * EDGE);
}

/**
 * Shows the picture, with a button to save it and, where the browser supports it, one to share it.
 * @param {import('../../core/types.js').TrackItem} track
 * @param {string[]} lines
 * @param {string} [copyright] the provider's required notice
 */
export function sharePicture(track, lines, copyright) {
    const { dialog, closed } = openDialog({
        title: t('reading.share'),
        testid: 'picture-dialog',
        body: html`<div class="dialog-body"><canvas class="reading-picture" width="${String(SIDE)}"
            height="${String(SIDE)}" role="img" aria-label="${t('reading.picture')}: ${lines.join(' / ')}"
            data-testid="reading-picture"></canvas><div class="dialog-actions">
            <button type="button" class="button" data-keep
                data-testid="picture-save">${t('reading.save')}</button><button type="button"
                class="button is-primary" data-send hidden>${t('reading.send')}</button></div></div>`,
    });
    const canvas = /** @type {HTMLCanvasElement} */ (find(dialog, 'canvas'));
    draw(canvas, track, lines, copyright);
    canvas.toBlob((blob) => {
        if (!blob) return;
        const address = URL.createObjectURL(blob);
        const file = new File([blob], `${track.title}.png`, { type: 'image/png' });
        find(dialog, '[data-keep]').addEventListener('click', () => download(address, file.name));
        void closed.then(() => setTimeout(() => URL.revokeObjectURL(address), 60_000));
        if (!navigator.canShare?.({ files: [file] })) return;
        const send = find(dialog, '[data-send]');
        send.hidden = false;
        // A canceled share is not an error.
        send.addEventListener('click', () => navigator.share({ files: [file], title: track.title }).catch(() => {}));
    }, 'image/png');
}
