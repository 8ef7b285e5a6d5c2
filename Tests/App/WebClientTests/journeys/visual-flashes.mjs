// Counts the flashes of visuals as defined by WCAG 2.2: pairs of opposing changes of relative luminance by 0.1 or more, where the darker one is below
// 0.8.

const FPS = 30;
const SECONDS = 6;
const COLUMNS = 24;
const ROWS = 15;
/** A relevant flash covers more than a quarter of the visible area. */
const AREA = 0.25;

/**
 * The largest number of flashes in any second in which more than a quarter of the cells take part.
 * @param {number[][]} frames the relative luminance of each cell @param {number} fps
 */
export function mostFlashes(frames, fps) {
    /** For each frame, the number of cells that end an opposing change there. @type {number[][]} */
    const changes = frames[0].map((_, cell) => {
        const at = [];
        let [low, high, direction] = [frames[0][cell], frames[0][cell], 0];
        for (let frame = 1; frame < frames.length; frame += 1) {
            const value = frames[frame][cell];
            if (direction >= 0 && high - value >= 0.1 && value < 0.8) {
                at.push(frame);
                [direction, low, high] = [-1, value, value];
            } else if (direction <= 0 && value - low >= 0.1 && low < 0.8) {
                at.push(frame);
                [direction, low, high] = [1, value, value];
            }
            if (direction >= 0) high = Math.max(high, value);
            if (direction <= 0) low = Math.min(low, value);
        }
        return at;
    });
    let most = 0;
    for (let from = 0; from + fps <= frames.length; from += 3) {
        const counts = changes.map((at) => Math.floor(at.filter((frame) => frame >= from && frame < from + fps).length / 2));
        counts.sort((one, other) => other - one);
        most = Math.max(most, counts[Math.floor(counts.length * AREA)]);
    }
    return most;
}

/**
 * Draws every visual for six seconds in a small size, with hard points as dense as an analysis finds them, and switches to another song's visual
 * after three.
 * @param {import('./page.mjs').Page} page @returns {Promise<{ name: string, flashes: number, range: number }[]>}
 */
export async function countFlashes(page) {
    const drawn = await page.evaluate(`(async () => {
        const { src } = document.querySelector('script[type=module]');
        const at = (path) => import(new URL((src.includes('/joined/') ? '../' : '') + path, src));
        const [{ Renderer }, { Driver }, { Signals }, { paletteOf }, { VISUALS }] = await Promise.all(
            ['renderer', 'driver', 'signals', 'palette', 'model'].map((name) => at('features/visuals/' + name + '.js')));
        const hardPoints = Array.from({ length: 400 }, (_, index) => [index * 50, 255, index % 3]);
        const bodies = Array.from({ length: 500 }, (_, index) => index % 2 ? 255 : 20);
        const signals = new Signals({ beats: Array.from({ length: 60 }, (_, index) => index * 300), hardPoints }, { pointMs: 40, peaks: bodies, bodies });
        const palettes = [[{ hex: '#ffffff', weight: .6 }, { hex: '#ff2020', weight: .4 }], [{ hex: '#101080', weight: .5 }, { hex: '#ffe040', weight: .5 }]].map((colors) => paletteOf(colors, ''));
        const linear = Array.from({ length: 256 }, (_, byte) => byte / 255 <= .04045 ? byte / 255 / 12.92 : ((byte / 255 + .055) / 1.055) ** 2.4);
        const canvas = document.createElement('canvas');
        const renderer = new Renderer(canvas);
        renderer.setCalm([[0, 0, 0], [0, 0, 0], [0, 0, 0]]);
        renderer.resize(${COLUMNS * 4}, ${ROWS * 4});
        const { gl } = renderer;
        const pixels = new Uint8Array(canvas.width * canvas.height * 4);
        const all = [];
        for (const name of VISUALS) {
            const driver = new Driver();
            renderer.show(name, palettes[0]);
            const frames = [];
            for (let frame = 0; frame < ${FPS * SECONDS}; frame += 1) {
                if (frame === ${FPS * SECONDS / 2}) renderer.show(VISUALS[(VISUALS.indexOf(name) + 3) % VISUALS.length], palettes[1]);
                const elapsedMs = ${1000 / FPS};
                renderer.draw(driver.frame({ signals, ms: frame * elapsedMs + 1, elapsedMs, isPlaying: true, mode: 'on', listen: (into) => Boolean(into.fill(frame % 4 < 2 ? 255 : 0)) }));
                gl.bindFramebuffer(gl.FRAMEBUFFER, null);
                gl.readPixels(0, 0, canvas.width, canvas.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
                const cells = new Array(${COLUMNS * ROWS}).fill(0);
                for (let y = 0; y < ${ROWS * 4}; y += 1) for (let x = 0; x < ${COLUMNS * 4}; x += 1) {
                    const start = (y * ${COLUMNS * 4} + x) * 4;
                    cells[(y >> 2) * ${COLUMNS} + (x >> 2)] += (.2126 * linear[pixels[start]] + .7152 * linear[pixels[start + 1]] + .0722 * linear[pixels[start + 2]]) / 16;
                }
                frames.push(cells.map((value) => Math.round(value * 1e4) / 1e4));
            }
            all.push({ name, frames });
        }
        renderer.end();
        return all;
    })()`);
    return drawn.map(({ name, frames }) => {
        const late = frames[frames.length / 2 - 1];
        return { name, flashes: mostFlashes(frames, FPS), range: Math.round((Math.max(...late) - Math.min(...late)) * 100) / 100 };
    });
}
