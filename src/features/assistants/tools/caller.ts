import { HttpRefusal } from "../../../mcp/errors.ts";

/** A user of the tools: an assistant at /mcp, or a program of Parley's own. */
export interface Caller {
  readonly user_id: number;
  readonly full_name: string;
  readonly is_bot: boolean;
  /** The name of a time zone, or "" for UTC. */
  readonly timezone: string;
  readonly organization: string;
  readonly url: string;
  /** The things that a grant allows; null for all that the account may. */
  readonly scopes: readonly string[] | null;
  /** Whether the organization does not let assistants write for this account. */
  readonly only_reads?: true | undefined;
  /** Whether the organization's audit log tells what is read. */
  readonly records_reads?: true | undefined;
  /** Calls an endpoint as this account. */
  readonly call: (route: string, fields?: Record<string, string>) => Promise<Response>;
  /** The answer to a request that an endpoint has refused for its credentials or their scope. */
  readonly refused: (answer: Response, scope?: string) => Response;
}

/** A sentence for answers that would look as if there were no direct messages, where the person has not allowed them. */
export const noDirects = ({ scopes }: Caller): string =>
  scopes === null || scopes.includes("read:direct")
    ? ""
    : " Direct messages are not open to this assistant: the person has not allowed them.";

/** A failure that the model can mend: it reads the sentence and tries again. */
export class ToolError extends Error {}

/** Refuses a key with which a call is to be made once: what was made is remembered for grants alone. */
export function checkKey({ scopes }: Caller, key: string | undefined): void {
  if (scopes !== null || key === undefined) return;
  throw new ToolError(
    "An account's own API key remembers no key: leave it out, and look whether the message is there.",
  );
}

/** The refusal of an endpoint's answer with 401 or 403. It names the scope that is missing: clients ask their person for it. */
async function refusalOf({ refused }: Caller, answer: Response): Promise<HttpRefusal> {
  const { scope } = await answer.clone().json<{ scope?: string }>();
  return new HttpRefusal(refused(answer, scope));
}

/** The reply of an endpoint. Throws where it is refused. */
export async function ask<Reply>(caller: Caller, route: string, fields: object = {}): Promise<Reply> {
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
  const texts = sent.map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]);
  const answer = await caller.call(route, Object.fromEntries(texts));
  if (answer.ok) return answer.json<Reply>();
  throw await failureOf(caller, route, answer);
}

/** The error that an endpoint's answer means where it is no reply: what a model can mend, a refusal, or a fault. */
export async function failureOf(caller: Caller, route: string, answer: Response): Promise<Error> {
  const { status } = answer;
  if (status === 401 || status === 403) return refusalOf(caller, answer);
  const wait = Math.ceil(Number(answer.headers.get("retry-after") ?? 1));
  const { msg } = await answer.json<{ msg: string }>();
  if (status === 429) return new ToolError(`Too many calls: wait ${wait} seconds.`);
  if (status === 503) return new ToolError(`${msg} Try again in ${wait} seconds.`);
  if (status >= 500) return new Error(`${route} failed with ${status}`);
  return new ToolError(msg);
}
