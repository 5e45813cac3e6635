import * as l10n from "@vscode/l10n";
import type { CertificateFact } from "../../../server/lsp/protocol.ts";
import { type CertificateManager, certificateManagerOf, KINDS, productOf } from "../../kubectl/kinds.ts";
import type { Reading } from "../../kubectl/reading.ts";
import { listed } from "../../texts/sentence-parts.ts";
import type { Issuer } from "../issuers.ts";
import { type Needs, type Prerequisite, type PrerequisiteReadings, servedGroups } from "./prerequisite.ts";

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
    title: l10n.t("Certificate management"),
    why: l10n.t(
      "It issues the TLS certificate of the subscription server's domain, and, if the values ask for it, that of the webhook.",
    ),
  };
  if ("unread" in apiVersions) return { ...about, state: "not-checked", found: apiVersions.unread };
  const groups = servedGroups(apiVersions.answer);
  const present = KINDS.certificateManagers.filter(({ group }) => groups.has(group));
  const chosen = [...new Set(certificates.map(({ product }) => product))];
  const lacking = chosen.filter((product) => !present.includes(product));
  const found = listed(present.map(named));
  if (lacking.length === 0) {
    if (present.length > 0) return { ...about, state: "met", found: l10n.t("The cluster has {0}.", found) };
    const both = listed(KINDS.certificateManagers.map(productOf), "or");
    return {
      ...about,
      state: "missing",
      found: l10n.t("No known certificate management found."),
      next: l10n.t("Install {0}.", both),
    };
  }
  const needed = listed(lacking.map(named));
  const users = certificates.filter(({ product }) => lacking.includes(product));
  const chosenBy = listed(users.map(({ component, manager }) => `${component} (${manager})`));
  const instead = present.map((product) => wordOf(product, needs));
  return {
    ...about,
    state: present.length === 0 ? "missing" : "other-values",
    found:
      found === ""
        ? l10n.t("The values choose {0} for {1}; no known certificate management found.", needed, chosenBy)
        : l10n.t("The values choose {0} for {1}; the cluster has {2}.", needed, chosenBy, found),
    next:
      instead.length === 0
        ? installText(needed, lacking, needs)
        : l10n.t(
            "Set certificateManager in the values to {0}, with the issuer that goes with it, or install {1}.",
            listed(instead, "or"),
            needed,
          ),
  };
}

/** The advice to install the chosen products, or another product instead. */
function installText(needed: string, chosen: readonly CertificateManager[], needs: Needs): string {
  const other = KINDS.certificateManagers.find((manager) => !chosen.includes(manager));
  if (other === undefined) return l10n.t("Install {0}.", needed);
  return l10n.t(
    "Install {0}, or install {1} and set certificateManager in the values to {2}.",
    needed,
    productOf(other),
    wordOf(other, needs),
  );
}

function named(manager: CertificateManager): string {
  return `${productOf(manager)} (${manager.group})`;
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
    title: l10n.t("Issuer {0} for {1}", issuerName, component),
    why: l10n.t("The values name it. It signs the certificate."),
  };
  if (certificate.issuerGroup && certificate.issuerGroup !== product.group) {
    const found = l10n.t(
      "Its group {0} does not belong to {1}.",
      certificate.issuerGroup,
      productOf(product),
    );
    return { ...about, state: "not-checked", found };
  }
  const reading = issuers[product.group];
  if (reading === undefined || "unread" in reading) {
    const noManager = l10n.t("The certificate management that the values choose is not in the cluster.");
    const unread = "unread" in apiVersions ? apiVersions.unread : noManager;
    return { ...about, state: "not-checked", found: reading?.unread ?? unread };
  }
  return { ...about, ...issuerState(reading.answer, certificate, needs) };
}

function issuerState(
  issuers: readonly Issuer[],
  certificate: Certificate,
  { meshSystemNamespace, namespace }: Needs,
): Pick<Prerequisite, "state" | "found" | "next"> {
  const { product, issuerName = "", issuerNamespace, issuerKind } = certificate;
  const kind = issuerKind || (product.issuers.at(-1)?.kind ?? "");
  const ofKind = issuers.filter((issuer) => issuer.kind === kind);
  const named = ofKind.filter(({ name }) => name === issuerName);
  // cert-manager: an Issuer signs in its own namespace only. The platform's issuer may be in any.
  const readFrom = product.ownIssuersElsewhere
    ? [issuerNamespace].filter((name) => name)
    : [meshSystemNamespace, namespace];
  const isInReach = (issuer: Issuer) =>
    issuer.namespace === undefined || readFrom.length === 0 || readFrom.includes(issuer.namespace);
  const reached = named.filter(isInReach);
  const issuer = reached.find(({ isReady }) => isReady) ?? reached[0];
  if (issuer !== undefined) {
    const text = `${kind} ${fullName(issuer)}`;
    if (issuer.isReady) return { state: "met", found: l10n.t("{0} is ready.", text) };
    const found =
      issuer.message === undefined
        ? l10n.t("{0} is not ready. It does not report its state.", text)
        : l10n.t("{0} is not ready. It reports: {1}", text, issuer.message);
    const next = l10n.t("Find out why the issuer is not ready: check its status.");
    return { state: "not-ready", found, next };
  }
  if (named.length > 0) {
    const namespaces = named.flatMap((candidate) => candidate.namespace ?? []);
    const places = listed(namespaces);
    const reach = listed(
      readFrom.flatMap((name) => name ?? []),
      "or",
    );
    return {
      state: "other-values",
      found:
        namespaces.length === 1
          ? l10n.t(
              "{0} is in the namespace {1}, but certificates look for it in {2}.",
              `${kind} ${issuerName}`,
              places,
              reach,
            )
          : l10n.t(
              "{0} is in the namespaces {1}, but certificates look for it in {2}.",
              `${kind} ${issuerName}`,
              places,
              reach,
            ),
      next: product.ownIssuersElsewhere
        ? l10n.t("Set issuerNamespace in the values to {0}.", listed(namespaces, "or"))
        : l10n.t("Create it in {0}, or use an issuer of a kind that serves all namespaces.", reach),
    };
  }
  const others = issuers.map((candidate) => `${candidate.kind} ${fullName(candidate)}`);
  const have =
    others.length === 0
      ? l10n.t("The cluster has no issuer.")
      : l10n.t("The cluster has {0}.", listed(others));
  if (product.ownIssuersElsewhere && !issuerNamespace) {
    return {
      state: "not-checked",
      found: l10n.t(
        "No issuer of this name is visible in the cluster; the platform may keep it elsewhere. {0}",
        have,
      ),
      next: l10n.t("Check in the manifest of the cluster that the platform knows the issuer."),
    };
  }
  const text = `${kind} ${issuerName}`;
  return {
    state: "missing",
    found: l10n.t("No {0} found. {1}", text, have),
    next: l10n.t("Create the {0}, or name an existing one in the values.", text),
  };
}

function fullName({ namespace, name }: Issuer): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}
