// @ts-check
// Plays the queue's tracks in order on the decks. `status` follows the media element's own events.

import { MixingDecks } from './mixing-decks.js';
import { LevelControl } from './level-control.js';
import { PlayState } from './play-state.js';
import { Transition } from './transition.js';
import * as Queue from './queue.js';
import { playableAfter } from './playable.js';
import { afterTrouble } from './playback-failures.js';

/** @typedef {import('../core/types.js').TrackItem} TrackItem */
/** @typedef {import('./playback-failures.js').Trouble} Trouble */
/** @typedef {import('./play-state.js').Status} Status */

const SKIP_AFTER_MS = 2500;
/** This close to its end, a track counts as finished. */
const NEAR_MS = 500;

export class Playback extends PlayState {
    /** @protected */
    failures = 0;
    /** Playback stops after the current track. */
    stopsAfterTrack = false;
    #transition;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #skip;

    /**
     * @param {[HTMLAudioElement, HTMLAudioElement]} elements
     * @param {object} means
     * @param {import('./gapless-decks.js').Source} means.source
     * @param {(track: TrackItem, wasHeard: boolean) => Promise<Trouble>} means.diagnose why a track would not play
     * @param {import('./playable.js').CanPlay} [means.canPlay] at present
     * @param {() => number} [means.random]
     * @param {object} [means.sound]
     * @param {import('./sound-graph.js').SoundGraph} means.sound.graph
     * @param {import('./sound-facts.js').SoundKnowledge} means.sound.knowledge
     * @param {{ value: import('./sound-settings.js').SoundSettings } & EventTarget} means.sound.settings
     * @param {() => boolean} [means.sound.mixes] whether tracks are mixed on their beats
     */
    constructor(elements, { source, diagnose, canPlay = () => true, random = Math.random, sound }) {
        super(new MixingDecks(elements, source, sound?.graph));
        this.#transition = new Transition(this.decks, {
            next: () => this.#automaticNext,
            end: () => this.#onEnded(),
            durationMs: () => this.durationMs,
            knowledge: sound?.knowledge,
            settings: sound?.settings,
            mixes: sound?.mixes,
        });
        if (sound) new LevelControl(this, this.decks, sound);
        this.diagnose = diagnose;
        this.canPlay = canPlay;
        this.random = random;
        this.#listen();
    }

    // Commands

    play() {
        if (this.queue.index < 0) return;
        this.failures = 0;
        if (!this.decks.loaded || this.status === 'failed') this.load(true, this.positionMs);
        else void this.#start();
    }

    pause() {
        this.wanted = false;
        clearTimeout(this.#skip);
        this.#transition.cancel();
        const { decks, status } = this;
        const isOver = decks.active.ended && !decks.isPaused;
        decks.pause();
        // No event will come if nothing has played yet, or if the element has ended and only its tail was audible.
        if (status === 'loading') this.become('paused');
        else if (isOver) this.#onPause();
    }

    /** @param {number} ms */
    seek(ms) {
        if (!this.decks.loaded) return;
        this.#transition.cancel();
        if (this.decks.seek(Math.max(0, Math.min(ms, Math.max(0, this.durationMs - 250))))) this.#beginAnew();
        this.emit('time');
    }

    // From queue to deck

    /** @param {Queue.Queue} queue @protected */
    change(queue) {
        this.queue = queue;
        const { prepared } = this.decks;
        if (prepared && prepared !== Queue.current(queue) && prepared !== this.#automaticNext) this.decks.discard();
        this.emit('queue');
    }

    get #automaticNext() {
        if (this.stopsAfterTrack) return undefined;
        return playableAfter(this.queue, this.canPlay, { automatic: true }).entry;
    }

    /** @param {Queue.Entry | undefined} entry @protected */
    follow(entry) {
        if (!entry) return;
        this.failures = 0;
        this.change(Queue.jump(this.queue, entry.key));
        this.load(true);
    }

    /**
     * @param {boolean} wanted whether it is to play
     * @param {number} [positionMs]
     * @param {boolean} [overlap]
     * @protected
     */
    load(wanted, positionMs = 0, overlap = false) {
        const entry = Queue.current(this.queue);
        if (!entry) return;
        this.#leave();
        clearTimeout(this.#skip);
        this.wanted = wanted;
        this.decks.load(entry, { eager: wanted, positionMs, overlap });
        this.become(wanted ? 'loading' : 'paused');
        this.emit('time');
        if (wanted) void this.#start();
    }

    async #start() {
        this.wanted = true;
        const { active, graph } = this.decks;
        this.decks.forget('rest');
        // No await unless the graph has to wake: `play` below must run within the user's gesture.
        const isAwake = !graph || graph.isRunning || graph.state === 'impossible' || (await graph.wake());
        if (!this.wanted || active !== this.decks.active) return;
        if (!isAwake) return this.#block();
        active.play().catch(({ name }) => {
            if (active === this.decks.active && name === 'NotAllowedError') this.#block();
        });
    }

    /** The browser requires a user gesture first. */
    #block() {
        this.wanted = false;
        this.decks.pause();
        this.become('paused');
        this.emit('problem', { trouble: 'blocked', track: this.current, last: true });
    }

    /** Continues after the deck has reloaded its stream from another position. */
    #beginAnew() {
        if (this.begun) this.report('seeked');
        if (this.wanted) void this.#start();
    }

    /** Ends the play of the loaded entry, if it had begun. */
    #leave() {
        this.#transition.cancel();
        if (this.begun) this.report('stopped');
        this.begun = false;
    }

    /** @protected */
    unload() {
        this.#leave();
        this.decks.unload();
        this.wanted = false;
        this.become('idle');
        this.emit('time');
    }

    // Events of the decks

    #listen() {
        const decks = this.decks;
        decks.on('loadedmetadata', () => {
            if (decks.settle()) this.#beginAnew();
            this.emit('time');
        });
        decks.on('playing', () => this.#onPlaying());
        decks.on('pause', () => this.#onPause());
        decks.on('waiting', () => {
            if (decks.active.paused) return;
            decks.unjoin();
            this.become('waiting');
        });
        decks.on('timeupdate', () => this.#onTime());
        for (const type of ['progress', 'durationchange']) decks.on(type, () => this.emit('time'));
        decks.on('seeked', () => {
            this.emit('time');
            if (this.begun) this.report('seeked');
        });
        decks.on('ended', () => this.#onEnded());
        decks.on('joined', () => this.#onJoined());
        decks.on('error', () => void this.#onError());
        decks.on('volumechange', () => this.emit('change'));
        decks.graph?.addEventListener('stopped', async () => {
            if (this.wanted && !(await decks.graph?.wake()) && this.wanted) this.#block();
        });
    }

    #onPlaying() {
        if (!this.decks.hasGraph) this.decks.silence();
        this.failures = 0;
        const wasPaused = this.status === 'paused';
        this.become('playing');
        if (this.begun && wasPaused) this.report('resumed');
        if (!this.begun) this.report('started');
        this.begun = true;
    }

    #onPause() {
        // `pause` also fires just before `ended` and after `error`; the listener did not ask for those.
        if (this.decks.active.ended || this.decks.active.error) return;
        this.wanted = false;
        this.become('paused');
        if (this.begun) this.report('paused');
    }

    #onTime() {
        this.emit('time');
        const { active } = this.decks;
        if (active.paused) return;
        if (this.status === 'waiting') this.become('playing');
        this.#transition.follow();
    }

    /** The prepared deck has become audible in place of the active one. */
    #onJoined() {
        const entry = this.decks.prepared;
        if (!entry) return;
        const { passed } = playableAfter(this.queue, this.canPlay, { automatic: true });
        const isNear = this.durationMs - this.positionMs < NEAR_MS;
        if (this.begun) this.report('ended', isNear ? this.durationMs : this.positionMs);
        this.begun = false;
        if (passed.length > 0) this.emit('passed', { tracks: passed, last: false });
        this.decks.completeJoin();
        this.change(Queue.jump(this.queue, entry.key));
        if (this.decks.active.error) return void this.#onError();
        this.report('started');
        this.begun = true;
        this.emit('change');
        this.emit('time');
    }

    #onEnded() {
        this.#transition.cancel();
        const stops = this.stopsAfterTrack;
        if (this.begun) this.report('ended', this.durationMs);
        this.begun = false;
        const { entry, passed } = playableAfter(this.queue, this.canPlay, { automatic: true });
        if (passed.length > 0 && !stops) this.emit('passed', { tracks: passed, last: !entry });
        if (!entry || stops) {
            this.wanted = false;
            this.decks.seek(0);
            this.become('paused');
        } else if (entry === this.decks.loaded) {
            this.decks.seek(0);
            void this.#start();
        } else {
            this.change(Queue.jump(this.queue, entry.key));
            this.load(true, 0, true);
        }
    }

    async #onError() {
        const entry = this.decks.loaded;
        if (!entry || !this.decks.active.getAttribute('src')) return;
        const [heardMs, wasHeard] = [this.positionMs, this.begun];
        this.#leave();
        const trouble = await this.diagnose(entry.track, wasHeard);
        if (entry !== this.decks.loaded) return;
        if (trouble === 'unsupported' && this.decks.convert(heardMs)) {
            this.become(this.wanted ? 'loading' : 'paused');
            if (this.wanted) void this.#start();
            return;
        }
        if (trouble === 'network') this.decks.remember(heardMs);
        this.become('failed');
        this.failures += 1;
        const following = playableAfter(this.queue, this.canPlay).entry;
        const size = this.queue.entries.length;
        const hasNext = following !== undefined && following !== entry;
        const action = afterTrouble({ trouble, wanted: this.wanted, failures: this.failures, size, hasNext });
        this.emit('problem', { trouble, track: entry.track, last: action === 'stop' });
        if (action === 'stop' || !following) return;
        this.#skip = setTimeout(() => {
            if (entry !== this.decks.loaded || this.status !== 'failed') return;
            this.change(Queue.jump(this.queue, following.key));
            this.load(true);
        }, SKIP_AFTER_MS);
    }
}
