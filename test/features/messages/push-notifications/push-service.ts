import { untilEmpty, withConfig } from "../../../support/object.ts";
import { answerOutside } from "../../../support/outside.ts";
import type { Json, Person } from "../../../support/person.ts";

export interface Asked {
  readonly path: string;
  readonly body: Json;
}

const PATH = "/api/v1/remotes/push/";

type Respond = (asked: Asked) => Response | Promise<Response>;

/**
 * Gives an organization a push service while `work` runs. `respond` answers the requests to it, and an error that it
 * throws counts as a network error. Nothing leaves the machine.
 */
export async function withPushService(
  person: Person,
  respond: Respond,
  work: (asked: readonly Asked[]) => Promise<void>,
): Promise<void> {
  const asked: Asked[] = [];
  const isOwn = ({ pathname }: URL) => pathname.startsWith(PATH);
  answerOutside(isOwn, ({ url, headers, redirect }, init) => {
    const one = { path: new URL(url).pathname.slice(PATH.length), body: bodyOf(init) };
    asked.push(one);
    const says = headers.get("user-agent") ?? "";
    if (!/^ZulipServer\/\d+\.\d+$/.test(says) || redirect !== "manual") return refusal(400, "NO_SERVER");
    return respond(one);
  });
  await withConfig(person, { pushService: "https://push.example" }, () => work(asked));
}

const bodyOf = ({ body }: RequestInit): Json =>
  body instanceof URLSearchParams ? Object.fromEntries(body) : JSON.parse(String(body));

/** Responds like a push service that accepts everything. Its device ids are the values of `push_account_id`. */
export const takesAll: Respond = ({ body: { push_account_id } }) =>
  Response.json({ result: "success", msg: "", device_id: Number(push_account_id ?? 0) });

export const refusal = (status: number, code: string) => Response.json({ result: "error", msg: "", code }, { status });

export const settled = (person: Person) => untilEmpty(person, "push_queue", "outbox");

/** Returns the encrypted or the plain pushes among the requests to the push service. */
export const pushes = (asked: readonly Asked[], kind: "encrypted" | "plain"): Json[] =>
  asked.flatMap(({ path, body }) => {
    if (kind === "plain") return path === "notify" ? [body] : [];
    return path === "e2ee/notify" ? body.push_requests : [];
  });
