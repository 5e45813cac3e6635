import type { CertificateFact } from "../../../server/lsp/protocol.ts";
import { listed } from "../../sentence-parts.ts";
import type { Issuer } from "../issuers.ts";
import { type CertificateManager, certificateManagerOf, KINDS } from "../kinds.ts";
import type { Reading } from "../reading.ts";
import { type Needs, type Prerequisite, type PrerequisiteReadings, servedGroups } from "./prerequisite.ts";

/** The certificate of a component, with the product that manages it. */
interface Certificate extends CertificateFact {
  readonly product: CertificateManager;
}

/** The certificate management that the values choose, and the issuers that they name. */
export function certificatePrerequisites(readings: PrerequisiteReadings, needs: Needs): Prerequisite[] {
  const certificates = needs.certificates.flatMap((certificate): Certificate[] => {
    const product = certificateManagerOf(certificate.manager);
    return product === undefined ? [] : [{ ...certificate, product }];
  });
  return [
    managementPrerequisite(readings.apiVersions, certificates, needs),
    ...certificates
      .filter(({ issuerName }) => issuerName)
      .map((certificate) => issuerPrerequisite(readings, certificate, needs)),
  ];
}

function managementPrerequisite(
  apiVersions: Reading<readonly string[]>,
  certificates: readonly Certificate[],
  needs: Needs,
): Prerequisite {
  const about = {
    title: "Certificate management",
    why: "It issues the TLS certificate of the subscription server's domain, and, if the values ask for it, that of the webhook.",
  };
  if ("unread" in apiVersions) return { ...about, state: "not checked", found: apiVersions.unread };
  const groups = servedGroups(apiVersions.answer);
  const present = KINDS.certificateManagers.filter(({ group }) => groups.has(group));
  const chosen = [...new Set(certificates.map(({ product }) => product))];
  const lacking = chosen.filter((product) => !present.includes(product));
  const found = listed(present.map(({ product, group }) => `${product} (${group})`));
  if (lacking.length === 0) {
    if (present.length > 0) return { ...about, state: "there", found: `The cluster has ${found}.` };
    const both = listed(
      KINDS.certificateManagers.map(({ product }) => product),
      "or",
    );
    return {
      ...about,
      state: "missing",
      found: "The cluster has none that is known.",
      next: `Install ${both}.`,
    };
  }
  const needed = listed(lacking.map(({ product, group }) => `${product} (${group})`));
  const users = certificates.filter(({ product }) => lacking.includes(product));
  const chosenBy = listed(users.map(({ component, manager }) => `${component} (${manager})`));
  const instead = present.map((product) => wordOf(product, needs));
  return {
    ...about,
    state: present.length === 0 ? "missing" : "does not fit the values",
    found: `The values choose ${needed} for ${chosenBy}; the cluster has ${found || "none that is known"}.`,
    next:
      instead.length === 0
        ? `Install ${needed}${otherManager(lacking, needs)}.`
        : `Set certificateManager in the values to ${listed(instead, "or")}, with the issuer that goes with it, or install ${needed}.`,
  };
}

/** The alternative: another product than the chosen ones. */
function otherManager(chosen: readonly CertificateManager[], needs: Needs): string {
  const others = KINDS.certificateManagers.filter((manager) => !chosen.includes(manager));
  const ways = others.map(
    (manager) => `${manager.product} and set certificateManager in the values to ${wordOf(manager, needs)}`,
  );
  return ways.length === 0 ? "" : `, or ${listed(ways, "or")}`;
}

/** The value that selects a product in the chart that is installed. */
function wordOf({ values }: CertificateManager, { certificateManagers }: Needs): string {
  return values.find((value) => certificateManagers.includes(value)) ?? values[0];
}

function issuerPrerequisite(
  { apiVersions, issuers }: PrerequisiteReadings,
  certificate: Certificate,
  needs: Needs,
): Prerequisite {
  const { product, component, issuerName = "" } = certificate;
  const about = {
    title: `Issuer ${issuerName} for ${component}`,
    why: "The values name it; without it no certificate is signed.",
  };
  if (certificate.issuerGroup && certificate.issuerGroup !== product.group) {
    const found = `It is of the group ${certificate.issuerGroup}, which is not one of ${product.product}.`;
    return { ...about, state: "not checked", found };
  }
  const reading = issuers[product.group];
  if (reading === undefined || "unread" in reading) {
    const noManager = "The certificate management that the values choose is not in the cluster.";
    const unread = "unread" in apiVersions ? apiVersions.unread : noManager;
    return { ...about, state: "not checked", found: reading?.unread ?? unread };
  }
  return { ...about, ...issuerState(reading.answer, certificate, needs) };
}

function issuerState(
  issuers: readonly Issuer[],
  certificate: Certificate,
  { meshSystemNamespace, namespace }: Needs,
): Pick<Prerequisite, "state" | "found" | "next"> {
  const { product, issuerName = "", issuerNamespace, issuerKind } = certificate;
  const kind = issuerKind || product.issuers.at(-1)?.kind;
  const ofKind = issuers.filter((issuer) => issuer.kind === kind);
  const named = ofKind.filter(({ name }) => name === issuerName);
  // cert-manager: an Issuer signs in its own namespace only. The platform's issuer may be in any.
  const readFrom = product.ownIssuersElsewhere
    ? [issuerNamespace].filter((one) => one)
    : [meshSystemNamespace, namespace];
  const isInReach = (issuer: Issuer) =>
    issuer.namespace === undefined || readFrom.length === 0 || readFrom.includes(issuer.namespace);
  const reached = named.filter(isInReach);
  const issuer = reached.find(({ isReady }) => isReady) ?? reached[0];
  if (issuer !== undefined) {
    const text = `${kind} ${fullName(issuer)}`;
    if (issuer.isReady) return { state: "there", found: `${text} is ready.` };
    const said =
      issuer.message === undefined ? "It does not report its state." : `It says: ${issuer.message}`;
    const next = "Find out why the issuer is not ready: check its status.";
    return { state: "not ready", found: `${text} is not ready. ${said}`, next };
  }
  if (named.length > 0) {
    const namespaces = named.flatMap((one) => one.namespace ?? []);
    const places = listed(namespaces);
    const where = `${namespaces.length === 1 ? "namespace" : "namespaces"} ${places}`;
    const reach = listed(
      readFrom.flatMap((one) => one ?? []),
      "or",
    );
    return {
      state: "does not fit the values",
      found: `${kind} ${issuerName} is in the ${where}, but certificates look for it in ${reach}.`,
      next: product.ownIssuersElsewhere
        ? `Set issuerNamespace in the values to ${listed(namespaces, "or")}.`
        : `Create it in ${reach}, or use an issuer of a kind that serves all namespaces.`,
    };
  }
  const others = issuers.map((one) => `${one.kind} ${fullName(one)}`);
  const have = others.length === 0 ? "The cluster has no issuer." : `The cluster has ${listed(others)}.`;
  if (product.ownIssuersElsewhere && !issuerNamespace) {
    return {
      state: "not checked",
      found: `No issuer of this name is visible in the cluster; the platform may keep it elsewhere. ${have}`,
      next: "Check in the manifest of the cluster that the platform knows the issuer.",
    };
  }
  const next = `Create the ${kind} ${issuerName}, or name one that exists in the values.`;
  return { state: "missing", found: `There is no ${kind} ${issuerName}. ${have}`, next };
}

function fullName({ namespace, name }: Issuer): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}
