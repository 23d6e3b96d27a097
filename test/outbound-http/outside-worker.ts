import type { Env } from "../../src/config/env.ts";
import { askOutside } from "../../src/outbound-http/ask-outside.ts";
import { readText } from "../../src/outbound-http/bounded-body.ts";

export { HasherObject as Hasher } from "../../src/hasher-object.ts";
export { RealmObject as Realm } from "../../src/realm-object.ts";

interface Asked {
  readonly address: string;
  readonly how: "ask" | "connect";
  readonly timeoutMs: number;
}

/** A Worker that requests the URL in the body of a request, and returns the result or why it failed. */
export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const { address, how, timeoutMs } = await request.json<Asked>();
    const config = { outsideHosts: (env.OUTSIDE_HOSTS ?? "").split(" ") };
    try {
      if (how === "connect") return new Response(await (await env.OUTSIDE?.fetch(address))?.text());
      const answer = await askOutside({ env, config }, address, { timeoutMs, mostBytes: 100_000 });
      return new Response(await readText(answer.body));
    } catch (error) {
      return new Response(how === "connect" ? "not connected" : String(error));
    }
  },
};
