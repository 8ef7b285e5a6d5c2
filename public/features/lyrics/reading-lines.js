// @ts-check
// The lines of the large lyrics view, with another language below each line.

import { html } from '../../core/html.js';
import { rightsLine } from './lookup.js';
import { lineNear, pieces } from './model.js';

/** @typedef {import('./panel.js').Lyrics} Lyrics */

/**
 * The song's lyrics in other languages, or as pronounced. Lyrics files beside the music state a language, but not
 * whether they are a translation.
 * @param {readonly Lyrics[]} all the lyrics on screen come first
 */
export function otherLanguages(all) {
    const [main, ...rest] = all;
    return rest.filter(
        (one) => one.source === main.source && (one.kind !== 'main' || one.language !== main.language),
    );
}

/**
 * @param {Lyrics} main
 * @param {Lyrics | undefined} other the lyrics to show below the lines
 */
export function readingLines(main, other) {
    const voices = main.agents.filter((one) => one.role !== 'background').map((one) => one.id);
    return html`<ol lang="${main.language ?? ''}">${main.lines.map((line, index) => {
        const below = other?.synced ? lineNear(other.lines, line.startMs) : other?.lines[index];
        const isSecond = voices.indexOf(line.agent ?? '') > 0;
        return html`<li><button type="button" class="reading-line${isSecond ? ' is-second' : ''}"
            data-line="${String(index)}" tabindex="-1" dir="auto">${pieces(line).map((piece) =>
                piece.startMs === undefined
                    ? piece.text
                    : html`<span data-word="${String(piece.startMs)}">${piece.text}</span>`,
            )}${line.background && html`<small>${line.background.text}</small>`}${
                below?.text && html`<small lang="${other?.language ?? ''}" dir="auto">${below.text}</small>`
            }</button></li>`;
    })}</ol>${rightsLine(main)}`;
}
