// @ts-check
// The editor's state: the text with its history, the target of the next tap, and playback.

import { player } from '../../player/index.js';
import { History } from './history.js';
import { nextLine, tap } from './lines.js';
import { setStart } from './model.js';

/** @typedef {import('./model.js').Doc} Doc */
/** @typedef {import('../../core/types.js').TrackItem} TrackItem */

/** Dispatches `change` when the text or the aim changes. `detail.quiet`: a field already shows the change. */
export class Editor extends EventTarget {
    /** @type {History<Doc>} */
    #history;
    /** @type {import('./lines.js').Aim} */
    aim = { line: 0, word: 0 };
    /** Whether taps set the times of words instead of lines. */
    words = false;
    /**
     * The ID of the version that the edit is based on.
     * @type {string | null}
     */
    basis = null;

    /** @param {TrackItem} track @param {Doc} doc */
    constructor(track, doc) {
        super();
        this.track = track;
        this.#history = new History(doc);
        this.aim = { line: nextLine(doc, 0), word: 0 };
    }

    get doc() {
        return this.#history.present;
    }

    get canUndo() {
        return this.#history.canUndo;
    }

    get canRedo() {
        return this.#history.canRedo;
    }

    /** @param {Doc} doc @param {{ kind?: string, quiet?: boolean }} options */
    apply(doc, { kind = '', quiet = false } = {}) {
        this.#history.push(doc, kind);
        this.#tell(quiet);
    }

    /** @param {Doc} doc the new text, which cannot be undone */
    restart(doc) {
        this.#history = new History(doc);
        this.aim = { line: nextLine(doc, 0), word: 0 };
        this.#tell();
    }

    undo() {
        if (this.#history.undo()) this.#tell();
    }

    redo() {
        if (this.#history.redo()) this.#tell();
    }

    /** @param {number} index */
    aimAt(index) {
        if (this.aim.line === index) return;
        this.aim = { line: index, word: 0 };
        this.#tell(true);
    }

    /** Moves the aim one step back, so that the word or line can be timed again. */
    aimBack() {
        if (this.words && this.aim.word > 0) this.aim = { line: this.aim.line, word: this.aim.word - 1 };
        else {
            let line = this.aim.line - 1;
            while (line > 0 && !this.doc.lines[line]?.text.trim()) line -= 1;
            this.aim = { line: Math.max(0, line), word: 0 };
        }
        this.#tell(true);
    }

    /** @param {boolean} words */
    setWords(words) {
        this.words = words;
        this.aim = { line: this.aim.line, word: 0 };
        this.#tell(true);
    }

    /** Sets the start of the aimed word or line to the current position. */
    tap() {
        const { doc, aim } = tap(this.doc, this.aim, this.positionMs, this.words);
        if (doc === this.doc) return;
        this.aim = aim;
        this.apply(doc);
    }

    /**
     * Sets the start of a line to the current position.
     * @param {number} index
     */
    begin(index) {
        this.apply(setStart(this.doc, index, this.positionMs));
    }

    /** Whether this track is the player's current track. */
    get isHeard() {
        return player.current?.id === this.track.id;
    }

    get isPlaying() {
        return this.isHeard && player.isPlaying;
    }

    get positionMs() {
        return this.isHeard ? player.positionMs : 0;
    }

    /** @param {number} ms */
    playFrom(ms) {
        if (this.isHeard) player.seek(ms);
        else player.restore([this.track], 0, ms);
        if (!player.isPlaying) player.play();
    }

    togglePlay() {
        if (this.isHeard) player.toggle();
        else this.playFrom(0);
    }

    /** @param {number} ms */
    seekBy(ms) {
        if (this.isHeard) player.seekBy(ms);
    }

    #tell(quiet = false) {
        this.dispatchEvent(new CustomEvent('change', { detail: { quiet } }));
    }
}
