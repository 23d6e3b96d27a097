import * as v from "valibot";

const anyJson = v.pipe(v.string(), v.parseJson());

/** What a text of JSON holds; undefined where it is not JSON. */
export function jsonOf(text: string): unknown {
  const parsed = v.safeParse(anyJson, text);
  return parsed.success ? parsed.output : undefined;
}
