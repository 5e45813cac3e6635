import * as l10n from "@vscode/l10n";
import { FILE_STATUS, RELEASES } from "../../server/lsp/protocol.ts";
import { resolveTarget } from "../cluster/resolve-target.ts";
import { addressAt, fileAt } from "../files/command-file.ts";
import type { ReleaseRef } from "../helm/release.ts";
import type { Command } from "../operation/command.ts";
import { needHelm } from "../operation/find-helm.ts";
import type { CommandContext, Operation, OperationPlan } from "../operation/operation.ts";
import { answered, type OperationContext } from "../operation/outcome.ts";
import { operation } from "../operation/run-operation.ts";
import { explainError, RunFailed } from "../operation/step.ts";
import type { Choice } from "../ports/editor.ts";
import {
  type InstallRequest,
  namedRelease,
  refuseBadNames,
  requestAlone,
  requestChoices,
} from "./install-request.ts";
import { refuseNone } from "./status.ts";

interface ReleasePlan extends Pick<OperationPlan, "id"> {
  title(): string;
  /** The initial context of failures. */
  context?(): OperationContext;
  run(operation: Operation, target: ReleaseRef): ReturnType<OperationPlan["run"]>;
}

/**
 * Makes a command for one release: that of a line of the view or of the page in front, otherwise the one that is chosen. If there
 * is no such release, the message names those that exist.
 */
export function onChosenRelease({ id, title, context, run }: ReleasePlan): Command {
  return operation({
    id,
    needsTrust: true,
    get context() {
      return context?.() ?? {};
    },
    async run(operation, target) {
      await needHelm(operation);
      const from = addressAt(operation, target ?? operation.pages.aboutInFront());
      const chosen = await chooseRelease(operation, title(), from);
      operation.about({ target: chosen, release: chosen, from });
      try {
        return (await run(operation, chosen)) || undefined;
      } catch (error) {
        if (!isNoRelease(error, chosen)) throw error;
        return operation.read(l10n.t("Reading the releases in {0}", chosen.context), (step) =>
          refuseNone(step, chosen),
        );
      }
    },
  });
}

function isNoRelease(error: unknown, target: ReleaseRef): boolean {
  return error instanceof RunFailed && explainError(error, target, "").kind === "release-not-found";
}

/**
 * The release that a command is about: the one that `target` names, otherwise that of the active values file, otherwise one of
 * the settings that the person picks. If the settings have none, the one with their release name.
 */
export async function chooseRelease(
  context: CommandContext,
  title: string,
  target: string | undefined,
): Promise<ReleaseRef> {
  const request = await pick(context, title, target);
  refuseBadNames(context, request);
  return { ...(await resolveTarget(context, request)), release: request.release };
}

async function pick(
  context: CommandContext,
  title: string,
  target: string | undefined,
): Promise<InstallRequest> {
  const named = await namedRelease(context, target);
  if (named !== undefined) return named;
  const settings = context.installationSettings();
  const file = fileAt(context, target);
  const status = file?.isYaml ? await context.server.ask(FILE_STATUS, { uri: file.uri }) : undefined;
  const isValues = file !== undefined && status?.kind === "values" && status.strength === "certain";
  const ofFile = isValues ? await context.server.ask(RELEASES, { uri: file.uri }) : [];
  const alone = requestAlone(settings);
  if (isValues && ofFile.length === 0) return alone;
  const choices = requestChoices(
    ofFile.length > 0 ? ofFile : await context.server.ask(RELEASES, {}),
    settings,
  );
  const [only] = choices;
  if (only === undefined) return alone;
  if (ofFile.length > 0 && choices.length === 1) return only.value;
  return answered(
    await context.prompts.pick([...choices, aloneChoice(alone)], title, l10n.t("Select a release")),
  );
}

function aloneChoice(request: InstallRequest): Choice<InstallRequest> {
  return {
    label: `$(settings-gear) ${request.release}`,
    description: request.namespace,
    detail: l10n.t("the release name of the settings"),
    value: request,
  };
}
