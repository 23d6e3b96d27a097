import * as v from "valibot";
import type { Endpoint } from "../../src/api/endpoint.ts";
import { EndpointTable } from "../../src/api/endpoint-table.ts";
import { features } from "../../src/features.ts";
import type { Json } from "./json.ts";

const table = new EndpointTable<Endpoint>();
for (const endpoint of features.flatMap(({ endpoints = [] }) => endpoints))
  for (const route of [endpoint.route, ...endpoint.aliases]) table.add(route, endpoint);

/** Routes whose replies have fields of other features. */
const OPEN = new Set(["POST /register"]);
/** Routes for deliveries, which are answered as the delivering services expect. */
const DELIVERY = /^\w+ \/external\//;

const ENVELOPE = {
  result: v.literal("success"),
  msg: v.string(),
  ignored_parameters_unsupported: v.optional(v.array(v.string())),
};

/**
 * Throws if a successful response lacks a field that its endpoint declares, or has one that the endpoint doesn't
 * declare.
 */
export function checkReplyForm(request: string, answer: Json): void {
  const [method = "", path = ""] = request.split(" ", 2);
  const match = table.find(method, path);
  if (match === undefined || !("found" in match) || answer?.result !== "success") return;
  const { reply, route } = match.found;
  if (DELIVERY.test(route)) return;
  const schema = v.object({ ...ENVELOPE, ...reply });
  const { issues = [] } = v.safeParse(schema, answer);
  const wrong = issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`);
  const problems = [...wrong, ...(OPEN.has(route) ? [] : undeclared(schema, answer, ""))];
  if (problems.length === 0) return;
  throw new Error(
    `${route} answers what its endpoint doesn't declare: ${[...new Set(problems)].join("; ").slice(0, 2000)}`,
  );
}

/** Returns the paths of everything in a value that a schema doesn't declare. */
function undeclared(schema: Json, value: Json, path: string): string[] {
  if (value === null || typeof value !== "object") return [];
  switch (schema.type) {
    case "object":
    case "strict_object":
    case "loose_object":
      return Object.entries<Json>(value).flatMap(([key, item]) => {
        const entry = schema.entries[key];
        if (entry !== undefined) return undeclared(entry, item, `${path}.${key}`);
        return schema.type === "loose_object" ? [] : [`${path}.${key}`];
      });
    case "array":
      return value.flatMap((item: Json) => undeclared(schema.item, item, `${path}[]`));
    case "record":
      return Object.values<Json>(value).flatMap((item) => undeclared(schema.value, item, `${path}{}`));
    case "union":
    case "variant": {
      const fitting = schema.options.filter((option: Json) => v.safeParse(option, value).success);
      const found: string[][] = fitting.map((option: Json) => undeclared(option, value, path));
      return found.sort((one, other) => one.length - other.length)[0] ?? [];
    }
    default:
      return schema.wrapped === undefined ? [] : undeclared(schema.wrapped, value, path);
  }
}
