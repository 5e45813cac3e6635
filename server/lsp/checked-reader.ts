import type { Message, MessageReader } from "vscode-languageserver";
import { objectIn } from "./shapes.ts";

/**
 * A reader of messages that the library can take: it expects parameters to be an object, as the protocol has it, and passes entries of a list as
 * arguments. What is anything else counts as absent, and so do capabilities; what cancels no request is left out.
 */
export function checkedReader(reader: MessageReader): MessageReader {
  const { onError, onClose, onPartialMessage } = reader;
  return {
    onError,
    onClose,
    onPartialMessage,
    listen: (take) =>
      reader.listen((message) => {
        const checked = checkedMessage(message);
        if (checked) take(checked);
      }),
    dispose: () => reader.dispose(),
  };
}

function checkedMessage(message: Message): Message | undefined {
  const sent: { readonly method?: unknown; readonly params?: unknown } = objectIn(message) ?? {};
  const params = objectIn(sent.params);
  if (sent.method === "$/cancelRequest") {
    return typeof params?.id === "string" || typeof params?.id === "number" ? message : undefined;
  }
  if (sent.method === "initialize" && params && objectIn(params.capabilities) === undefined) {
    return { ...message, params: { ...params, capabilities: {} } } as Message;
  }
  if (typeof sent.method !== "string" || params || sent.params === undefined) return message;
  const { params: _left, ...rest } = message as Message & { readonly params: unknown };
  return rest;
}
