-- One session in Neovim with its own LSP client, as a person would have it: open, read the problems, hover,
-- complete, mend. What was seen is written as JSON to RESULT_FILE.
local PATIENCE_MS = 30000
local result = {}

local function wait(what, condition)
  assert(vim.wait(PATIENCE_MS, condition, 20), what .. " did not come")
end

local function problems()
  local found = {}
  for _, one in ipairs(vim.diagnostic.get(0)) do
    table.insert(found, { line = one.lnum + 1, message = one.message })
  end
  return found
end

local function ask(method, line, character, context)
  local position = { line = line, character = character }
  local params = {
    textDocument = { uri = vim.uri_from_bufnr(0) },
    position = position,
    range = { start = position, ["end"] = position },
    context = context,
  }
  local answers = assert(vim.lsp.buf_request_sync(0, method, params, PATIENCE_MS))
  for _, answer in pairs(answers) do
    assert(answer.err == nil, vim.inspect(answer.err))
    return answer.result
  end
end

-- The configuration for this version, as the documentation has it. Neovim 0.7, which has no `vim.lsp.start`, is asked in the same way.
local function configure()
  local forNew, forOld = unpack(vim.fn.json_decode(os.getenv("CONFIGURATIONS")))
  if vim.lsp.start then
    assert(loadstring(vim.lsp.enable and forNew or forOld))()
  else
    local client = assert(vim.lsp.start_client({ cmd = { "cap-operator-language-server", "--stdio" }, root_dir = vim.fn.getcwd() }))
    vim.api.nvim_create_autocmd("FileType", { callback = function() vim.lsp.buf_attach_client(0, client) end })
  end
end

local function session()
  configure()
  vim.cmd("edit " .. os.getenv("VALUES_FILE"))
  vim.bo.filetype = "yaml"
  wait("The problem of the typo", function()
    return #problems() > 0
  end)
  result.problems = problems()
  result.hover = ask("textDocument/hover", 1, 4)
  local actions = ask("textDocument/codeAction", 2, 4, { diagnostics = {}, only = { "quickfix" } })
  vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
  result.mended = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n") .. "\n"
  wait("A text without problems", function()
    return #problems() == 0
  end)
  result.completion = ask("textDocument/completion", 2, 6)
  result.symbols = ask("textDocument/documentSymbol", 0, 0)
end

local ok, failure = pcall(session)
if not ok then
  result = { failure = tostring(failure) }
end
vim.fn.writefile({ vim.fn.json_encode(result) }, os.getenv("RESULT_FILE"))
vim.cmd("qall!")
