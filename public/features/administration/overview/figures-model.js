// @ts-check
// The server's figures of a week as lines. Pure.

/** @typedef {'sum' | 'greatest' | 'last'} Rule how several values become one */
/** @typedef {{ name: string, rule: Rule, at: number[], values: number[] }} Course `at`: hours after the first */
/** @typedef {{ from: string, hours: number, figures: Course[] }} History */
/** @typedef {(number | undefined)[]} Line its values in order; undefined where nothing is known */

const HOUR_MS = 3_600_000;

/** @param {Rule} rule @param {number} earlier @param {number} later */
function combine(rule, earlier, later) {
    if (rule === 'sum') return earlier + later;
    return rule === 'greatest' ? Math.max(earlier, later) : later;
}

/**
 * The values of each `step` hours, put together by the figure's rule; the last part ends with the last hour.
 * Where the server was off, nothing is known.
 * @param {Course} course
 * @param {number} hours of all
 * @param {number} step
 * @returns {Line}
 */
export function parts({ rule, at, values }, hours, step) {
    const count = Math.ceil(hours / step);
    const shift = count * step - hours;
    /** @type {Line} */
    const line = Array.from({ length: count }, () => undefined);
    at.forEach((hour, index) => {
        const part = Math.floor((hour + shift) / step);
        if (part < 0 || part >= count) return;
        const known = line[part];
        line[part] = known === undefined ? values[index] : combine(rule, known, values[index]);
    });
    return line;
}

/**
 * What is counted from what is stored anyway, such as plays, was 0 in every hour that has none.
 * @param {Course} course
 * @param {number} hours
 * @returns {Course}
 */
export function filled(course, hours) {
    const known = new Map(course.at.map((hour, index) => [hour, course.values[index]]));
    const at = Array.from({ length: hours }, (_, hour) => hour);
    return { ...course, at, values: at.map((hour) => known.get(hour) ?? 0) };
}

/**
 * One value for the last `hours` hours; undefined where nothing is known of them.
 * @param {Course} course
 * @param {number} all hours
 * @param {number} hours
 */
export function recent({ rule, at, values }, all, hours) {
    /** @type {number | undefined} */
    let sum;
    at.forEach((hour, index) => {
        if (hour >= all - hours) sum = sum === undefined ? values[index] : combine(rule, sum, values[index]);
    });
    return sum;
}

/**
 * Two values make a line: of less there is none.
 * @param {Line} line
 */
export const hasLine = (line) => line.filter((value) => value !== undefined).length > 1;

/**
 * The line as the path of a picture, and the area under it. Where nothing is known it breaks off.
 *
 * Amounts begin at 0. A size hardly ever changes by much: it begins a little below its least.
 * @param {Line} line
 * @param {{ width: number, height: number, rule: Rule }} size
 */
export function paths(line, { width, height, rule }) {
    const known = /** @type {number[]} */ (line.filter((value) => value !== undefined));
    const [least, most] = [Math.min(...known), Math.max(...known)];
    const base = rule === 'last' ? least - (most - least) * 0.25 : 0;
    const range = most - base;
    // A line at rest lies at the bottom when it is zero, and otherwise in the middle.
    const y = (/** @type {number} */ value) =>
        range > 0 ? height - 1.5 - ((value - base) / range) * (height - 3) : most === 0 ? height - 1.5 : height / 2;
    const x = (/** @type {number} */ index) => (line.length > 1 ? (index / (line.length - 1)) * width : width);
    const place = (/** @type {number} */ index, /** @type {number} */ value) =>
        `${round(x(index))} ${round(y(value))}`;
    /** @type {[number, number][][]} */
    const runs = [];
    line.forEach((value, index) => {
        if (value === undefined) return;
        if (index === 0 || line[index - 1] === undefined) runs.push([]);
        runs[runs.length - 1].push([index, value]);
    });
    return {
        line: runs.map((run) => `M${run.map(([index, value]) => place(index, value)).join('L')}`).join(''),
        area: runs
            .filter((run) => run.length > 1)
            .map((run) => {
                const [first, last] = [run[0][0], run[run.length - 1][0]];
                const top = run.map(([index, value]) => place(index, value)).join('L');
                return `M${round(x(first))} ${height}L${top}L${round(x(last))} ${height}Z`;
            })
            .join(''),
    };
}

const round = (/** @type {number} */ value) => Math.round(value * 100) / 100;

/**
 * The places of the midnights of this browser's days, as shares of the whole.
 * @param {History} history
 */
export function midnights({ from, hours }) {
    const first = new Date(from).getTime();
    const day = new Date(first);
    day.setHours(24, 0, 0, 0);
    /** @type {number[]} */
    const found = [];
    while (day.getTime() < first + hours * HOUR_MS) {
        found.push((day.getTime() - first) / (hours * HOUR_MS));
        day.setDate(day.getDate() + 1);
    }
    return found;
}

/**
 * The highest value of a line, and when its part began.
 * @param {Line} line
 * @param {History} history
 * @param {number} step
 * @returns {{ value: number, at: Date } | undefined}
 */
export function highest(line, { from, hours }, step) {
    const known = line.flatMap((value, index) => (value === undefined ? [] : [{ value, index }]));
    if (known.length === 0) return undefined;
    const { value, index } = known.reduce((most, one) => (one.value > most.value ? one : most));
    const begun = index * step - (line.length * step - hours);
    return { value, at: new Date(new Date(from).getTime() + Math.max(0, begun) * HOUR_MS) };
}

/**
 * The values by this browser's days, the latest first.
 * @param {Course} course
 * @param {History} history
 * @returns {Map<string, number>} by the days, `2026-11-21`
 */
export function byDay({ rule, at, values }, { from }) {
    const first = new Date(from).getTime();
    /** @type {Map<string, number>} */
    const days = new Map();
    at.forEach((hour, index) => {
        const time = new Date(first + hour * HOUR_MS);
        const pad = (/** @type {number} */ value) => String(value).padStart(2, '0');
        const day = `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`;
        const known = days.get(day);
        days.set(day, known === undefined ? values[index] : combine(rule, known, values[index]));
    });
    return new Map([...days].sort(([one], [other]) => (one < other ? 1 : -1)));
}
