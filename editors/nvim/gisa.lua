-- SPDX-License-Identifier: MIT
-- gisa's language server in Neovim 0.7 and later, without plugins. Copy this file to
-- ~/.config/nvim/lua/gisa.lua, and write into init.lua:
--
--     require('gisa').setup({ settings = { arch = 'gfx900' } })
--
-- The options: cmd (a list; { 'gisa', 'lsp' }), filetypes, settings (arch, syntax, advice,
-- inlayHints: docs/editors.md), on_attach(client, buffer). The keys are Neovim's: map
-- vim.lsp.buf.hover, definition, rename, formatting, code_action.
local M = {}

local options = {
  cmd = { 'gisa', 'lsp' },
  filetypes = { 'gisa', 'asm' }, -- `make vim` writes the syntax file of gisa
  settings = {},
}

-- Each buffer asks the same server.
function M.start(buffer)
  if not M.client or vim.lsp.client_is_stopped(M.client) then
    M.client = vim.lsp.start_client({
      name = 'gisa',
      cmd = options.cmd,
      root_dir = vim.fn.getcwd(),
      init_options = options.settings,
      on_attach = options.on_attach,
    })
  end
  vim.lsp.buf_attach_client(buffer, M.client)
  vim.api.nvim_buf_set_option(buffer, 'omnifunc', 'v:lua.vim.lsp.omnifunc')
end

function M.setup(more)
  options = vim.tbl_extend('force', options, more or {})
  vim.api.nvim_create_autocmd('FileType', {
    pattern = options.filetypes,
    callback = function(event) M.start(event.buf) end,
  })
end

return M
