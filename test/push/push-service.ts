import { vi } from "vitest";
import { withConfig } from "../support/object.ts";
import type { Json, Person } from "../support/person.ts";

export interface Asked {
  readonly path: string;
  readonly body: Json;
}

const PATH = "/api/v1/remotes/push/";

/**
 * Gives an organization a push service that answers as it is told to; nothing leaves the machine. `respond` gets what
 * is asked; an error that it throws is one of the network.
 */
export async function withPushService(
  person: Person,
  respond: (asked: Asked) => Response | Promise<Response>,
  work: (asked: readonly Asked[]) => Promise<void>,
): Promise<void> {
  const asked: Asked[] = [];
  const original = globalThis.fetch;
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input));
    if (!pathname.startsWith(PATH)) return original(input, init);
    const one = { path: pathname.slice(PATH.length), body: JSON.parse(String(init?.body)) };
    asked.push(one);
    return respond(one);
  });
  try {
    await withConfig(person, { pushService: "https://push.example" }, () => work(asked));
  } finally {
    vi.unstubAllGlobals();
  }
}
