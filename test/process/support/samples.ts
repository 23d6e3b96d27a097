import type { Json } from "./person.ts";
import type { Random } from "./random.ts";

/** Some value that a JSON Schema admits; the ids that it names may exist or not. */
export function sample(schema: Json, random: Random): Json {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return random.pick(schema.enum);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) return sample(random.pick(alternatives), random);
  if (schema.allOf !== undefined) return sample(schema.allOf[0], random);
  switch (schema.type) {
    case "integer":
    case "number":
      return Math.max(schema.minimum ?? 0, 1 + random.below(12));
    case "boolean":
      return random.below(2) === 0;
    case "null":
      return null;
    case "array": {
      if (schema.prefixItems) return schema.prefixItems.map((item: Json) => sample(item, random));
      return Array.from({ length: random.below(3) }, () => sample(schema.items ?? {}, random));
    }
    case "object":
      return sampleObject(schema, random);
    default:
      return random.pick(WORDS).slice(0, schema.maxLength);
  }
}

function sampleObject({ properties = {}, required = [] }: Json, random: Random): Json {
  const given = Object.entries<Json>(properties).filter(([name]) => required.includes(name) || random.below(3) === 0);
  return Object.fromEntries(given.map(([name, schema]) => [name, sample(schema, random)]));
}

const WORDS = [
  "general",
  "hello",
  "role:members",
  "1",
  "[1]",
  "true",
  "iris@example.com",
  "newest",
  "a b",
  "#ff0000",
  "smile",
];

const deep = (open: string, close: string) => open.repeat(5000) + close.repeat(5000);

/** What no field expects. */
export const HOSTILE: readonly string[] = [
  "",
  " ",
  "null",
  "true",
  "0",
  "-1",
  "-0",
  "1.5",
  "1e400",
  "-1e400",
  "9007199254740993",
  "2147483648",
  "9".repeat(400),
  "NaN",
  '"1"',
  "{}",
  "[]",
  "[[]]",
  "[null]",
  '[{"":""}]',
  "[1,1,1]",
  '[-1,0,"x"]',
  '{"new":null,"old":{}}',
  '{"direct_members":[0,-1],"direct_subgroups":["x"]}',
  '{"__proto__":{"x":1},"constructor":1,"toString":1}',
  '["__proto__","constructor","hasOwnProperty"]',
  "__proto__",
  "{",
  "[1,",
  '"',
  deep("[", "]"),
  deep('{"a":', "}"),
  `[${Array.from({ length: 3000 }, (_, index) => index).join(",")}]`,
  "x".repeat(70_000),
  "🐙".repeat(20_000),
  "\0",
  "a\0b",
  "\u0001\u001b[31m",
  "\ud800",
  "\u202e\u200d\ufeff\uffff",
  "e\u0301".repeat(3000),
  "'; DROP TABLE users; --",
  "%' OR 1=1 --",
  "../../../../etc/passwd",
  "%2e%2e%2f%00",
  "<script>alert(1)</script>",
  "\r\nX-Injected: 1",
  "@**all** @*role:members* #**general>x@1**",
  `${"*".repeat(5000)}a${"*".repeat(5000)}`,
  "[".repeat(3000),
  "> ".repeat(3000),
  "((a+)+)+$".repeat(100),
  "2026-13-45",
  "99999999999999",
];
