// SPDX-License-Identifier: MIT
// The part of the extension that runs in VS Code: starts `gisa lsp` for assembler sources.
const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

exports.activate = context => {
    const settings = vscode.workspace.getConfiguration('gisa');
    client = new LanguageClient('gisa', 'gisa', { command: settings.get('path', 'gisa'), args: ['lsp'] }, {
        documentSelector: [{ language: 'gcn' }],
        initializationOptions: settings,
        synchronize: { configurationSection: 'gisa' },
    });
    context.subscriptions.push(client);
    return client.start();
};

exports.deactivate = () => client && client.stop();
