import type { ClientCapabilities } from "vscode-languageserver";
import type { FileStatus } from "../../server/lsp/protocol.ts";
import { DiskChartFiles } from "../../server/workspace/charts/disk-chart-files.ts";
import { wholeMachine } from "../../server/workspace/files/reach.ts";
import type { AskHelm } from "../../server/workspace/helm/render-question.ts";
import { connect, type TestClient } from "./client.ts";
import { workspace } from "./workspace.ts";

const VALUES =
  'controller:\n  image:\n    tag: x\n  extra: a\nowner: me\nsubscriptionServer:\n  domain: ""\n  dnsTarget: ""\nwebhook:\n  extra: a\n';
/** A values file that names the chart. */
export const OURS = `# cap-operator: values chart=../charts/mine
subscriptionServer:
  domain: a.cluster-a.internal
  dnsTarget: b.cluster-a.internal
`;
/** A template that shows all values. */
export const TEMPLATE = "{{ toYaml .Values }}\n";

/** A chart's template and files, what its Helm answers, and how the server is started. */
export interface Setup {
  readonly template?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly ask: AskHelm;
  readonly initializationOptions?: object;
  readonly trusted?: boolean;
  /** The client's capabilities. */
  readonly capabilities?: ClientCapabilities;
}

/** The files of a workspace with a chart that has this template, and a values file for it. */
export function chartFiles(template: string): Readonly<Record<string, string>> {
  return {
    "charts/mine/Chart.yaml": "apiVersion: v2\nname: mine\nversion: 7.1.0\n",
    "charts/mine/values.yaml": VALUES,
    "charts/mine/templates/x.yaml": template,
    "prod/values.yaml": "",
  };
}

/** The values file, opened with this text in a server that asks `ask`. */
export async function opened(
  text: string,
  { template = TEMPLATE, files = {}, ask, trusted = true, ...rest }: Setup,
) {
  const ws = workspace({ ...chartFiles(template), ...files });
  const client = await connect({
    server: { charts: new DiskChartFiles(wholeMachine), askHelm: () => ask, helmPause: 20 },
    ...(rest.capabilities && { capabilities: rest.capabilities }),
    initialize: {
      workspaceFolders: [{ uri: ws.uri, name: "ws" }],
      initializationOptions: { trusted, ...rest.initializationOptions },
    },
  });
  const uri = ws.at("prod/values.yaml");
  client.open(uri, text);
  return { client, uri, ws };
}

/** Waits for the diagnostic with Helm's verdict. */
export async function verdict(client: TestClient, uri: string): Promise<string> {
  const found = await client.until(() =>
    client.published
      .findLast((one) => one.uri === uri)
      ?.diagnostics.find(({ code }) => code === "helm-template"),
  );
  return `${found.range.start.line + 1}:${found.range.start.character + 1} ${found.message}`;
}

/** Waits until the status says this of Helm. */
export async function said(client: TestClient, uri: string, state: string): Promise<void> {
  for (;;) {
    const { helm } = await client.request<FileStatus>("capOperator/fileStatus", { uri });
    if (helm?.state === state) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
