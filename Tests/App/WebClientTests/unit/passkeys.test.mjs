import assert from 'node:assert/strict';
import test from 'node:test';

import { bytes, isDomain, text } from '../../../../public/features/sign-in/passkeys.js';

test('bytes go to base64url and back, whatever their number', () => {
    for (let length = 0; length < 70; length += 1) {
        const all = Uint8Array.from({ length }, (_, index) => (index * 37 + 250) % 256);
        const encoded = text(all.buffer);
        assert.match(encoded, /^[A-Za-z0-9_-]*$/);
        assert.deepEqual(bytes(encoded), all);
    }
    assert.equal(text(Uint8Array.from([255, 239, 190]).buffer), '_---');
});

test('there are passkeys at a name, and none at an address', () => {
    for (const name of ['localhost', 'music.example', 'xn--caf-dma.example', '1.example']) assert.ok(isDomain(name));
    for (const address of ['127.0.0.1', '[::1]', '192.0.2.1']) assert.ok(!isDomain(address));
});
