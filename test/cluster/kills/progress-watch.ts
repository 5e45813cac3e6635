import { type Moment, PHASES, type Phase } from "./cases.ts";

/** What a client asks of the API server. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  /** Whether Helm asks, and not kubectl. */
  readonly isHelm: boolean;
}

/** Sees by what Helm asks of the API server how far a change is, and calls `strike` once when its moment has come. */
export class ProgressWatch {
  #phase: Phase = "preparing";
  #records = 0;
  #ends = 0;
  #written = 0;
  #inPhase = { request: 0, answer: 0 };
  #struck: Phase | undefined;
  readonly #moment: Moment;
  readonly #objects: number;
  readonly #isChanging: () => boolean;
  readonly #strike: () => void;
  /** What was asked, for whoever wants to know why a phase was not told from another. */
  readonly log: string[] = [];

  /** `objects`: how many the chart has. `isChanging`: whether the Helm that changes the release runs, or has run. */
  constructor(moment: Moment, objects: number, isChanging: () => boolean, strike: () => void) {
    this.#moment = moment;
    this.#objects = objects;
    this.#isChanging = isChanging;
    this.#strike = strike;
  }

  /** The phase in which it struck. */
  get struckIn(): Phase | undefined {
    return this.#struck;
  }

  /** A request has come, and the API server has not heard of it. */
  asked(asked: Asked): void {
    if (!asked.isHelm) return;
    if (this.#phase === "preparing" && this.#isChanging()) this.#enter("starting");
    this.log.push(`${this.#phase} ${asked.method} ${asked.path}`);
    if (this.#phase !== "preparing" && isWrite(asked)) this.#noteWrite(asked);
    this.#count("request");
  }

  /** The API server has answered, and the client has not heard of it. */
  answered(asked: Asked): void {
    if (!asked.isHelm) return;
    if (isRecord(asked) && this.#phase === "starting") this.#enter("recorded");
    if (this.#phase === "applying" && isWrite(asked) && !isRecord(asked)) {
      this.#written += 1;
      if (this.#written >= this.#objects) this.#enter("waiting");
    }
    this.#count("answer");
  }

  /** Helm has printed a line. */
  printed(): void {
    if (this.#phase !== "finishing" && this.#phase !== "undoing") return;
    this.#enter("printing");
    this.#count("request");
    this.#count("answer");
  }

  #noteWrite(asked: Asked): void {
    if (isRecord(asked)) {
      this.#records += 1;
      if (this.#records > 1) this.#enter("undoing");
      return;
    }
    if (isReleaseSecret(asked)) {
      this.#ends += 1;
      this.#enter("finishing");
    } else if (this.#ends > 0) this.#enter("undoing");
    else if (this.#phase === "recorded") this.#enter("applying");
  }

  /** Goes on to a phase, never back. */
  #enter(phase: Phase): void {
    if (PHASES.indexOf(phase) <= PHASES.indexOf(this.#phase)) return;
    this.#phase = phase;
    this.#inPhase = { request: 0, answer: 0 };
  }

  #count(what: "request" | "answer"): void {
    this.#inPhase[what] += 1;
    const { phase, nth, at, later } = this.#moment;
    const isBehind = PHASES.indexOf(this.#phase) > PHASES.indexOf(phase);
    const isIt = this.#phase === phase && what === at && this.#inPhase[at] >= nth;
    if (this.#struck !== undefined || !(isBehind || isIt)) return;
    this.#struck = this.#phase;
    if (later === 0) this.#strike();
    else
      setTimeout(() => {
        this.#struck = this.#phase;
        this.#strike();
      }, later);
  }
}

function isWrite({ method, path }: Asked): boolean {
  return (
    method !== "GET" && !/\/api\/v1\/namespaces(\?|$)/.test(path) && !path.includes("/authorization.k8s.io/")
  );
}

/** Helm keeps a revision in a Secret (Helm: `storage/driver`); the charts of these tests have no others. */
function isReleaseSecret({ path }: Asked): boolean {
  return /\/secrets(\/sh\.helm\.release\.v1\.[^?]*)?(\?|$)/.test(path);
}

function isRecord(asked: Asked): boolean {
  return asked.method === "POST" && isReleaseSecret(asked);
}
