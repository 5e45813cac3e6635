import { dnsNameProblem } from "./dns-name.ts";

/** The parts of an absolute http or https URL that rules ask about. */
interface HttpUrl {
  readonly secure: boolean;
  /** The host in lower case, without a port. */
  readonly host: string;
}

const FORM =
  /^(https?):\/\/(?:[^\s/?#@]*@)?(\[[0-9a-f:.]+\]|[^\s/?#:@[\]]+)(?::(\d{0,5}))?(?:[/?#][^\s]*)?$/i;

/** Reads an absolute http or https URL; `undefined` when the text is not one. */
export function parseHttpUrl(text: string): HttpUrl | undefined {
  const [, scheme = "", written = "", port] = FORM.exec(text) ?? [];
  const host = written.toLowerCase();
  if (host === "" || (!host.startsWith("[") && dnsNameProblem(host.replace(/\.$/, "")) !== undefined))
    return undefined;
  if (port && (Number(port) < 1 || Number(port) > 65535)) return undefined;
  return { secure: scheme.toLowerCase() === "https", host };
}
