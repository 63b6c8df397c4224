//! Tests the language server with Neovim as its client.

use std::fs;
use std::process::{Command, Stdio};

use crate::Folder;

/// Script for Neovim. It starts the server for a file of a pack, and writes the answers: the first finding, a
/// description, the place of a declaration, the number of completions, and the text after a new name.
const SESSION: &str = r#"
local folder, out = vim.fn.getcwd() .. "/ponds", vim.fn.getcwd() .. "/out.txt"
local lines = {}
vim.cmd("edit " .. vim.fn.fnameescape(folder .. "/tiles.ron"))
local id = vim.lsp.start_client({ name = "tilewright", cmd = { vim.env.TILEWRIGHT, "lsp" }, root_dir = folder })
vim.lsp.buf_attach_client(0, id)
local function ask(method, extra)
    local params = vim.tbl_extend("force", {
        textDocument = vim.lsp.util.make_text_document_params(),
        position = { line = 1, character = tonumber(vim.env.COLUMN) },
    }, extra or {})
    return (vim.lsp.buf_request_sync(0, method, params, 30000) or {})[id].result
end
vim.wait(30000, function() return #vim.diagnostic.get(0) > 0 end)
table.insert(lines, vim.diagnostic.get(0)[1].message)
table.insert(lines, ask("textDocument/hover").contents.value)
table.insert(lines, ask("textDocument/definition")[1].uri)
table.insert(lines, "completions: " .. #ask("textDocument/completion").items)
local client = vim.lsp.get_client_by_id(id)
vim.lsp.util.apply_workspace_edit(ask("textDocument/rename", { newName = "glade" }), client.offset_encoding)
table.insert(lines, vim.api.nvim_buf_get_lines(0, 1, 2, false)[1])
vim.fn.writefile(vim.split(table.concat(lines, "\n"), "\n"), out)
vim.cmd("qall!")
"#;

#[test]
fn neovim_shows_findings_help_and_declarations_and_renames() {
    if Command::new("nvim").arg("--version").stdout(Stdio::null()).status().is_err() {
        eprintln!("skipped: Neovim is not installed");
        return;
    }
    let folder = Folder::with_pack("neovim");
    let tile = "    (id: \"Mere\", count: 1, edges: (n: meadow, e: meadoow, s: meadow, w: meadow)),";
    fs::write(folder.0.join("ponds/tiles.ron"), format!("Tiles([\n{tile}\n])\n")).unwrap();
    fs::write(folder.0.join("session.lua"), SESSION).unwrap();
    let mut neovim = Command::new("nvim");
    neovim.args(["--headless", "--clean", "-n", "-S", "session.lua"]).current_dir(&folder.0);
    neovim.env("TILEWRIGHT", env!("CARGO_BIN_EXE_tilewright")).env("TILEWRIGHT_HOME", folder.0.join("home"));
    neovim.env("COLUMN", tile.find("n: meadow").map_or(0, |at| at + 5).to_string()).stdin(Stdio::null());
    let ran = neovim.output().unwrap();
    let told = fs::read_to_string(folder.0.join("out.txt")).unwrap_or_default();
    assert!(told.contains("did you mean `meadow`?"), "{told}{}", String::from_utf8_lossy(&ran.stderr));
    assert!(told.contains("Declared in pack.ron"), "{told}");
    assert!(told.contains("/ponds/pack.ron\n"), "{told}");
    let completions = told.lines().find_map(|line| line.strip_prefix("completions: ")?.parse::<usize>().ok());
    assert!(completions.is_some_and(|count| count > 0), "{told}");
    assert!(told.contains("edges: (n: glade, e: meadoow, s: glade, w: glade)"), "{told}");
}

#[test]
fn the_server_ends_with_an_error_on_a_bad_message() {
    let folder = Folder::new("bad-messages");
    let ran = folder.run(&["lsp"], "Content-Length: 1073741824\r\n\r\n{");
    assert_eq!(ran.code, 3, "{}", ran.err);
    assert!(ran.err.contains("1073741824 bytes"), "{}", ran.err);
    assert!(folder.run(&["lsp"], "").err.contains("without the request `shutdown`"));
}
