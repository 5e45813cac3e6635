import { type FileHandle, open } from "node:fs/promises";
import type { RunNote } from "../program-ports.ts";
import { CHANGE_KINDS } from "../release/change-kind.ts";
import type { ProcessIdentity } from "./process-identity.ts";

/** What is recorded about a run. */
export interface KeptNote {
  readonly note: RunNote;
  /** When it began, as ISO 8601. */
  readonly began: string;
  /** The process that reads the program's output and reports its end. */
  readonly owner: ProcessIdentity;
  /** Absent as long as the program has not been started. */
  readonly program?: ProcessIdentity;
}

/** No note is longer, in bytes. */
const LONGEST = 64 * 1024;

/** Reads a note; undefined unless there is one that was written here, and completely. */
export async function readKeptNote(file: string): Promise<KeptNote | undefined> {
  let opened: FileHandle | undefined;
  try {
    opened = await open(file);
    const { bytesRead, buffer } = await opened.read(Buffer.alloc(LONGEST));
    const read: unknown = JSON.parse(buffer.toString("utf8", 0, bytesRead));
    return isKeptNote(read) ? read : undefined;
  } catch {
    return undefined;
  } finally {
    await opened?.close();
  }
}

function isKeptNote(value: unknown): value is KeptNote {
  const { note, began, owner, program } = fieldsOf(value);
  return (
    isNote(note) &&
    typeof began === "string" &&
    !Number.isNaN(Date.parse(began)) &&
    isIdentity(owner) &&
    (program === undefined || isIdentity(program))
  );
}

function isNote(value: unknown): value is RunNote {
  const { at, kind, before } = fieldsOf(value);
  const { context, server, namespace, release, user, kubeconfig } = fieldsOf(at);
  const { revision, status } = fieldsOf(before);
  return (
    CHANGE_KINDS.some((known) => known === kind) &&
    [context, server, namespace, release].every((text) => typeof text === "string") &&
    [user, kubeconfig].every((text) => text === undefined || typeof text === "string") &&
    (before === undefined || (typeof revision === "number" && typeof status === "string"))
  );
}

/** A signal to the group of process 1 would reach every process of the user (kill(2)). */
function isIdentity(value: unknown): value is ProcessIdentity {
  const { pid, started } = fieldsOf(value);
  const isText = started === undefined || typeof started === "string";
  return typeof pid === "number" && Number.isSafeInteger(pid) && pid > 1 && isText;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
