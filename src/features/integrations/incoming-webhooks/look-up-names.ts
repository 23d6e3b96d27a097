import type { Delivery } from "../../../api/delivery.ts";
import type { Config } from "../../../config/config.ts";
import type { Env } from "../../../config/env.ts";
import type { Log } from "../../../logging/log.ts";
import { askOutside } from "../../../outbound-http/ask-outside.ts";
import { readText } from "../../../outbound-http/bounded-body.ts";
import { foreignJson } from "../../../util/foreign-json.ts";
import type { Integration, LookUp } from "./integration.ts";
import { Payload } from "./render/payload.ts";
import { payloadOf } from "./render/render-delivery.ts";

interface Asking {
  readonly env: Env;
  readonly config: Config;
  readonly log: Log;
}

/** Services such as Slack wait three seconds for a response, and then deliver again. */
const LIMITS = { timeoutMs: 2000, mostBytes: 300_000, redirects: 0 };
const MAX_LOOK_UPS = 10;

/** Requests the names missing in a delivery from the service, concurrently. Omits those that fail. */
export async function lookUpNames(
  integration: Integration,
  delivery: Delivery,
  asking: Asking,
): Promise<ReadonlyMap<string, string>> {
  const payload = payloadOf(delivery);
  const option = (name: string) => delivery.query.get(name) ?? "";
  const lookUps = payload === undefined ? [] : (integration.lookUps?.({ payload, option }) ?? []);
  const asked = lookUps
    .slice(0, MAX_LOOK_UPS)
    .map(async (lookUp) => [lookUp.id, await lookUpName(lookUp, asking)] as const);
  return new Map((await Promise.all(asked)).filter(([, name]) => name !== ""));
}

async function lookUpName({ url, token, fields }: LookUp, asking: Asking): Promise<string> {
  try {
    const headers = { Accept: "application/json", Authorization: `Bearer ${token}` };
    const { body } = await askOutside(asking, url, { headers, ...LIMITS });
    return new Payload(foreignJson(await readText(body))).oneOf(fields, "");
  } catch (error) {
    asking.log.warn("integration_look_up_failed", { problem: String(error).slice(0, 300) });
    return "";
  }
}
