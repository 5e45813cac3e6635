import { apiResources, apiVersions, get } from "../cli/kubectl.ts";
import type { RunOptions } from "../installation-ports.ts";
import { mayHoldOperators, type OperatorType, operatorTypeAmong } from "../manager/operator-type.ts";
import { explainError, failureText } from "../operation/explain-error.ts";
import { call } from "../operation/run-invocation.ts";
import type { Ports } from "../ports.ts";
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
export async function managerTraces(
  ports: Ports,
  target: ClusterTarget,
  options?: RunOptions,
): Promise<ManagerTraces> {
  const types: OperatorType[] = [];
  const resources: OperatorResourceAt[] = [];
  try {
    types.push(...(await operatorTypes(ports, target, options)));
    for (const type of newestOfEach(types))
      resources.push(...(await resourcesOf(ports, target, type, options)));
    return { types: newestOfEach(types), resources, notChecked: [] };
  } catch (error) {
    const why = explainError(error, target, "looking for CAP Operator Manager");
    return { types: newestOfEach(types), resources, notChecked: [failureText(why)] };
  }
}

async function operatorTypes(ports: Ports, target: ClusterTarget, options?: RunOptions) {
  const found: OperatorType[] = [];
  for (const version of (await call(ports, apiVersions(target), options)).filter(mayHoldOperators)) {
    const type = operatorTypeAmong(await call(ports, apiResources(target, version), options), version);
    if (type !== undefined) found.push(type);
  }
  return found;
}

async function resourcesOf(ports: Ports, target: ClusterTarget, type: OperatorType, options?: RunOptions) {
  const found = await call(ports, get(target, type.type, { everywhere: true }), options);
  return found.map(({ metadata: { name, namespace = "" } }) => ({ type, namespace, name }));
}

/** The API server names the version that it prefers first. */
function newestOfEach(types: readonly OperatorType[]): readonly OperatorType[] {
  return types.filter(({ type }, index) => types.findIndex((other) => other.type === type) === index);
}
