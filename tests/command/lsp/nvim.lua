-- SPDX-License-Identifier: MIT
-- editors/nvim/gisa.lua in Neovim without a terminal: a buffer with a missing wait, its warning, hover,
-- completion, rename, formatting. GISA and the folder of gisa.lua come from the environment.
package.path = vim.env.RECIPE .. '/?.lua;' .. package.path

local function fail(text)
  io.stderr:write('failed: ' .. text .. '\n')
  vim.cmd('cquit 1')
end

local function check(name, right)
  if not right then fail(name) end
end

local function run()
  vim.cmd('cd ' .. vim.fn.fnamemodify(vim.env.SOURCE, ':h'))
  require('gisa').setup({ cmd = { vim.env.GISA, 'lsp' }, filetypes = { 'asm' } })
  vim.cmd('edit ' .. vim.env.SOURCE)
  vim.cmd('setlocal filetype=asm')
  local buffer = vim.api.nvim_get_current_buf()
  local function problems() return vim.diagnostic.get(buffer) end
  local function find(word)
    for i, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
      local at = line:find(word, 1, true)
      if at then return i, at - 1 end
    end
  end
  local function ask(method, word, more)
    local line, character = find(word)
    local params = vim.tbl_extend('force', {
      textDocument = { uri = vim.uri_from_bufnr(buffer) },
      position = { line = line - 1, character = character + 1 },
    }, more or {})
    local answers = vim.lsp.buf_request_sync(buffer, method, params, 10000)
    for _, answer in pairs(answers or {}) do return answer.result end
  end
  check('the server starts', vim.wait(10000, function() return #vim.lsp.get_active_clients() == 1 end))
  check('hover', vim.wait(10000, function()
    local answer = ask('textDocument/hover', 'v_fma_f32')
    return answer and answer.contents.value:find('v_fma_f32', 1, true)
  end))
  check('no problems at first', #problems() == 0)

  local line = find('s_waitcnt vmcnt')
  vim.api.nvim_buf_set_lines(buffer, line - 1, line, false, {})
  check('a missing wait', vim.wait(10000, function() return #problems() == 1 end))
  check('at its place', problems()[1].lnum == line - 1 and problems()[1].severity == vim.diagnostic.severity.WARN)
  vim.api.nvim_buf_set_lines(buffer, line - 1, line - 1, false, { '\ts_waitcnt vmcnt(0)' })
  check('and it is there again', vim.wait(10000, function() return #problems() == 0 end))

  local items = ask('textDocument/completion', 'v_fma_f32')
  check('completion', items and #items.items > 100)
  vim.api.nvim_win_set_cursor(0, { find('saxpy:'), 1 })
  vim.lsp.buf.rename('axpy')
  check('rename', vim.wait(10000, function() return find('axpy.kd') and not find('saxpy:') end))
  if vim.lsp.buf.format then vim.lsp.buf.format() else vim.lsp.buf.formatting_sync({}, 10000) end
  check('formatting', find('s_load_dword       s3,'))
  check('still without problems', vim.wait(1000, function() return #problems() > 0 end) == false)
end

local good, why = pcall(run)
if not good then fail(tostring(why)) end
vim.cmd('qall!')
