// What a person was told of a release, held against what is true of it.
import type { Truth } from "./truth.ts";

/** What was known of the release before the change. */
export interface Before {
  readonly revision: number | undefined;
}

interface Claim {
  readonly pattern: RegExp;
  /** What is wrong with it; nothing when it is true. */
  wrong(found: readonly string[], truth: Truth, before: Before): string | undefined;
}

/** Everything that our messages say of the state of a release (client/release, client/commands/install.ts). */
const CLAIMS: readonly Claim[] = [
  {
    pattern: /is (?:installed|upgraded) in .*?: revision (\d+)/,
    wrong: ([, revision], truth) => notDeployed(truth, Number(revision)),
  },
  {
    pattern: /Its components are ready\./,
    wrong: (_found, { unready }) => (unready.length === 0 ? undefined : `not ready: ${unready.join(", ")}`),
  },
  {
    pattern: /is as it was, at revision (\d+)/,
    wrong: ([, revision], truth, before) =>
      notAsBefore(truth, before) ?? notDeployed(truth, Number(revision)),
  },
  { pattern: /and \S+ is as it was\./, wrong: (_found, truth, before) => notAsBefore(truth, before) },
  {
    pattern: /is deployed at revision (\d+)/,
    wrong: ([, revision], truth) => notDeployed(truth, Number(revision)),
  },
  {
    pattern: /counts as deployed at revision (\d+), but parts of it may be missing/,
    wrong: ([, revision], truth) => notThis(truth, "deployed", Number(revision)),
  },
  {
    pattern: /is still (pending-[a-z]+|uninstalling) at revision (\d+)/,
    wrong: ([, status, revision], truth) => notThis(truth, status, Number(revision)),
  },
  {
    pattern: /is still (pending-[a-z]+|uninstalling)\./,
    wrong: ([, status], truth) => notThis(truth, status),
  },
  {
    pattern: /Revision (\d+) of \S+ is (\w+);/,
    wrong: ([, revision, status], truth) => notThis(truth, status, Number(revision)),
  },
  {
    pattern: /which leaves revision (\d+) (\w+)/,
    wrong: ([, revision, status], truth) => notThis(truth, status, Number(revision)),
  },
  {
    pattern: /No release \S+ found in the cluster|and \S+ is not installed now/,
    wrong: (_found, truth) => notGone(truth),
  },
  { pattern: /was uninstalled/, wrong: (_found, truth) => notGone(truth) },
  {
    pattern: /was rolled back/,
    wrong: (_found, truth) => notDeployed(truth, truth.newest?.revision) ?? notARollback(truth),
  },
  {
    pattern: /[Nn]othing was (?:changed|started)/,
    wrong: (_found, truth, before) => notAsBefore(truth, before),
  },
  {
    pattern: /Helm could not undo it/,
    wrong: (_found, { newest }) => (newest?.status === "deployed" ? "it was undone" : undefined),
  },
  { pattern: /[Tt]he state of \S+ (?:could not be|was not) read/, wrong: () => undefined },
  // It does not say what the release is, but where that is said.
  { pattern: /Show Status/, wrong: () => undefined },
];

/** The parts of a message that say something of the release, as one text. */
export function claimsIn(told: string): string {
  const found = CLAIMS.flatMap(({ pattern }) => pattern.exec(told)?.[0] ?? []);
  // Where nothing else is said, a button leads to what is.
  const said = found.filter((part) => part !== "Show Status");
  return (said.length > 0 ? said : found).join("; ").replace(/in admin@test, namespace \S+: /, "");
}

/** What is wrong with what was told, one text each; also that nothing was said of the release at all. */
export function untruths(told: string, truth: Truth, before: Before): readonly string[] {
  const found = CLAIMS.flatMap((claim) => {
    const match = claim.pattern.exec(told);
    return match === null ? [] : [claim.wrong([...match], truth, before)];
  });
  if (found.length === 0) return [`"${told}" says nothing of the release`];
  return found.filter((wrong) => wrong !== undefined);
}

/**
 * What is wrong with what Show Status showed. `later` was read behind it: pods come and go meanwhile, and a component is only
 * expected to be shown as it was both times.
 */
export function statusUntruths(shown: readonly string[], truth: Truth, later: Truth): readonly string[] {
  const text = shown.join("\n");
  const { newest } = truth;
  if (newest === undefined) {
    return /No release \S+ found /.test(text) ? [] : ["Show Status shows a release that is not there"];
  }
  const status = /\| Status \| (\S+) /.exec(text)?.[1];
  const revision = /\| Revision \| (\d+),/.exec(text)?.[1];
  const said = `revision ${revision} ${status}`;
  const is = `revision ${newest.revision} ${newest.status}`;
  if (said !== is) return [`Show Status shows ${said}, and it is ${is}`];
  const rows = [...text.matchAll(/\| [\w-]+ \| (\d+) of (\d+) \|/g)];
  const isShownReady = rows.every(([, ready, of]) => ready === of);
  const [before, after] = [truth, later].map(({ unready }) => unready.length === 0);
  return before === after && before !== isShownReady ? ["Show Status shows components as they are not"] : [];
}

function notDeployed(truth: Truth, revision: number | undefined): string | undefined {
  const [difference] = truth.differences;
  return notThis(truth, "deployed", revision) ?? difference;
}

function notThis({ newest }: Truth, status = "", revision = newest?.revision): string | undefined {
  const is = newest === undefined ? "no release" : `revision ${newest.revision} ${newest.status}`;
  return is === `revision ${revision} ${status}`
    ? undefined
    : `told: revision ${revision} ${status}; it is: ${is}`;
}

function notGone({ newest }: Truth): string | undefined {
  return newest === undefined
    ? undefined
    : `told: no release; it is: revision ${newest.revision} ${newest.status}`;
}

function notAsBefore(truth: Truth, { revision }: Before): string | undefined {
  return revision === undefined ? notGone(truth) : notDeployed(truth, revision);
}

function notARollback({ newest }: Truth): string | undefined {
  return /^Rollback to /.test(newest?.description ?? "")
    ? undefined
    : "the newest revision is not a rollback";
}
