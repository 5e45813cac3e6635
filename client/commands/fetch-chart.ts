import * as l10n from "@vscode/l10n";
import { chooseChart, rememberChart } from "../charts/choose-chart.ts";
import { fetchChart as fetch } from "../charts/fetch-chart.ts";
import { NO_CLUSTER } from "../kubectl/target.ts";
import { needHelm } from "../operation/find-helm.ts";
import { operation } from "../operation/run-operation.ts";
import { chooseRequest } from "../release/install-request.ts";
import { redactText } from "../texts/redact.ts";
import type { CommandOffers } from "./offer.ts";

export const offers: CommandOffers = {
  fetchChart: {
    title: "Fetch Chart",
    does: "Fetches the chart that is named for the file, such as an `oci://` chart, so that files are checked and rendered with it. No cluster is contacted.",
    section: "Files and values",
    order: 76,
    icon: "$(cloud-download)",
    needs: "Helm",
  },
};

/** Stores the chart that the release or the settings name for values, as an installation does. */
export const fetchChart = operation({
  id: "capOperator.fetchChart",
  needsTrust: true,
  async run(operation, target) {
    await needHelm(operation);
    const title = l10n.t("CAP Operator: Fetch Chart");
    const request = await chooseRequest(operation, title, target);
    const chosen = await chooseChart(operation, title, request);
    const { chart } = chosen;
    operation.about({
      target: { ...NO_CLUSTER, namespace: request.namespace },
      chart,
      doing: l10n.t("fetching the chart"),
      from: request.from,
    });
    const { facts } = await operation.read(l10n.t("Fetching {0}", redactText(chart.ref)), (step) =>
      fetch(step, chart),
    );
    await rememberChart(operation, chosen);
    return { message: l10n.t("{0} {1} is fetched.", facts.name, facts.version) };
  },
});
