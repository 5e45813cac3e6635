/** Browsers have no `setImmediate`: work that is done after the messages that have arrived. A message to oneself comes after them, too. */
const { port1, port2 } = new MessageChannel();
const waiting: (() => void)[] = [];
port1.onmessage = () => waiting.shift()?.();

Object.assign(globalThis, {
  setImmediate(work: () => void): void {
    waiting.push(work);
    port2.postMessage(undefined);
  },
});
