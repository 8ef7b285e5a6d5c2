import assert from 'node:assert/strict';
import test from 'node:test';
import { difference } from '../../../../public/features/lyrics-editor/difference.js';
import { History } from '../../../../public/features/lyrics-editor/history.js';
import { addPart, join, paste, pasteOther, split, tap } from '../../../../public/features/lyrics-editor/lines.js';
import { fromLyrics, nextVoice, setOther, setStart, setText, shift, toLyrics, untimed, wordsOf } from '../../../../public/features/lyrics-editor/model.js';
import { readText } from '../../../../public/features/lyrics-editor/text.js';

const empty = fromLyrics([]);
const texts = (doc) => doc.lines.map((line) => line.text);
const starts = (doc) => doc.lines.map((line) => line.startMs);

test('a pasted text is lines, and LRC has its times', () => {
    assert.deepEqual(readText('\n one \r\n\ntwo\n\n'), [{ text: 'one' }, { text: '' }, { text: 'two' }]);
    assert.deepEqual(readText('[ti:x]\n[00:02.5]b\n[00:01.00][01:00]a c'), [
        { text: 'a c', startMs: 1000 }, { text: 'b', startMs: 2500 }, { text: 'a c', startMs: 60000 },
    ]);
    assert.deepEqual(readText('[00:01.00]a\n[00:01.50]\n[00:02.00]b\n[00:03.00]\n\n'), [
        { text: 'a', startMs: 1000, endMs: 1500 }, { text: 'b', startMs: 2000, endMs: 3000 },
    ]);
    assert.deepEqual(readText('[live] at night'), [{ text: '[live] at night' }]);
    assert.deepEqual(readText('tab\there'), [{ text: 'tab here' }]);
});

test('pasted LRC has the times of words, voices and what is sung in the background, as it was written', () => {
    const lines = readText('[00:01.00][01:00]v2: <00:01.00>Żółw <00:01.2>c<00:01.50>\n[bg:<00:01.1>ooh]\n[00:03.00]plain');
    assert.deepEqual(lines.map(({ startMs, endMs, agent }) => [startMs, endMs, agent]), [[1000, 1500, 'v2'], [3000, undefined, undefined], [60000, 60500, 'v2']]);
    assert.deepEqual(lines[0].words, [{ startMs: 1000, byteStart: 0, byteEnd: 7 }, { startMs: 1200, byteStart: 8, byteEnd: 9 }]);
    assert.deepEqual(lines[2].words.map((word) => word.startMs), [60000, 60200]);
    assert.deepEqual([lines[0], lines[2]].map(({ text, background }) => [text, background]), Array(2).fill(['Żółw c', { text: 'ooh', agent: 'bg' }]));
    const doc = paste(empty, '[00:01.00]v1: a\n[00:02.00]v2: b\n[00:03.00]c');
    assert.deepEqual(doc.agents, [{ id: 'v1', role: 'main' }, { id: 'v2', role: 'voice' }]);
    assert.deepEqual(doc.lines.map((line) => line.agent), ['v1', 'v2', 'v1']);
    assert.deepEqual(readText('a <00:01.2>c'), [{ text: 'a c' }]);
    assert.deepEqual(texts(pasteOther(addPart(doc, { kind: 'translation', language: 'pl' }), 0, '[00:01.00]v1: <00:01.00>A')), ['a', 'b', 'c']);
});

test('tapping times lines one after the other, and words within them', () => {
    let doc = paste(empty, 'Uno dos\n\nTres');
    let aim = { line: 0, word: 0 };
    ({ doc, aim } = tap(doc, aim, 1000.4, false));
    assert.deepEqual(aim, { line: 2, word: 0 });
    ({ doc, aim } = tap(doc, aim, 3000, false));
    assert.deepEqual([starts(doc), aim.line, untimed(doc)], [[1000, undefined, 3000], 3, 0]);
    assert.deepEqual(tap(doc, aim, 4000, false), { doc, aim });
    aim = { line: 0, word: 0 };
    ({ doc, aim } = tap(doc, aim, 1200, true));
    assert.deepEqual(aim, { line: 0, word: 1 });
    ({ doc, aim } = tap(doc, aim, 1100, true));
    assert.deepEqual(doc.lines[0].words, [{ startMs: 1200, byteStart: 0, byteEnd: 3 }, { startMs: 1200, byteStart: 4, byteEnd: 7 }]);
    assert.deepEqual([doc.lines[0].startMs, aim], [1200, { line: 2, word: 0 }]);
});

