import type { Followed, LanguageServer } from "../../client/ports/editor.ts";
import type { Request } from "../../server/lsp/protocol.ts";

/** The answer of a fake server to one request. */
export interface FakeAnswer {
  readonly method: string;
  readonly give: (params: never, followed?: Followed) => unknown;
}

/** Makes the answer to a request, with the types that the request declares. */
export function answerTo<Params, Answer>(
  { method }: Request<unknown, Answer, Params>,
  give: (params: Params, followed?: Followed) => NoInfer<Answer> | Promise<NoInfer<Answer>>,
): FakeAnswer {
  return { method, give };
}

/** Asks a server that knows only these answers, of which a later one replaces an earlier one. */
export function askFake(answers: readonly FakeAnswer[]): LanguageServer["ask"] {
  const known = new Map<string, (...given: never[]) => unknown>(
    answers.map(({ method, give }) => [method, give]),
  );
  return async <Params extends object, Answer>(
    { method }: Request<unknown, Answer, Params>,
    params: Params,
    followed?: Followed,
  ) => {
    const give = known.get(method) as ((...given: unknown[]) => Answer) | undefined;
    if (give === undefined) throw new Error(`The fake server does not answer ${method}.`);
    return give(params, followed);
  };
}
