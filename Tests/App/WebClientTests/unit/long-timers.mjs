// The player's output rests after a minute without music. Such timers do not keep a test's process from ending.

const start = globalThis.setTimeout;

globalThis.setTimeout = Object.assign((run, ms, ...values) => {
    const timer = start(run, ms, ...values);
    return ms >= 10_000 ? timer.unref() : timer;
}, start);
