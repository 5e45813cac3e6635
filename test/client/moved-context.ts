import { fakePorts, type World } from "./fake-ports.ts";

/** Ports in which the kubeconfig names another server as soon as a question is shown that begins with these words. */
export function movedWhileAsked(world: World, from: string, to: string, question = "") {
  const files = { ...world.files };
  const ports = fakePorts({ ...world, files });
  const { confirm } = ports.dialogs;
  const dialogs = {
    ...ports.dialogs,
    async confirm(...asked: Parameters<typeof confirm>) {
      if (asked[0].startsWith(question))
        for (const [file, text] of Object.entries(files)) files[file] = text.replace(from, to);
      return confirm(...asked);
    },
  };
  return { ...ports, dialogs };
}
