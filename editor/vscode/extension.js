// Starts the language server for packs. The client runs the command of a lens by itself.

const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

/** Starts the server when a folder with a pack is opened. */
function activate() {
    const command = workspace.getConfiguration("tilewright").get("command", "tilewright");
    const options = {
        documentSelector: [
            { scheme: "file", language: "ron" },
            { scheme: "file", language: "lua" },
        ],
    };
    client = new LanguageClient("tilewright", "Tilewright", { command, args: ["lsp"] }, options);
    return client.start();
}

/** Stops the server. */
function deactivate() {
    return client?.stop();
}

module.exports = { activate, deactivate };
