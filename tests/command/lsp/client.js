// SPDX-License-Identifier: MIT
// The connection that VS Code uses (npm's vscode-languageserver-protocol and its vscode-jsonrpc, found by
// NODE_PATH) in a session with gisa lsp; each answer has the shape that the protocol's types check.
// usage: node client.js GISA SOURCE (examples/saxpy.s)
const { spawn } = require('child_process');
const { readFileSync } = require('fs');
const assert = require('assert');
const lsp = require('vscode-languageserver-protocol/node');

const [gisa, path] = process.argv.slice(2);
const uri = `file://${path}`, text = readFileSync(path, 'utf8'), lines = text.split('\n');
const line = word => lines.findIndex(row => row.includes(word));

async function session() {
    const server = spawn(gisa, ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const ended = new Promise(resolve => server.on('exit', resolve));
    const c = lsp.createProtocolConnection(new lsp.StreamMessageReader(server.stdout),
        new lsp.StreamMessageWriter(server.stdin));
    const told = [];
    let wake = () => {};
    c.onNotification(lsp.PublishDiagnosticsNotification.type, p => { told.push(p); wake(); });
    c.listen();
    const problems = async version => {
        for (;;) {
            const found = told.find(p => p.version === version);
            if (found)
                return found.diagnostics;
            await new Promise(resolve => { wake = resolve; });
        }
    };
    const textDocument = { uri };
    const at = (row, character) => ({ textDocument, position: { line: row, character } });

    const begun = await c.sendRequest(lsp.InitializeRequest.type,
        { processId: process.pid, rootUri: null, capabilities: {}, initializationOptions: { inlayHints: { encoding: true } } });
    assert.equal(begun.capabilities.textDocumentSync.change, lsp.TextDocumentSyncKind.Incremental);
    await c.sendNotification(lsp.InitializedNotification.type, {});
    await c.sendNotification(lsp.DidOpenTextDocumentNotification.type,
        { textDocument: { uri, languageId: 'gcn', version: 1, text } });
    assert.deepEqual(await problems(1), []);

    const hover = await c.sendRequest(lsp.HoverRequest.type, at(line('v_fma_f32'), 3));
    assert(lsp.Hover.is(hover) && hover.contents.value.includes('v_fma_f32'));
    const items = await c.sendRequest(lsp.CompletionRequest.type, at(line('v_fma_f32'), 6));
    assert(items.items.some(item => item.label === 'v_fma_f32'));
    assert(items.items.every(item => lsp.TextEdit.is(item.textEdit)));
    const symbols = await c.sendRequest(lsp.DocumentSymbolRequest.type, { textDocument });
    assert(symbols.every(lsp.DocumentSymbol.is) && symbols[0].name === 'saxpy');
    const places = await c.sendRequest(lsp.ReferencesRequest.type,
        { ...at(line('saxpy:'), 1), context: { includeDeclaration: true } });
    assert(places.length >= 5 && places.every(lsp.Location.is));
    const renamed = await c.sendRequest(lsp.RenameRequest.type, { ...at(line('saxpy:'), 1), newName: 'axpy' });
    assert(lsp.WorkspaceEdit.is(renamed) && renamed.changes[uri].length === places.length);
    const folds = await c.sendRequest(lsp.FoldingRangeRequest.type, { textDocument });
    assert(folds.length >= 3 && folds.every(lsp.FoldingRange.is));
    const tokens = await c.sendRequest(lsp.SemanticTokensRequest.type, { textDocument });
    assert(lsp.SemanticTokens.is(tokens) && tokens.data.length % 5 === 0 && tokens.data.length > 100);
    const whole = { start: { line: 0, character: 0 }, end: { line: lines.length, character: 0 } };
    const hints = await c.sendRequest(lsp.InlayHintRequest.type, { textDocument, range: whole });
    assert(hints.length === 11 && hints.every(lsp.InlayHint.is));
    const edits = await c.sendRequest(lsp.DocumentFormattingRequest.type,
        { textDocument, options: { tabSize: 8, insertSpaces: false } });
    assert(edits.length > 5 && edits.every(lsp.TextEdit.is));

    const wait = line('s_waitcnt vmcnt');
    await c.sendNotification(lsp.DidChangeTextDocumentNotification.type, {
        textDocument: { uri, version: 2 },
        contentChanges: [{ range: { start: { line: wait, character: 0 }, end: { line: wait + 1, character: 0 } }, text: '' }],
    });
    const [problem] = await problems(2);
    assert(lsp.Diagnostic.is(problem) && problem.range.start.line === wait && problem.severity === lsp.DiagnosticSeverity.Warning);
    const actions = await c.sendRequest(lsp.CodeActionRequest.type,
        { textDocument, range: problem.range, context: { diagnostics: [problem] } });
    assert(actions.length === 2 && actions.every(lsp.CodeAction.is));
    assert.equal(actions[0].edit.changes[uri][0].newText, 's_waitcnt vmcnt(0)\n\t');
    await assert.rejects(c.sendRequest('textDocument/nothing', {}), e => e.code === lsp.ErrorCodes.MethodNotFound);

    await c.sendRequest(lsp.ShutdownRequest.type);
    await c.sendNotification(lsp.ExitNotification.type);
    assert.equal(await ended, 0);
}

session().then(() => process.exit(0), e => { console.error(e); process.exit(1); });
