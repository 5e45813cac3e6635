// The moving picture at the top of the README: from a file with two problems to the question before its installation.
import type { Person } from "../../test/support/workbench/person.ts";
import { areaOfEditors, MovingPicture } from "./camera.ts";
import { DOMAIN } from "./named-cluster.ts";
import { opensQuickFixes, seesLenses, showsChangedValues, withoutSideBar } from "./scenes.ts";
import { PICTURES } from "./table.ts";

export const TOUR_FILE = "values.yaml";

export const TOUR_TEXT = `# cap-operator: values
webhook:
  replicaz: 2

subscriptionServer:
  domain: cop.${DOMAIN}
  dnsTarget: public-ingress.${DOMAIN}
  replicas: 2
  certificateManager: certManager
  certificateConfig:
    certManager:
      issuerKind: ClusterIssuer
      issuerName: letsencrypt

controller:
  resources:
    limits:
      memory: 500Mi
`;

/** Plays it, with the effective values beside the file from the beginning. */
export async function playTour(person: Person): Promise<void> {
  await person.opensFile(TOUR_FILE);
  await seesLenses(person, TOUR_FILE);
  await person.seesUnderline("warning");
  await person.seesUnderline("error");
  await withoutSideBar(person, () => film(person));
}

async function film(person: Person): Promise<void> {
  const effective = person.effectiveValues();
  const fixes = async (word: string, fix: string) => {
    await person.pointsAt(word);
    await opensQuickFixes(person, fix);
    await movie.adds(1800);
    await person.picksAction(fix);
  };
  await showsChangedValues(person);
  await person.goesToTab(TOUR_FILE);
  await person.isIn(TOUR_FILE);
  const movie = new MovingPicture(person.page, await areaOfEditors(person.page, 1272, 500));
  await movie.adds(2200);
  await fixes("replicaz", '"replicas"');
  await person.seesNoText(person.editor(TOUR_FILE), "replicaz");
  await person.seesNoText(effective, "replicaz");
  await movie.adds(1000);
  await fixes("certManager", "Change to CertManager");
  await person.seesText(effective, "certificateManager: CertManager");
  await person.seesNoUnderline("error");
  await movie.adds(1200);
  await person.goesToEndOf("controller");
  await person.presses("Enter");
  await person.types("rep");
  await person.suggestions.selects("replicas");
  await person.suggestions.readsAbout("replicas", "whole number");
  await movie.adds(2000);
  await person.suggestions.picks("replicas");
  await person.suggestions.seesChosen("1");
  await person.types("3");
  await person.presses("Escape");
  await person.seesText(effective, "replicas: 3");
  await person.saves();
  await movie.adds(2600);
  await person.followsLensIn(person.editor(TOUR_FILE), "Install...");
  await person.readsQuestion("sha256:");
  await movie.ends(PICTURES.tour, 4000);
  await person.answers("Cancel");
}
