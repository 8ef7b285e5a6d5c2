// Measures of recorded samples.

export const decibels = (ratio) => 20 * Math.log10(ratio);

export const rms = (samples) => Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length));

/** The amplitude of one frequency (Goertzel with a Hann window). */
export function levelAt(samples, rate, hertz) {
    let [real, imaginary] = [0, 0];
    for (let place = 0; place < samples.length; place++) {
        const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * place) / samples.length);
        const turn = (2 * Math.PI * hertz * place) / rate;
        real += samples[place] * window * Math.cos(turn);
        imaginary += samples[place] * window * Math.sin(turn);
    }
    return (4 * Math.hypot(real, imaginary)) / samples.length;
}

/** The amplitude of a tone in each millisecond, over two of its periods. */
export function envelope(samples, rate, hertz) {
    const width = Math.round((2 * rate) / hertz);
    const levels = [];
    for (let start = 0; start + width < samples.length; start += rate / 1000) {
        const at = Math.round(start);
        levels.push(rms(samples.subarray(at, at + width)) * Math.SQRT2);
    }
    return levels;
}

/** Of a tone, by the places where it rises through zero. */
export function frequency(samples, rate) {
    const rises = [];
    for (let place = 1; place < samples.length; place++)
        if (samples[place - 1] < 0 && samples[place] >= 0) rises.push(place - samples[place] / (samples[place] - samples[place - 1]));
    return ((rises.length - 1) * rate) / (rises.at(-1) - rises[0]);
}
