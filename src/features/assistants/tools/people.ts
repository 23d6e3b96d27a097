import * as v from "valibot";
import { callEndpoint } from "./caller.ts";
import { inOneLine } from "./clean.ts";
import { peopleMatching, type Someone } from "./people-list.ts";
import { dayIn, hourIn } from "./times.ts";
import { format, tool, upTo, words } from "./tool.ts";

const ROLES: Readonly<Record<number, string>> = { 100: "owner", 200: "administrator", 300: "moderator", 600: "guest" };

interface Standing {
  readonly user_id: number;
  readonly status: string;
  /** When the user was last seen, rounded to the hour, or null if they hide it. */
  readonly seen: number | null;
  readonly now: number;
}

export const people = tool({
  name: "people",
  description:
    "Find people and bots by part of a name, or by ids: id, role, status, local time, last seen, address if visible.",
  input: v.strictObject({
    match: v.optional(words(200)),
    ids: v.optional(v.pipe(v.array(v.pipe(v.number(), v.integer())), v.maxLength(50))),
    limit: upTo(50),
    format,
  }),
  scope: "read",
  trialData: { people: [] },
  async run({ caller, args: { match, ids, limit = 10 } }) {
    const found = await peopleMatching(caller, { match, ids, limit });
    if (found.length === 0) return { text: "Nobody found.", data: { people: [] } };
    const { standings } = await callEndpoint<{ standings: Standing[] }>(caller, "GET /assistants/standings", {
      ids: found.map((one) => one.user_id),
    });
    const byId = new Map(standings.map((one) => [one.user_id, one]));
    const told = found.map((one) => describe(one, byId.get(one.user_id), caller.timezone));
    return {
      text: told.map(({ id, name, facts }) => `${id} ${name}  ${facts.join(", ")}`).join("\n"),
      data: { people: told },
    };
  },
});

function describe(one: Someone, standing: Standing | undefined, zone: string) {
  const seen = standing?.seen;
  const facts = [
    one.is_bot ? "bot" : (ROLES[one.role] ?? "member"),
    ...(one.is_active ? [] : ["deactivated"]),
    ...(standing === undefined || standing.status === "" ? [] : [`“${inOneLine(standing.status)}”`]),
    ...(one.timezone === "" || standing === undefined ? [] : [`local time ${hourIn(standing.now, one.timezone)}`]),
    ...(seen === null || seen === undefined ? [] : [`seen ${dayIn(seen, zone)} ${hourIn(seen, zone).slice(0, 2)}h`]),
    ...(one.delivery_email === null ? [] : [one.delivery_email]),
  ];
  return { id: one.user_id, name: inOneLine(one.full_name), facts };
}
