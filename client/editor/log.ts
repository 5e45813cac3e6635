import type { LogOutputChannel } from "vscode";
import type { Output } from "../ports/editor.ts";
import { serverLines } from "../texts/log-line.ts";

/** The log of this extension, in an output channel. */
export function createLog(channel: LogOutputChannel): Output {
  return {
    info: ({ text }) => channel.info(text),
    warn: ({ text }) => channel.warn(text),
    error: ({ text }) => channel.error(text),
    show: () => channel.show(),
  };
}

/** The same channel for the library of the language client, which writes texts to it: they are filtered. */
export function filteredChannel(channel: LogOutputChannel): LogOutputChannel {
  const filtered = (text: string | Error) => serverLines(String(text)).text;
  return {
    name: channel.name,
    get logLevel() {
      return channel.logLevel;
    },
    onDidChangeLogLevel: channel.onDidChangeLogLevel,
    trace: (text) => channel.trace(filtered(text)),
    debug: (text) => channel.debug(filtered(text)),
    info: (text) => channel.info(filtered(text)),
    warn: (text) => channel.warn(filtered(text)),
    error: (text) => channel.error(filtered(text)),
    append: (text) => channel.append(filtered(text)),
    appendLine: (text) => channel.appendLine(filtered(text)),
    replace: (text) => channel.replace(filtered(text)),
    clear: () => channel.clear(),
    show: () => channel.show(),
    hide: () => channel.hide(),
    dispose: () => channel.dispose(),
  };
}
