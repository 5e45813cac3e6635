import { fakePorts, type World } from "./fake-ports.ts";

/** Ports in which the kubeconfig names another server as soon as a question is shown that begins with these words. */
export function movedWhileAsked(world: World, from: string, to: string, question = "") {
  const files = { ...world.files };
  const ports = fakePorts({ ...world, files });
  const { confirm, choose } = ports.dialogs;
  const move = (message: string) => {
    if (!message.startsWith(question)) return;
    for (const [file, text] of Object.entries(files)) files[file] = text.replace(from, to);
  };
  const dialogs = {
    ...ports.dialogs,
    async confirm(...asked: Parameters<typeof confirm>) {
      move(asked[0]);
      return confirm(...asked);
    },
    async choose(...asked: Parameters<typeof choose>) {
      move(asked[0]);
      return choose(...asked);
    },
  };
  return { ...ports, dialogs };
}
