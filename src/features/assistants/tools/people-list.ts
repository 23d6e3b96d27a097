import { type Caller, callEndpoint, ToolError } from "./caller.ts";
import { inOneLine } from "./clean.ts";

export interface Someone {
  readonly user_id: number;
  readonly full_name: string;
  readonly role: number;
  readonly is_bot: boolean;
  readonly is_active: boolean;
  readonly timezone: string;
  readonly delivery_email: string | null;
}

interface PeopleQuery {
  readonly match?: string | undefined;
  readonly ids?: readonly number[] | undefined;
  readonly limit: number;
}

const MAX_NAMES = 20;

/**
 * Returns users whose name contains `match`, or whose API email address it is. Active users whose full name starts with
 * it come first.
 */
export async function peopleMatching(
  caller: Caller,
  { match = "", ids, limit }: PeopleQuery,
): Promise<readonly Someone[]> {
  const [found = []] = await lookedUp(caller, { names: [match], ids, limit });
  return found;
}

const lookedUp = async (caller: Caller, wanted: object) =>
  (await callEndpoint<{ found: Someone[][] }>(caller, "GET /assistants/people", wanted)).found;

/** Returns the id of the user given by a name, an id, an email address or `me`. */
export async function personNamed(caller: Caller, name: string): Promise<number> {
  const [id = caller.user_id] = await peopleNamed(caller, [name]);
  return id;
}

export async function peopleNamed(caller: Caller, names: readonly string[]): Promise<readonly number[]> {
  const meant = new Map<string, number>();
  const unknown: string[] = [];
  for (const said of new Set(names.map(bareName))) {
    if (/^\d{1,15}$/.test(said)) meant.set(said, Number(said));
    else if (said.toLowerCase() === "me") meant.set(said, caller.user_id);
    else unknown.push(said);
  }
  if (meant.size + unknown.length > MAX_NAMES) throw new ToolError(`Name at most ${MAX_NAMES} people at once.`);
  const found = unknown.length === 0 ? [] : await lookedUp(caller, { names: unknown, limit: 6 });
  for (const [at, said] of unknown.entries()) meant.set(said, theOne(said, found[at] ?? []));
  return names.flatMap((name) => meant.get(bareName(name)) ?? []);
}

const bareName = (name: string) => name.trim().replace(/^@/, "").replaceAll("**", "");

function theOne(said: string, found: readonly Someone[]): number {
  const key = said.toLowerCase();
  const exact = found.filter((one) =>
    [one.full_name, one.delivery_email ?? ""].some((each) => each.toLowerCase() === key),
  );
  const [first, ...more] = exact.length > 0 ? exact : found;
  const name = JSON.stringify(inOneLine(said));
  if (first !== undefined && more.length === 0) return first.user_id;
  if (first === undefined) throw new ToolError(`No one here is named ${name}.`);
  const names = [first, ...more].slice(0, 5).map((one) => `${inOneLine(one.full_name)} (${one.user_id})`);
  throw new ToolError(`Several people fit ${name}; use an id: ${names.join(", ")}.`);
}
