import { nameKey } from "../../../protocol/name-key.ts";
import { type Caller, callEndpoint, ToolError } from "./caller.ts";
import { inOneLine } from "./clean.ts";

export interface Channel {
  readonly stream_id: number;
  readonly name: string;
  readonly description: string;
  readonly is_archived: boolean;
  readonly invite_only: boolean;
}

const MAX_SUGGESTIONS = 5;

export async function channelsOf(caller: Caller): Promise<readonly Channel[]> {
  const { streams } = await callEndpoint<{ streams: Channel[] }>(caller, "GET /streams", {
    include_can_access_content: true,
    exclude_archived: false,
  });
  return streams;
}

/** Finds an item by name: an exact match, then one that ignores case, then the only one with that prefix. */
function findByName<T>(things: readonly T[], nameOf: (thing: T) => string, name: string): T | undefined {
  const key = nameKey(name);
  const exact = things.find((one) => nameOf(one) === name) ?? things.find((one) => nameKey(nameOf(one)) === key);
  if (exact !== undefined) return exact;
  const begun = things.filter((one) => key !== "" && nameKey(nameOf(one)).startsWith(key));
  return begun.length === 1 ? begun[0] : undefined;
}

export function suggestions(names: readonly string[], name: string): string {
  const parts = nameKey(name).split(/[\s._-]+/);
  const score = (one: string) => parts.filter((part) => part !== "" && nameKey(one).includes(part)).length;
  const ranked = [...names].sort((a, b) => score(b) - score(a)).slice(0, MAX_SUGGESTIONS);
  return ranked.length === 0 ? "" : ` Did you mean: ${ranked.map((one) => JSON.stringify(inOneLine(one))).join(", ")}?`;
}

export function channelNamed(channels: readonly Channel[], name: string): Channel {
  const found = findByName(channels, (one) => one.name, name);
  if (found !== undefined) return found;
  const near = suggestions(
    channels.filter((one) => !one.is_archived).map((one) => one.name),
    name,
  );
  throw new ToolError(`There is no channel #${inOneLine(name)}.${near}`);
}
