// Measurements of recorded samples.

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

/** The frequency of a tone, from its rising zero crossings. */
export function frequency(samples, rate) {
    const rises = [];
    for (let place = 1; place < samples.length; place++)
        if (samples[place - 1] < 0 && samples[place] >= 0) rises.push(place - samples[place] / (samples[place] - samples[place - 1]));
    return ((rises.length - 1) * rate) / (rises.at(-1) - rises[0]);
}

/**
 * The times of clicks in seconds. A click is several times as loud as the sixth of a second before it, and starts where it reaches half of its level.
 */
export function clicks(samples, rate) {
    const width = Math.round(rate / 1000);
    const levels = Array.from({ length: Math.floor(samples.length / width) }, (_, part) =>
        samples.subarray(part * width, (part + 1) * width).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0));
    const loudest = levels.reduce((most, level) => Math.max(most, level), 0);
    const found = [];
    for (let part = 1; part + 8 < levels.length; part++) {
        const before = Math.max(...levels.slice(Math.max(0, part - 160), part));
        const peak = Math.max(...levels.slice(part, part + 8));
        if (levels[part] < loudest / 100 || levels[part] < before * 3 || part / 1000 - (found.at(-1)?.part ?? -1000) / 1000 < 0.16) continue;
        let place = part * width;
        while (Math.abs(samples[place]) < peak / 2) place++;
        found.push({ part, at: place / rate });
    }
    return found.map(({ at }) => at);
}
