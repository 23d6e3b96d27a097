import type { Delivery } from "../../../../src/api/delivery.ts";
import type { Sample } from "./sample.ts";

/** All samples of all integrations, by file name. `github.ts` has the samples of the integration `github`. */
const files = import.meta.glob<{ samples: readonly Sample[] }>("./samples/*.ts", { eager: true });
export const samplesOf = (integration: string): readonly Sample[] =>
  files[`./samples/${integration}.ts`]?.samples ?? [];
export const sampled = Object.keys(files).map((path) => path.replace("./samples/", "").replace(".ts", ""));

export function deliveryOf({ headers = {}, query = {}, payload, form }: Sample): Delivery {
  return {
    headers: new Headers(headers),
    query: new Map(Object.entries(query)),
    body: form === undefined ? JSON.stringify(payload) : "",
    form: form === undefined ? null : new Map(Object.entries(form)),
  };
}
