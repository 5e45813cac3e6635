import { apiResources, apiVersions, get } from "../cli/kubectl.ts";
import { mayHoldOperators, type OperatorType, operatorTypeAmong } from "../manager/operator-type.ts";
import { explainError } from "../operation/explain-error.ts";
import { failureText } from "../operation/failure-text.ts";
import type { Step } from "../operation/operation.ts";
import type { ClusterTarget } from "./target.ts";

/** An operator resource: what tells the manager to install the operator (spec section 2.3). */
export interface OperatorResourceAt {
  readonly type: OperatorType;
  readonly namespace: string;
  readonly name: string;
}

/** What is known of the manager in a cluster, and what could not be looked at. */
export interface ManagerTraces {
  readonly types: readonly OperatorType[];
  readonly resources: readonly OperatorResourceAt[];
  readonly notChecked: readonly string[];
}

/** The operator resources in a cluster and the types they have; the manager's manifest brings a type along. Never fails. */
export async function managerTraces(step: Step, target: ClusterTarget): Promise<ManagerTraces> {
  const types: OperatorType[] = [];
  const resources: OperatorResourceAt[] = [];
  try {
    types.push(...(await operatorTypes(step, target)));
    for (const type of newestOfEach(types)) resources.push(...(await resourcesOf(step, target, type)));
    return { types: newestOfEach(types), resources, notChecked: [] };
  } catch (error) {
    const why = explainError(error, target, "looking for CAP Operator Manager");
    return { types: newestOfEach(types), resources, notChecked: [failureText(why)] };
  }
}

async function operatorTypes(step: Step, target: ClusterTarget) {
  const found: OperatorType[] = [];
  for (const version of (await step.call(apiVersions(target))).filter(mayHoldOperators)) {
    const type = operatorTypeAmong(await step.call(apiResources(target, version)), version);
    if (type !== undefined) found.push(type);
  }
  return found;
}

async function resourcesOf(step: Step, target: ClusterTarget, type: OperatorType) {
  const found = await step.call(get(target, type.type, { everywhere: true }));
  return found.map(({ metadata: { name, namespace = "" } }) => ({ type, namespace, name }));
}

/** The API server names the version that it prefers first. */
function newestOfEach(types: readonly OperatorType[]): readonly OperatorType[] {
  return types.filter(({ type }, index) => types.findIndex((other) => other.type === type) === index);
}
