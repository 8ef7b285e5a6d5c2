import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';

const root = new URL('../../../../public/', import.meta.url);
const read = (name) => readFileSync(new URL(name, root), 'utf8');
const fonts = readdirSync(new URL('fonts/', root)).filter((name) => name.endsWith('.woff2'));

test('there is one font, small, with its license, and its name has the digest of its content', () => {
    assert.equal(fonts.length, 1);
    const bytes = readFileSync(new URL(`fonts/${fonts[0]}`, root));
    assert.ok(bytes.length <= 60 * 1024, `${bytes.length} bytes`);
    assert.equal(bytes.subarray(0, 4).toString('latin1'), 'wOF2');
    assert.equal(fonts[0].split('.').at(-2), createHash('sha256').update(bytes).digest('hex').slice(0, 8));
    assert.match(read('fonts/OFL.txt'), /SIL OPEN FONT LICENSE Version 1\.1/);
});

test('each page loads the font at once, by the address that the styles name', () => {
    const address = `/fonts/${fonts[0]}`;
    assert.ok(read('styles/tokens.css').includes(`url("${address}") format("woff2")`));
    for (const page of ['index.html', 'share.html'])
        assert.ok(read(page).includes(`<link rel="preload" href="${address}" as="font" type="font/woff2" crossorigin>`), page);
});

test('a font of the system stands in for it in the same room', () => {
    const face = read('styles/tokens.css').match(/@font-face \{\s*font-family: "Hanken Grotesk fallback";[^}]*\}/)?.[0] ?? '';
    for (const measure of ['size-adjust', 'ascent-override', 'descent-override', 'line-gap-override']) assert.match(face, new RegExp(`${measure}: [\\d.]+%`));
    assert.match(read('styles/tokens.css'), /--font: "Hanken Grotesk", "Hanken Grotesk fallback",/);
});