test('lines are split and joined with the times of their words', () => {
    const words = [{ startMs: 1000, byteStart: 0, byteEnd: 7 }, { startMs: 1500, byteStart: 8, byteEnd: 11 }];
    const doc = fromLyrics([{ synced: true, agents: [], lines: [{ startMs: 1000, endMs: 2000, text: 'Żółw dos', words }] }]);
    const halves = split(doc, 0, 4);
    assert.deepEqual([texts(halves), starts(halves)], [['Żółw', 'dos'], [1000, 1500]]);
    assert.deepEqual(halves.lines[1].words, [{ startMs: 1500, byteStart: 0, byteEnd: 3 }]);
    const whole = join(halves, 0);
    assert.deepEqual([texts(whole), whole.lines[0].words, whole.lines[0].endMs], [['Żółw dos'], words, 2000]);
});

test('a line that is moved takes its words along, and a new text keeps the times of as many words', () => {
    const doc = fromLyrics([{ synced: true, agents: [], lines: [{ startMs: 1000, text: 'a b', words: [{ startMs: 1000, byteStart: 0, byteEnd: 1 }, { startMs: 1400, byteStart: 2, byteEnd: 3 }] }] }]);
    assert.deepEqual(setStart(doc, 0, 900).lines[0].words.map((word) => word.startMs), [900, 1300]);
    assert.deepEqual(shift(doc, -5000).lines[0].words.map((word) => word.startMs), [0, 0]);
    assert.deepEqual(setText(doc, 0, 'ać bc').lines[0].words.map((word) => [word.startMs, word.byteEnd]), [[1000, 3], [1400, 6]]);
    assert.equal(setText(doc, 0, 'a').lines[0].words, undefined);
    assert.deepEqual(wordsOf(' ż  a'), [{ byteStart: 1, byteEnd: 3 }, { byteStart: 5, byteEnd: 6 }]);
});

test('what is saved has the other languages at the times of its lines, and what was read is saved as it was', () => {
    let doc = addPart(paste(empty, '[00:01.0]Uno\n[00:02.0]Dos'), { kind: 'translation', language: 'EN' });
    doc = pasteOther(doc, 0, 'One\nTwo\nThree');
    doc = setOther(doc, 1, 0, '');
    const saved = toLyrics({ ...doc, language: 'es' });
    assert.deepEqual(saved.map((part) => [part.language, part.kind, part.lines.length]), [['es', 'main', 2], ['en', 'translation', 1]]);
    assert.deepEqual(saved[1].lines[0], { startMs: 1000, text: 'One', words: undefined });
    const items = saved.map((part) => ({ ...part, synced: true }));
    assert.deepEqual(toLyrics(fromLyrics(items)), saved);
    assert.deepEqual(toLyrics(paste(empty, ' \n')), []);
    assert.deepEqual(toLyrics(paste(empty, 'a\n\n\nb')).map((part) => part.lines.map((line) => line.text)), [['a', '', 'b']]);
});

test('a second voice is there as soon as a line has it', () => {
    const doc = nextVoice(paste(empty, 'a\nb'), 1);
    assert.deepEqual(doc.lines.map((line) => line.agent), ['v1', 'v2']);
    assert.deepEqual(nextVoice(doc, 1).lines[1].agent, 'v1');
});

test('steps are undone and done again, and typing in a line is one', () => {
    const history = new History(0);
    for (const [value, kind] of [[1, 'type'], [2, 'type'], [3]]) history.push(value, kind);
    assert.ok(history.undo() && history.present === 2);
    assert.ok(history.undo() && history.present === 0 && !history.canUndo && !history.undo());
    assert.ok(history.redo() && history.present === 2);
    history.push(9);
    assert.ok(!history.canRedo && !history.redo());
});

test('two versions differ by lines', () => {
    assert.deepEqual(difference(['a', 'b', 'c'], ['a', 'x', 'c', 'd']).map((one) => one.kind[0] + one.text), ['sa', 'gb', 'nx', 'sc', 'nd']);
    assert.deepEqual(difference([], []), []);
});
