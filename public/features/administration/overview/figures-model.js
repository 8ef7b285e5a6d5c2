// @ts-check
// The server's figures of the past week as lines. Pure.

/** @typedef {'sum' | 'greatest' | 'last'} Rule how several values combine into one */
/** @typedef {{ name: string, rule: Rule, at: number[], values: number[] }} Course `at`: hours after `from` */
/** @typedef {{ from: string, hours: number, figures: Course[] }} History */
/** @typedef {(number | undefined)[]} Line values in order; undefined where unknown */

const HOUR_MS = 3_600_000;

/** @param {Rule} rule @param {number} earlier @param {number} later */
function combine(rule, earlier, later) {
    if (rule === 'sum') return earlier + later;
    return rule === 'greatest' ? Math.max(earlier, later) : later;
}

/**
 * The values per `step` hours, combined by the figure's rule. The last part ends with the last hour.
 * Values are undefined for times when the server was off.
 * @param {Course} course
 * @param {number} hours in total
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
 * Fills missing hours with 0. For figures counted from stored data, such as plays, a missing hour means none.
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
 * One combined value for the last `hours` hours; undefined when no value is known.
 * @param {Course} course
 * @param {number} all the total hours
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
 * Whether a line can be drawn: it needs at least two values.
 * @param {Line} line
 */
export const hasLine = (line) => line.filter((value) => value !== undefined).length > 1;

/**
 * The SVG path of a line, and of the area under it. Both break where a value is unknown.
 *
 * Amounts start at 0. Sizes change little, so their axis starts a little below the smallest value.
 * @param {Line} line
 * @param {{ width: number, height: number, rule: Rule }} size
 */
export function paths(line, { width, height, rule }) {
    const known = /** @type {number[]} */ (line.filter((value) => value !== undefined));
    const [least, most] = [Math.min(...known), Math.max(...known)];
    const base = rule === 'last' ? least - (most - least) * 0.25 : 0;
    const range = most - base;
    // A constant line is drawn at the bottom when it is zero, otherwise in the middle.
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
 * The positions of midnight in the browser's time zone, as shares of the whole span.
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
 * The highest value of a line, and the start of its part.
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
 * The values by day in the browser's time zone, newest first.
 * @param {Course} course
 * @param {History} history
 * @returns {Map<string, number>} by day, such as `2026-11-21`
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
