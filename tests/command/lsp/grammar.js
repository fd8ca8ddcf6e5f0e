// SPDX-License-Identifier: MIT
// The grammar of editors/vscode in the engine that VS Code uses (npm's vscode-textmate and
// vscode-oniguruma, found by NODE_PATH). usage: node grammar.js GRAMMAR
const { readFileSync } = require('fs');
const { dirname, join } = require('path');
const assert = require('assert');
const oniguruma = require('vscode-oniguruma');
const textmate = require('vscode-textmate');

// Lines, and the innermost scope that words of them have; '' = none.
const cases = [
    ['\tv_add_f32 v1, s0, vcc_lo // sum', { 'v_add_f32': 'keyword.mnemonic', 'v1': 'variable.language', 's0': 'variable.language', 'vcc_lo': 'variable.language', '// sum': 'comment.line' }],
    ['done: s_branch done ; back', { 'done': 'entity.name.function', 's_branch': 'keyword.mnemonic', '; back': 'comment.line' }],
    ['\tglobal_load_dword v1, v[2:3], off offset:16 glc', { 'glc': 'storage.modifier', 'offset': 'storage.modifier', '16': 'constant.numeric' }],
    ['\ts_getreg_b32 s0, hwreg(HW_REG_MODE)', { 'HW_REG_MODE': 'constant.other' }],
    ['\t.long 0x10, 1.5', { '.long': 'keyword.control.directive', '0x10': 'constant.numeric', '1.5': 'constant.numeric' }],
    ['\t.ascii "v_add_f32"', { '"v_add_f32"': 'string.quoted' }],
    ['\t.amdhsa_next_free_vgpr 4', { '.amdhsa_next_free_vgpr': 'keyword.control.directive' }],
    ['\tmul.f32 r0.xy, pa0.xy, sa0.xy', { 'mul.f32': 'keyword.mnemonic' }],
    ['\tmy_v_add_f32x s_value', { 'my_v_add_f32x': 'source.gcn', 's_value': 'source.gcn' }],
];

async function run() {
    const wasm = readFileSync(join(dirname(require.resolve('vscode-oniguruma')), 'onig.wasm'));
    await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
    const registry = new textmate.Registry({
        onigLib: Promise.resolve({ createOnigScanner: p => new oniguruma.OnigScanner(p), createOnigString: s => new oniguruma.OnigString(s) }),
        loadGrammar: async () => textmate.parseRawGrammar(readFileSync(process.argv[2], 'utf8'), 'gcn.json'),
    });
    const grammar = await registry.loadGrammar('source.gcn');
    for (const [line, words] of cases) {
        const { tokens } = grammar.tokenizeLine(line, textmate.INITIAL);
        for (const [word, scope] of Object.entries(words)) {
            const at = line.indexOf(word), token = tokens.find(t => t.startIndex <= at && at < t.endIndex);
            assert(token.scopes[token.scopes.length - 1].startsWith(scope), `${line}: '${word}' is ${token.scopes}`);
            if (scope !== 'source.gcn')
                assert.equal(line.slice(token.startIndex, token.endIndex), word);
        }
    }
}

run().then(() => process.exit(0), e => { console.error(e); process.exit(1); });
