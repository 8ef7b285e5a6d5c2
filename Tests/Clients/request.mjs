// Sends one GET with an address of any length as the first request of its connection: `request.mjs 1|2 PORT AUTHORITY FILE`, where FILE contains
// the target. Prints status, header fields and body as JSON. curl and nghttp are limited to 64 KiB.
import { readFileSync } from 'node:fs';
import http2 from 'node:http2';
import https from 'node:https';

const [version, port, authority, file] = process.argv.slice(2);
const path = readFileSync(file, 'utf8');
const trust = { ca: readFileSync(authority), servername: 'localhost' };
const origin = `https://localhost:${port}`;

/** @param {number} status @param {object} fields @param {import('node:stream').Readable} stream */
async function print(status, fields, stream) {
    let body = '';
    for await (const part of stream) body += part;
    process.stdout.write(JSON.stringify({ status, fields, body }));
}

function fail(error) {
    process.stdout.write(JSON.stringify({ status: 0, fields: {}, body: String(error) }));
    process.exit();
}

const lookup = (_name, options, done) => options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4);
if (version === '2') {
    const session = http2.connect(origin, { ...trust, lookup, maxSendHeaderBlockLength: 1 << 20 });
    session.on('error', fail);
    const stream = session.request({ ':path': path });
    stream.on('error', fail);
    stream.on('response', async (fields) => {
        await print(fields[':status'], fields, stream);
        session.close();
    });
} else {
    const request = https.request(origin, { ...trust, lookup, path, agent: false }, async (response) => {
        await print(response.statusCode, response.headers, response);
        process.exit();
    });
    request.on('error', fail);
    request.end();
}
