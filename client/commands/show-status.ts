import { onChosenRelease } from "../release/choose-release.ts";
import { showStatusOf } from "../release/status.ts";

/** Shows a release and the state of its components, as a page. */
export const showStatus = onChosenRelease({
  id: "capOperator.showStatus",
  title: "CAP Operator: Show Status",
  scene: { doing: "reading the release" },
  run: showStatusOf,
});
