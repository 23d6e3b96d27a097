import type { Json } from "../support/person.ts";
import { type Client, judge } from "./judge.ts";
import facts from "./zulip-api.json";
import differences from "./zulip-api-differences.json";

const answers: Record<string, Record<string, string>> = {};
for (const [name, types] of Object.entries(facts.answers))
  answers[name] = Object.fromEntries(
    Object.entries(types).flatMap(([type, keys]) =>
      keys.split(" ").map((key) => [key, type.replace("zulip_extra_emoji", "$& svc_extra_emoji")]),
    ),
  );
// Zulip's OpenAPI file describes reminders as scheduled messages.
answers["POST /register"] = { ...answers["POST /register"], reminders: "[reminders]" };
// The table omits the fields that determine the case.
for (const name of Object.values(facts.cases).flatMap((made) => Object.values(made)))
  answers[name] = { ...answers[name], type: "string", op: "string" };

/** Zulip's responses, according to its OpenAPI file. */
export const zulipApi: Client & { readonly level: number; readonly requests: Readonly<Record<string, string>> } = {
  ...facts,
  answers,
  readers: {},
  isClosed: true,
};

const SEGMENTS: readonly (readonly [RegExp, string])[] = [
  [/\{\w+_id\}/g, "\\d+"],
  [/\{email\}/g, "[^/]+(?:@|%40)[^/]+"],
  [/\{filename\}/g, ".+"],
  [/\{\w+\}/g, "[^/]+"],
];
const shapes = Object.keys(facts.requests).map((route) => ({
  route,
  shape: new RegExp(`^${SEGMENTS.reduce((shape, [name, segment]) => shape.replace(name, segment), route)}$`),
  names: route.split("{").length,
}));
shapes.sort((a, b) => a.names - b.names);
const found = new Map<string, string | undefined>();

/** Returns the route that the OpenAPI file has for a request. Undefined if it has none. */
function described(request: string): string | undefined {
  const known = found.get(request);
  if (known !== undefined || found.has(request)) return known;
  const route = shapes.find(({ shape }) => shape.test(request))?.route;
  found.set(request, route);
  return route;
}

const { newer, ours, undescribed, different } = differences;
/** Keys and parameters that the OpenAPI file lacks, wherever they occur. */
const additions = new Set([newer, ours, undescribed].flatMap((why) => Object.values(why).join(" ").split(" ")));

/** Returns true if a key that the OpenAPI file lacks is in the list of differences. */
export const isExplained = (name: string) => additions.has(name);

/** Returns what is in a response, but neither in Zulip's OpenAPI file nor in the list of differences. */
export function unexplained(request: string, answer: Json): readonly string[] {
  const route = described(request);
  if (route === undefined || answer?.result !== "success") return [];
  const { result, msg, ignored_parameters_unsupported, ...rest } = answer;
  return judge(zulipApi, route, rest).complaints.filter((complaint) => {
    const [field = "", told = ""] = complaint.split(/: (.*)/s);
    if (field in different) return false;
    return !(told.endsWith("is not in the table") && isExplained(field.replace(/^.*\./, "")));
  });
}

/** Throws if a response contains something that neither Zulip's OpenAPI file nor the list of differences has. */
export function checkDescribed(request: string, answer: Json): void {
  const [problem, ...more] = unexplained(request, answer);
  if (problem !== undefined)
    throw new Error(
      `${request} answers what test/clients/zulip-api-differences.json has to explain: ${[problem, ...more].join("; ").slice(0, 2000)}`,
    );
}
