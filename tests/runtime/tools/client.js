// SPDX-License-Identifier: MIT
// VS Code's own client of the Debug Adapter Protocol (npm's @vscode/debugadapter-testsupport, found by
// NODE_PATH) stops at a line of a HIP program's kernel, goes back a line, and ends with the program.
// usage: node client.js GISA PROGRAM SOURCE LINE
const { DebugClient } = require('@vscode/debugadapter-testsupport');
const assert = require('assert');

const [gisa, program, source, number] = process.argv.slice(2);
const line = Number(number);

// What is asked for, and where it stops then.
const stops = (client, request, reason, at) =>
    Promise.all([request, client.assertStoppedLocation(reason, { line: at })]);

async function session() {
    const client = new DebugClient(gisa, 'dap', 'gisa');
    let said = '';
    await client.start();
    client.defaultTimeout = 20000;
    client.on('output', e => { said += e.body.category === 'stdout' ? e.body.output : ''; });
    const ends = Promise.all([client.waitForEvent('exited'), client.waitForEvent('terminated')]);
    await client.hitBreakpoint({ program, hsa: true, kernel: 'steps' }, { path: source, line });
    const stack = await client.stackTraceRequest({ threadId: 1, startFrame: 0, levels: 1 });
    assert.equal(stack.body.stackFrames[0].source.path, source);
    await stops(client, client.stepBackRequest({ threadId: 1 }), 'step', line - 1);
    await stops(client, client.continueRequest({ threadId: 1 }), 'breakpoint', line);
    await stops(client, client.continueRequest({ threadId: 1 }), 'breakpoint', line); // the second launch
    await client.continueRequest({ threadId: 1 });
    const [exited] = await ends;
    assert.equal(exited.body.exitCode, 0);
    assert(said.includes('sum 7328, total 12'), said);
    await client.stop();
}

session().then(() => process.exit(0), e => { console.error(e); process.exit(1); });
