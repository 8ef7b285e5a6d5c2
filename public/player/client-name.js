// @ts-check

/**
 * The name of this browser in the history and the device list, such as `Firefox on Windows`.
 * @param {string} agent the user agent string
 */
export function clientName(agent) {
    /** @type {[RegExp, string][]} */
    const browsers = [
        [/Edg\//, 'Edge'],
        [/OPR\//, 'Opera'],
        [/Firefox\//, 'Firefox'],
        [/Chrom(e|ium)\//, 'Chrome'],
        [/Safari\//, 'Safari'],
    ];
    /** @type {[RegExp, string][]} */
    const systems = [
        [/Android/, 'Android'],
        [/iPhone|iPad/, 'iOS'],
        [/Windows/, 'Windows'],
        [/Mac OS X/, 'macOS'],
        [/CrOS/, 'ChromeOS'],
        [/Linux/, 'Linux'],
    ];
    const browser = browsers.find(([pattern]) => pattern.test(agent))?.[1] ?? 'Web';
    const system = systems.find(([pattern]) => pattern.test(agent))?.[1];
    return system ? `${browser} on ${system}` : browser;
}
