import assert from 'node:assert/strict';
import test from 'node:test';
import { afterTrouble, troubleOf } from '../../../../public/player/playback-failures.js';
import { clientName } from '../../../../public/player/client-name.js';
import { actionFor } from '../../../../public/features/shortcuts/model.js';
import { debounced } from '../../../../public/core/debounce.js';
import { dominantHue } from '../../../../public/elements/music/tint.js';

const situation = { trouble: 'missing', wanted: true, failures: 1, size: 10, hasNext: true };

test('one bad track is skipped', () => {
    assert.equal(afterTrouble(situation), 'skip');
    assert.equal(afterTrouble({ ...situation, trouble: 'unsupported' }), 'skip');
});

test('a list of bad tracks comes to a stop', () => {
    assert.equal(afterTrouble({ ...situation, failures: 4 }), 'stop');
    assert.equal(afterTrouble({ ...situation, failures: 2, size: 2 }), 'stop');
    assert.equal(afterTrouble({ ...situation, hasNext: false }), 'stop');
    let failures = 0;
    do failures++; while (afterTrouble({ ...situation, failures }) === 'skip' && failures < 100);
    assert.equal(failures, 4);
});

test('what the next track would not cure is not skipped', () => {
    for (const trouble of ['network', 'forbidden', 'blocked']) assert.equal(afterTrouble({ ...situation, trouble }), 'stop');
    assert.equal(afterTrouble({ ...situation, wanted: false }), 'stop');
});

test('the server’s answer says why a track would not play', () => {
    const cases = [[200, 'unsupported'], [206, 'unsupported'], [404, 'missing'], [410, 'missing'], [401, 'forbidden'], [403, 'forbidden'], [0, 'network'], [500, 'network'], [503, 'network'], [429, 'network'], [416, 'unsupported']];
    for (const [status, trouble] of cases) assert.equal(troubleOf(status), trouble, String(status));
});

test('browsers have names', () => {
    assert.equal(clientName('Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'), 'Chrome on Linux');
    assert.equal(clientName('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'), 'Safari on iOS');
    assert.equal(clientName('Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0'), 'Firefox on Windows');
    assert.equal(clientName(''), 'Web');
});

test('keys act, except where they are needed', () => {
    const nowhere = { editable: false, activatable: false, dialog: false };
    assert.equal(actionFor({ key: ' ' }, nowhere), 'toggle');
    assert.equal(actionFor({ key: 'K' }, nowhere), 'toggle');
    assert.equal(actionFor({ key: 'ArrowRight', shiftKey: true }, nowhere), 'forward');
    assert.equal(actionFor({ key: 'ArrowRight' }, nowhere), undefined);
    assert.equal(actionFor({ key: '?', shiftKey: true }, nowhere), 'help');
    assert.equal(actionFor({ key: ' ' }, { ...nowhere, activatable: true }), undefined);
    assert.equal(actionFor({ key: 'k' }, { ...nowhere, activatable: true }), 'toggle');
    assert.equal(actionFor({ key: 'k' }, { ...nowhere, editable: true }), undefined);
    assert.equal(actionFor({ key: 'k' }, { ...nowhere, dialog: true }), undefined);
    for (const held of ['ctrlKey', 'metaKey', 'altKey', 'isComposing']) assert.equal(actionFor({ key: 'n', [held]: true }, nowhere), undefined);
    assert.equal(actionFor({ key: 'b' }, nowhere), 'sidebar');
    for (const held of ['ctrlKey', 'metaKey']) {
        assert.equal(actionFor({ key: 'k', [held]: true }, nowhere), 'palette');
        assert.equal(actionFor({ key: 'K', [held]: true }, { ...nowhere, editable: true }), 'palette');
        assert.equal(actionFor({ key: 'k', [held]: true }, { ...nowhere, dialog: true }), undefined);
        assert.equal(actionFor({ key: 'k', [held]: true, shiftKey: true }, nowhere), undefined);
    }
    assert.equal(actionFor({ key: 'n', repeat: true }, nowhere), undefined);
    assert.equal(actionFor({ key: 'l', repeat: true }, nowhere), 'forward');
});

test('typing sends one request per pause, and a newer one ends the older', async () => {
    const runs = [];
    let due = [];
    const timers = { set: (callback, ms) => { due.push({ callback, ms }); return due.at(-1); }, clear: (timer) => { due = due.filter((one) => one !== timer); } };
    const search = debounced(500, async (text, signal) => { runs.push({ text, signal }); }, timers);
    for (const text of ['r', 'ro', 'ron']) search.later(text);
    assert.equal(due.length, 1);
    assert.equal(due[0].ms, 500);
    due.pop().callback();
    assert.deepEqual(runs.map((run) => run.text), ['ron']);
    assert.equal(runs[0].signal.aborted, false);
    search.later('rond');
    assert.equal(runs[0].signal.aborted, true);
    search.cancel();
    assert.equal(due.length, 0);
});

test('the hue of a cover is that of its colors, not of its grays', () => {
    const red = dominantHue([{ hex: '#808080', weight: 0.9 }, { hex: '#c81414', weight: 0.1 }]);
    assert.ok(red && (red.hue < 15 || red.hue > 345));
    assert.ok(Math.abs(dominantHue([{ hex: '#1428dc', weight: 1 }]).hue - 234) < 3);
    assert.equal(dominantHue([{ hex: '#5a5a5a', weight: 1 }]), undefined);
    assert.equal(dominantHue([]), undefined);
});
