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

/** Returns the item with a name: an exact match, else one that ignores case, else the only one with that prefix. */
function findByName<T>(things: readonly T[], nameOf: (thing: T) => string, name: string): T | undefined {
  const key = nameKey(name);
  const exact = things.find((one) => nameOf(one) === name) ?? things.find((one) => nameKey(nameOf(one)) === key);
  if (exact !== undefined) return exact;
  const begun = things.filter((one) => key !== "" && nameKey(nameOf(one)).startsWith(key));
  return begun.length === 1 ? begun[0] : undefined;
}

/** Maximum number of words in a name that are compared with other names. */
const MAX_WORDS = 10;

export function suggestions(names: readonly string[], name: string): string {
  const words = nameKey(name)
    .split(/[\s._-]+/)
    .filter((word) => word !== "")
    .slice(0, MAX_WORDS);
  const scored = names.map((one) => {
    const key = nameKey(one);
    return { one, score: words.filter((word) => key.includes(word)).length };
  });
  const ranked = scored.sort((a, b) => b.score - a.score).slice(0, MAX_SUGGESTIONS);
  if (ranked.length === 0) return "";
  return ` Did you mean: ${ranked.map(({ one }) => JSON.stringify(inOneLine(one))).join(", ")}?`;
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
