import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { ApiError, problem } from '../../../../public/core/api.js';
import { explain } from '../../../../public/core/errors.js';
import { LOCALES, setLocale } from '../../../../public/core/i18n.js';
import { dataSize } from '../../../../public/core/units.js';
import { afterTrouble, planTrouble } from '../../../../public/player/playback-failures.js';

test('amounts of data come in the unit that fits, in the language of the reader', () => {
    const cases = /** @type {const} */ ([[0, '0 bytes'], [999, '999 bytes'], [1000, '1 kB'], [1540, '1.5 kB'], [999_600, '1 MB'], [42_400_000, '42 MB'], [20e9, '20 GB'], [5e15, '5,000 TB']]);
    for (const [bytes, text] of cases) assert.equal(dataSize(bytes, 'en'), text);
    assert.equal(dataSize(1540, 'pl'), '1,5 kB');
});

test('a plan says what it stands in the way with, and the player waits for the person then', () => {
    const free = { streams: null, openStreams: 9, monthlyTransfer: null, transferred: 1e12 };
    assert.equal(planTrouble(free), undefined);
    assert.equal(planTrouble({ ...free, streams: 2, openStreams: 1 }), undefined);
    assert.equal(planTrouble({ ...free, streams: 2, openStreams: 2 }), 'planStreams');
    assert.equal(planTrouble({ ...free, monthlyTransfer: 10, transferred: 9 }), undefined);
    assert.equal(planTrouble({ ...free, streams: 1, monthlyTransfer: 10, transferred: 10 }), 'planTransfer');
    for (const trouble of /** @type {const} */ (['planStreams', 'planTransfer'])) {
        assert.equal(afterTrouble({ trouble, wanted: true, failures: 1, size: 5, hasNext: true }), 'stop');
    }
});

test('a refusal by the plan is not told in seconds', () => {
    const refusal = new ApiError({ status: 429, code: 'rateLimited', reason: 'plan_transfer', retryAfter: 800_000 });
    assert.ok(!explain(refusal).includes('800'));
});

test('a limit of submissions names the plan that sets it, and else says that a plan may', async () => {
    globalThis.document ??= { documentElement: {} };
    globalThis.fetch = async (url) => new Response(readFileSync(url));
    for (const locale of LOCALES) {
        await setLocale(locale);
        for (const reason of ['quota_exceeded', 'file_too_large']) {
            const body = { code: 'tooLarge', reason, detail: 'x' };
            const named = explain(problem(413, { ...body, plan: 'Free & easy' }));
            assert.ok(named.includes('Free & easy') && /\bplan/.test(named), named);
            const unnamed = explain(problem(413, body));
            assert.ok(unnamed !== named && /\bplan/.test(unnamed) && !unnamed.includes('{'), unnamed);
        }
    }
});
