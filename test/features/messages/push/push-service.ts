import { expect, vi } from "vitest";
import { withConfig } from "../../../support/object.ts";
import type { Json, Person } from "../../../support/person.ts";

export interface Asked {
  readonly path: string;
  readonly body: Json;
}

const PATH = "/api/v1/remotes/push/";

type Respond = (asked: Asked) => Response | Promise<Response>;

/**
 * Gives an organization a push service that answers as it is told to; nothing leaves the machine. `respond` gets what
 * is asked; an error that it throws is one of the network.
 */
export async function withPushService(
  person: Person,
  respond: Respond,
  work: (asked: readonly Asked[]) => Promise<void>,
): Promise<void> {
  const asked: Asked[] = [];
  const original = globalThis.fetch;
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input));
    if (!pathname.startsWith(PATH)) return original(input, init);
    const one = { path: pathname.slice(PATH.length), body: bodyOf(init) };
    asked.push(one);
    return respond(one);
  });
  try {
    await withConfig(person, { pushService: "https://push.example" }, () => work(asked));
  } finally {
    vi.unstubAllGlobals();
  }
}

/** Devices are registered with forms; all else is JSON. */
const bodyOf = ({ body }: RequestInit = {}): Json =>
  body instanceof URLSearchParams ? Object.fromEntries(body) : JSON.parse(String(body));

/** A service that takes whatever it is asked. It calls a device by the number of its account. */
export const takesAll: Respond = ({ body: { push_account_id } }) =>
  Response.json({ result: "success", msg: "", device_id: Number(push_account_id ?? 0) });

export const refusal = (status: number, code: string) => Response.json({ result: "error", msg: "", code }, { status });

/** Waits until all that follows the changes so far has been done. */
export const settled = (person: Person) =>
  vi.waitFor(
    async () => {
      const { rows } = await person.ok(person.get("/testing/object"));
      expect([rows.push_queue, rows.outbox]).toEqual([0, 0]);
    },
    { timeout: 10_000 },
  );

/** Of what the service was asked, that which was for devices; those that open it themselves, or the others. */
export const pushes = (asked: readonly Asked[], form: "sealed" | "open"): Json[] =>
  asked.flatMap(({ path, body }) => {
    if (form === "open") return path === "notify" ? [body] : [];
    return path === "e2ee/notify" ? body.push_requests : [];
  });
