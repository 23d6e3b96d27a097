import type { Json } from "./person.ts";
import type { Random } from "./random.ts";

/** Common values of parameters by name. Others are generated from their schema. */
const USUAL: Record<string, readonly Json[]> = {
  anchor: ["newest", "oldest", "first_unread", "3"],
  color: ["#aa33cc"],
  content: ["Hello, **world**", "> quoted\n\n```quote\n@**all**\n```", "/poll Tea?\nyes\nno"],
  date: ["2026-05-17"],
  email: ["nia@example.com", "noor@example.com"],
  emoji_name: ["octopus", "smile", "+1"],
  emoji_code: ["1f419"],
  event_types: [null, ["message"], []],
  flag: ["read", "starred", "collapsed", "hide_link_previews"],
  full_name: ["Nia Newcomer", "Noor Newcomer"],
  include_subscribers: [true, "partial"],
  messages: [[1], [1, 2, 3]],
  msg_ids: [[1], [1, 2, 3]],
  msg_type: ["widget"],
  name: ["crew", "dock"],
  narrow: [
    [],
    [{ operator: "channel", operand: "general" }],
    [["stream", "general"]],
    [{ operator: "search", operand: "hello world" }],
    [
      { operator: "is", operand: "unread" },
      { operator: "with", operand: 1 },
    ],
    [
      { operator: "dm", operand: [4, 5] },
      { operator: "sender", operand: "me", negated: true },
    ],
  ],
  num_after: [0, 10],
  num_before: [0, 10],
  op: ["add", "remove", "start", "stop"],
  password: ["correct horse battery"],
  queue_id: ["00000000-0000-4000-8000-000000000000"],
  role: [200, 300, 400, 600],
  short_name: ["gull", "tern"],
  status: ["active", "idle"],
  stream: ["general"],
  subscriptions: [[{ name: "general" }], ["general"], [{ name: "harbour", description: "Ships" }]],
  timezone: ["Europe/Lisbon"],
  to: [[4], "general", 1, [4, 5], "gus@example.com"],
  topic: ["tides"],
  type: ["direct", "channel", "stream", "private"],
  visibility_policy: [0, 1, 2, 3],
};

/** Boundary values and other unusual numbers. */
const ODD_NUMBERS = [0, -1, 2 ** 31, 2 ** 32, 2 ** 53 - 1, -(2 ** 53) + 1, 1.5, 10 ** 16];
const ODD_WORDS = [
  "",
  " ",
  "\0",
  "a\0b",
  "\u0001\u001b[31m",
  "\ufeff\u200d\u202e\uffff",
  "e\u0301".repeat(3000),
  "🐙".repeat(20_000),
  "x".repeat(70_000),
  "__proto__",
  "constructor",
  "'; DROP TABLE users; --",
  '%_*?"\\',
  "../../../../etc/passwd",
  "%2e%2e%2f%00%zz",
  "<script>alert(1)</script>",
  "\r\nX-Injected: 1",
  "@**all** @*role:members* #**general>x@1** @_**|4**",
  `${"*".repeat(5000)}a${"*".repeat(5000)}`,
  "[".repeat(3000),
  "> ".repeat(3000),
  "`".repeat(3001),
  "((a+)+)+$".repeat(100),
  "99999999999999",
  "2026-13-45",
  "a@b",
  '""',
  'NOT "a b" AND (OR',
  "\ud800 alone \udfff",
  "\u202eright to left\u202c \u2066isolated",
  "1 OR 1=1 UNION SELECT key_hash FROM api_keys --",
  "<svg/onload=alert(1)>",
  "javascript:alert(1)",
  "file:///etc/passwd",
  "{{7*7}}<%= 7*7 %>",
  "\u0000".repeat(200),
];

const deep = (open: string, close: string) => open.repeat(5000) + close.repeat(5000);

/** Texts that have the wrong type for most fields, or that are invalid JSON. */
const WRONG = [
  ...["", "null", "true", "0", "-1", "-0", "1.5", "1e400", "-1e400", "9007199254740993", "NaN", '"1"', "9".repeat(400)],
  ...["{}", "[]", "[[]]", "[null]", '[{"":""}]', '[-1,0,"x"]', '{"new":null,"old":{}}', "{", "[1,", '"'],
  '{"direct_members":[0,-1],"direct_subgroups":["x"]}',
  '{"__proto__":{"x":1},"constructor":1,"toString":1}',
  '["__proto__","constructor","hasOwnProperty"]',
  deep("[", "]"),
  deep('{"a":', "}"),
];

const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** Returns a field value that a client could send. Ids in it may or may not exist. */
export function usualValue(name: string, schema: Json, random: Random): string {
  const known = USUAL[name];
  return textOf(known && random.below(4) > 0 ? random.pick(known) : made(schema, random, false));
}

/** Returns a field value that no client sends: either of the right type, with odd parts, or invalid. */
export function unusualValue(name: string, schema: Json, random: Random): string {
  if (random.below(3) === 0) return random.pick(WRONG);
  const known = USUAL[name];
  return textOf(known && random.below(2) === 0 ? spoilt(random.pick(known), random) : made(schema, random, true));
}

/** Returns the same value, with one part replaced. */
function spoilt(value: Json, random: Random): Json {
  if (typeof value === "number") return random.pick(ODD_NUMBERS);
  if (typeof value === "string") return random.pick(ODD_WORDS);
  if (typeof value !== "object" || value === null) return random.pick(ODD_WORDS);
  const copy = Array.isArray(value) ? [...value] : { ...value };
  const keys = Object.keys(copy);
  if (keys.length === 0) return Array.from({ length: 3000 }, () => random.pick(ODD_NUMBERS));
  const key = random.pick(keys);
  copy[key] = random.below(4) === 0 ? null : spoilt(copy[key], random);
  return copy;
}

/** Returns a value that a JSON Schema allows. If `odd` is true, only the types are right. */
function made(schema: Json, random: Random, odd: boolean): Json {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return random.pick(schema.enum);
  const alternatives = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (alternatives !== undefined) return made(random.pick(alternatives), random, odd);
  switch (schema.type) {
    case "integer":
    case "number":
      return odd ? random.pick(ODD_NUMBERS) : Math.max(schema.minimum ?? 0, 1 + random.below(12));
    case "boolean":
      return random.below(2) === 0;
    case "null":
      return null;
    case "array": {
      if (schema.prefixItems) return schema.prefixItems.map((item: Json) => made(item, random, odd));
      const length = odd && random.below(4) === 0 ? 3000 : random.below(4);
      return Array.from({ length }, () => made(schema.items ?? {}, random, odd && length < 4 && random.below(2) === 0));
    }
    case "object": {
      const { properties = {}, required = [] } = schema;
      const given = Object.entries<Json>(properties).filter(([key]) => required.includes(key) || random.below(3) === 0);
      return Object.fromEntries(given.map(([key, value]) => [key, made(value, random, odd)]));
    }
    default:
      return odd ? random.pick(ODD_WORDS) : random.pick(["general", "hello there", "iris@example.com", "smile", "7"]);
  }
}
