-- One session in Neovim with its own LSP client, as a person would have it: open, read the problems, hover,
-- complete, mend. What was seen is written as JSON to RESULT_FILE.
local PATIENCE_MS = 30000
local result = {}

local stopped = false

local function wait(what, condition)
  local came = vim.wait(PATIENCE_MS, function()
    return stopped or condition()
  end, 20)
  assert(not stopped, "the server stopped")
  assert(came, what .. " did not come")
end

local function problems()
  local found = {}
  for _, one in ipairs(vim.diagnostic.get(0)) do
    table.insert(found, { line = one.lnum, column = one.col, message = one.message, source = one.source })
  end
  return found
end

local function ask(method, line, character)
  local params = {
    textDocument = { uri = vim.uri_from_bufnr(0) },
    position = { line = line, character = character },
  }
  local answers = assert(vim.lsp.buf_request_sync(0, method, params, PATIENCE_MS))
  for _, answer in pairs(answers) do
    assert(answer.err == nil, vim.inspect(answer.err))
    return answer.result
  end
end

local function session()
  vim.bo.filetype = "yaml"
  local config = {
    name = "cap-operator",
    cmd = vim.fn.json_decode(os.getenv("SERVER_COMMAND")),
    root_dir = vim.fn.getcwd(),
    on_exit = function()
      stopped = true
    end,
  }
  if vim.lsp.start then
    vim.lsp.start(config)
  else
    local client = assert(vim.lsp.start_client(config))
    vim.lsp.buf_attach_client(0, client)
  end
  wait("The problem of the typo", function()
    return #problems() > 0
  end)
  result.problems = problems()
  result.hover = ask("textDocument/hover", 1, 4)
  vim.api.nvim_buf_set_lines(0, 2, 3, false, { "  repl" })
  result.completion = ask("textDocument/completion", 2, 6)
  vim.api.nvim_buf_set_lines(0, 2, 3, false, { "  replicas: 2" })
  wait("A text without problems", function()
    return #problems() == 0
  end)
  result.symbols = ask("textDocument/documentSymbol", 0, 0)
end

local ok, failure = pcall(session)
if not ok then
  result = { failure = tostring(failure) }
end
vim.fn.writefile({ vim.fn.json_encode(result) }, os.getenv("RESULT_FILE"))
vim.cmd("qall!")
