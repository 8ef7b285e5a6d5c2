// @ts-check
// The microphone: a recording that can be read while it runs, and the current loudness of the room.

import { instant } from './room-clock.js';

/** Containers that the server reads, the smallest first. Each browser records at least one of them. */
const TYPES = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4', 'audio/webm'];
const BITS_PER_SECOND = 48_000;
/** The meter's range from silent to loud, in dBFS. */
const [QUIET_DB, LOUD_DB] = [-60, -12];

/**
 * Why this browser or page cannot record; undefined if it can.
 * @returns {'insecure'|'unsupported'|undefined}
 */
export function obstacle() {
    if (!globalThis.isSecureContext) return 'insecure';
    return !navigator.mediaDevices?.getUserMedia || !globalThis.MediaRecorder ? 'unsupported' : undefined;
}

/**
 * Asks for the microphone and starts recording. Filters for calls are off, since they suppress music as noise.
 * @param {AbortSignal} signal ends the recording
 */
export async function startRecording(signal) {
    const stream = await navigator.mediaDevices.getUserMedia({
        audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false, channelCount: 1 },
    });
    const release = () => {
        for (const track of stream.getTracks()) track.stop();
    };
    if (signal.aborted) {
        release();
        throw new DOMException('The listener has given up.', 'AbortError');
    }
    const { recorder, meter } = attach(stream, release);
    /** @type {Blob[]} */
    const chunks = [];
    /** @type {(() => void)[]} */
    const waiting = [];
    recorder.addEventListener('dataavailable', ({ data }) => {
        if (data.size > 0) chunks.push(data);
        for (const done of waiting.splice(0)) done();
    });
    let isStopped = false;
    const stop = () => {
        if (isStopped) return;
        isStopped = true;
        meter.close();
        if (recorder.state !== 'inactive') recorder.stop();
        release();
    };
    signal.addEventListener('abort', stop, { once: true });
    /**
     * Rejects if the microphone is lost during the recording.
     * @type {Promise<never>}
     */
    const lost = new Promise((_, reject) => {
        const fail = () => {
            if (!isStopped) reject(new DOMException('The microphone is gone.', 'NotReadableError'));
        };
        stream.getAudioTracks()[0]?.addEventListener('ended', fail, { once: true });
        recorder.addEventListener('error', fail, { once: true });
    });
    lost.catch(() => {});
    await new Promise((resolve, reject) => {
        recorder.addEventListener('start', resolve, { once: true });
        recorder.addEventListener('error', reject, { once: true });
        recorder.start();
    });
    const startedAt = performance.now();
    return {
        lost,
        stop,
        level: meter.level,
        isMetered: meter.isRunning,
        spectrum: meter.spectrum,
        get elapsedMs() {
            return performance.now() - startedAt;
        },
        /** @returns {Promise<import('./outcomes.js').Sample>} */
        async take() {
            const endedAt = instant();
            const durationMs = performance.now() - startedAt;
            await new Promise((/** @type {(value: void) => void} */ resolve) => {
                waiting.push(resolve);
                recorder.requestData();
            });
            return { bytes: new Blob(chunks, { type: recorder.mimeType || chunks[0]?.type }), durationMs, endedAt };
        },
    };
}

/** @typedef {Awaited<ReturnType<typeof startRecording>>} Microphone */

/**
 * Attaches a recorder and a meter to a stream. On an error it releases the microphone.
 * @param {MediaStream} stream
 * @param {() => void} release
 */
function attach(stream, release) {
    try {
        const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type)) ?? '';
        const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: BITS_PER_SECOND });
        return { recorder, meter: startMeter(stream) };
    } catch (error) {
        release();
        throw error;
    }
}

/** @param {MediaStream} stream */
function startMeter(stream) {
    const context = new AudioContext();
    void context.resume().catch(() => {});
    const analyser = new AnalyserNode(context, { fftSize: 2048, smoothingTimeConstant: 0.75 });
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const bins = new Uint8Array(analyser.frequencyBinCount);
    return {
        /** The current loudness, 0...1 on a decibel scale. */
        level() {
            analyser.getFloatTimeDomainData(samples);
            let sum = 0;
            for (const sample of samples) sum += sample * sample;
            const decibels = 10 * Math.log10(sum / samples.length + 1e-12);
            return Math.min(1, Math.max(0, (decibels - QUIET_DB) / (LOUD_DB - QUIET_DB)));
        },
        /**
         * The loudness of `count` bands from low to high, each 0...1.
         * @param {number} count
         */
        spectrum(count) {
            analyser.getByteFrequencyData(bins);
            const [first, last] = [3, Math.floor(bins.length * 0.42)];
            return Array.from({ length: count }, (_, band) => {
                const from = Math.floor(first * (last / first) ** (band / count));
                const to = Math.max(from + 1, Math.floor(first * (last / first) ** ((band + 1) / count)));
                let most = 0;
                for (let bin = from; bin < to; bin += 1) most = Math.max(most, bins[bin]);
                return most / 255;
            });
        },
        /** Some browsers suspend the meter until a tap. Its silence means nothing then. */
        isRunning: () => context.state === 'running',
        close() {
            void context.close().catch(() => {});
        },
    };
}
