import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { root } from "./support/server.ts";

// The tables of Zulip's programs, and the differences reported for newer checkouts of them.

const APP: Readonly<Record<string, string>> = {
  "pubspec.yaml": "name: boat\nversion: 1.2.3+4\n",
  "lib/api/core.dart": `
    const kMinSupportedZulipFeatureLevel = 100; // "Not {this".
    const headers = {'User-Agent': 'Boat/$version'};`,
  "lib/api/model/initial_snapshot.dart": "",
  "lib/api/model/model.g.dart": `
    Snapshot _$SnapshotFromJson(Map<String, dynamic> json) => Snapshot(
      queueId: json['queue_id'] as String?,
      level: (json['level'] as num).toInt(),
      limit: (json['limit'] as num?)?.toInt() ?? 50,
      words: (json['words'] as List<dynamic>)
          .map((e) => e as String)
          .toList(),
      boats: (json['boats'] as Map<String, dynamic>?)?.map(
        (k, e) => MapEntry(int.parse(k), Boat.fromJson(e as Map<String, dynamic>)),
      ),
      methods: Map<String, bool>.from(json['methods'] as Map),
      icon: Uri.parse(json['icon'] as String),
    );
    Boat _$BoatFromJson(Map<String, dynamic> json) {
      $checkKeys(json, requiredKeys: const ['name'], disallowNullValues: const ['name']);
      return Boat(
        json['name'] as String?,
        kind: $enumDecode(_$KindEnumMap, json['kind']),
        flag: $enumDecodeNullable(_$FlagEnumMap, json['flag'], unknownValue: Flag.unknown),
        owner: json['owner'] == null ? null : Owner.fromJson(json['owner']),
        color: (Boat._readColor(json, 'color') as num).toInt(),
      );
    }
    const _$KindEnumMap = {Kind.sail: 1, Kind.oar: 2};
    const _$FlagEnumMap = {Flag.red: 'red', Flag.unknown: 'unknown'};`,
  "lib/api/model/events.dart": `
    factory Event.fromJson(Map<String, dynamic> json) {
      switch (json['type'] as String) {
        case 'boat':
          switch (json['op'] as String) {
            case 'add': return BoatAdded.fromJson(json);
            default: return UnexpectedEvent.fromJson(json);
          }
        case 'tide': return Snapshot.fromJson(json);
        default: return UnexpectedEvent.fromJson(json);
      }
    }`,
  "lib/api/route/boats.dart": `
    if (connection.zulipFeatureLevel! >= 120) {
      return connection.post('launch', Snapshot.fromJson, 'boats/$boatId', {
        'name': RawParameter(name),
        'fast': true,
        if (crew != null) ...{'crew': crew},
        'capabilities': {'sail': true, 'oar': false},
      });
    }`,
};

function checkout(files: Readonly<Record<string, string>>): string {
  const at = mkdtempSync(join(tmpdir(), "upstream-"));
  onTestFinished(() => rmSync(at, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(at, path)), { recursive: true });
    writeFileSync(join(at, path), text);
  }
  return at;
}

const upstream = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/upstream.mjs", ...args], {
    cwd: root,
    encoding: "utf8",
  });
  return { status, lines: stdout.split("\n").filter((line) => line !== ""), stderr };
};

const tableOf = (tables: string, client = "zulip-flutter") => readFileSync(join(tables, `${client}.json`), "utf8");

test("a table of an app's sources lists its requests, its queries and the fields it reads, identically on every run", () => {
  const [app, tables] = [checkout(APP), checkout({})];
  expect(upstream("--write", "--tables", tables, app)).toMatchObject({ status: 0, stderr: "" });
  const written = tableOf(tables);
  expect(JSON.parse(written)).toEqual({
    client: "zulip-flutter",
    version: "1.2.3+4",
    minimum_level: 100,
    levels: [120],
    agents: ["Boat/$version"],
    requests: {
      launch: {
        method: "POST",
        path: "boats/:boatId",
        answer: "Snapshot",
        sends: { name: "*", fast: true, crew: "*", capabilities: { sail: true, oar: false } },
      },
    },
    answers: {
      Boat: {
        name: "string",
        kind: "one of 1 2",
        flag: "string?",
        owner: "Owner?",
        color: "number by Boat._readColor",
      },
      Snapshot: {
        queue_id: "string?",
        level: "number",
        limit: "number?",
        words: "[string]",
        boats: "{Boat}?",
        methods: "{boolean}",
        icon: "string",
      },
    },
    cases: { Event: { "boat/add": "BoatAdded", tide: "Snapshot" } },
    unread: ["BoatAdded: no generated decoder", "Owner: no generated decoder"],
  });
  upstream("--write", "--tables", tables, app);
  expect(tableOf(tables)).toBe(written);
  expect(upstream("--tables", tables, app)).toMatchObject({
    status: 0,
    lines: ["## zulip-flutter", "Nothing changed."],
  });
});

test("npm run upstream reports each change of a checkout in a sentence", () => {
  const [app, tables] = [checkout(APP), checkout({})];
  upstream("--write", "--tables", tables, app);
  const changed = (path: string, ...changes: [from: string, to: string][]) => {
    const copy = checkout({});
    cpSync(app, copy, { recursive: true });
    const before = readFileSync(join(copy, path), "utf8");
    const after = changes.reduce((text, [from, to]) => text.replace(from, to), before);
    expect(after).not.toBe(before);
    writeFileSync(join(copy, path), after);
    const { status, lines } = upstream("--tables", tables, copy);
    expect(status).toBe(1);
    return lines.slice(1);
  };
  const model = "lib/api/model/model.g.dart";
  expect(changed(model, ["level: (json['level'] as num).toInt(),", ""])).toEqual([
    "- It no longer reads Snapshot.level.",
  ]);
  expect(changed(model, ["queueId: json['queue_id'] as String?", "queueId: json['queue_id'] as String"])).toEqual([
    "- It reads Snapshot.queue_id as string, not string?.",
  ]);
  expect(changed(model, ["icon: ", "name: json['name'] as String,\nnote: json['note'] as bool?,\nicon: "])).toEqual([
    "- It reads Snapshot.name (string), and needs it.",
    "- It reads Snapshot.note (boolean?).",
  ]);
  expect(changed("lib/api/core.dart", ["= 100", "= 371"])).toEqual(["- It refuses servers below level 371, not 100."]);
  expect(
    changed("lib/api/route/boats.dart", ["'fast': true,", ""], [">= 120", ">= 130"], ["'oar': false", "'oar': true"]),
  ).toEqual([
    "- It asks for level 130.",
    '- launch sends capabilities: {"sail":true,"oar":true}.',
    "- launch no longer sends fast.",
  ]);
  expect(changed("lib/api/model/events.dart", ["case 'tide'", "case 'wind'"])).toEqual([
    "- It no longer knows Event tide.",
    "- It reads Event wind as Snapshot.",
  ]);
});

test("npm run upstream reports new feature levels in the server's changelog, with the endpoints that each one names", () => {
  const log = (level: number) =>
    `## Changes in Zulip 13.0\n\n**Feature level ${level}**\n\n* [\`POST /boats\`](/api/x): New.\n`;
  const old = "\n**Feature level 500**\n\n* Older.\n";
  const tables = checkout({});
  upstream("--write", "--tables", tables, checkout({ "api_docs/changelog.md": old }));
  expect(JSON.parse(tableOf(tables, "zulip"))).toEqual({ client: "zulip", level: 500 });
  expect(upstream("--tables", tables, checkout({ "api_docs/changelog.md": `${log(501)}${old}` }))).toMatchObject({
    status: 1,
    lines: ["## zulip", "- Level 501 is new, about POST /boats."],
  });
});

const description = (pet: string, more = "") => `
paths:
  /pets/{pet_id}:
    get:
      description: New in Zulip 9.0 (feature level 200).
      parameters: [{name: pet_id, in: path}, {name: fields, in: query}]
      responses:
        "200":
          content:
            application/json:
              schema:
                allOf:
                  - {$ref: "#/components/schemas/Envelope"}
                  - {required: [pet], properties: {result: {}, pet: {$ref: "#/components/schemas/Pet"}}}
    delete: {responses: {}}
${more}
components:
  schemas:
    Envelope: {properties: {result: {type: string}, msg: {type: string}}}
    Pet: {properties: {${pet}}}
`;

test("a table of the API's description lists parameters and the types of response fields", () => {
  const pet = "id: {type: integer}, kind: {enum: [cat, dog]}, age: {type: integer, nullable: true}";
  const notes = "notes: {oneOf: [{type: string}, {type: array, items: {properties: {text: {type: string}}}}]}";
  const [sources, tables] = [checkout({ "old.yaml": description(`${pet}, ${notes}`) }), checkout({})];
  expect(upstream("--write", "--tables", tables, join(sources, "old.yaml"))).toMatchObject({ status: 0, stderr: "" });
  expect(JSON.parse(tableOf(tables, "zulip-api"))).toEqual({
    client: "zulip-api",
    level: 200,
    requests: { "DELETE /pets/{pet_id}": "", "GET /pets/{pet_id}": "fields" },
    answers: {
      "GET /pets/{pet_id}": { "pet!": "pet" },
      notes: { string: "text" },
      pet: { "[notes]|string": "notes", integer: "id", "integer|null": "age", "one of cat dog": "kind" },
    },
    cases: {},
  });
  const changed = description(pet.replace("integer", "string"), "    post: {responses: {}, requestBody: {}}");
  writeFileSync(
    join(sources, "new.yaml"),
    changed.replace("level 200", "level 201").replace("name: fields", "name: key"),
  );
  expect(upstream("--tables", tables, join(sources, "new.yaml"))).toMatchObject({
    status: 1,
    lines: [
      "## zulip-api",
      "- Its level is 201; the table has 200.",
      "- GET /pets/{pet_id} no longer has fields.",
      "- GET /pets/{pet_id} has key.",
      "- POST /pets/{pet_id} is new.",
      "- The answer notes no longer has text.",
      "- The answer pet has id (string).",
      "- The answer pet no longer has notes.",
    ],
  });
});

test("a table of the terminal client's sources has the response and event fields that it reads", () => {
  const types = `
class Boat(TypedDict, total=False):
    # Its sails.
    sails: List[Dict[str, Any]]  # none
    kind: Literal["sail", "oar"]


class BoatEvent(TypedDict):
    type: Literal["boat"]
    op: Literal["add"]
    boat: NotRequired[Boat]
    ids: Optional[List[int]]
    color: Color

Event = Union[
    BoatEvent,
]
`;
  const [terminal, tables] = [checkout({ "zulipterminal/api_types.py": types }), checkout({})];
  expect(upstream("--write", "--tables", tables, terminal)).toMatchObject({ status: 0, stderr: "" });
  expect(JSON.parse(tableOf(tables, "zulip-terminal"))).toMatchObject({
    version: null,
    answers: {
      Boat: { kind: "one of sail oar?", sails: "[{any}]?" },
      BoatEvent: { boat: "Boat?", color: "string", ids: "[number]?" },
    },
    cases: { Event: { "boat/add": "BoatEvent" } },
  });
});

const STATE = `
import * as z from "zod/mini";

import {boat_schema} from "./boats.ts";
import type {Tide} from "./tides.ts";

const tide_schema = z.union([z.number(), z.object({high: z.string()})]);
// Not all.
export const split_state_data_schema = z.object({
    boats: z.object({boats: z.record(z.string(), boat_schema)}),
    tides: z.object({
        tide: z.nullish(tide_schema),
        kinds: z.array(z.enum(Kinds)),
    }),
});
`;
const BOATS = `
const base = z.object({id: z.number()});
const Kinds = {SAIL: 1, OAR: 2} as const;
export const boat_schema = z.intersection(
    z.object({...z.partial(base).shape, name: z.nullable(z.string())}),
    z.discriminatedUnion("oars", [
        z.object({oars: z.literal(true), count: z.optional(z.number())}),
        z.object({oars: z.literal(false)}),
    ]),
);
`;
const NAMES = `
const names = ["can_sail"] as const;
export const realm_group_setting_name_schema = z.enum([...names, "can_row"]);
export const stream_group_setting_name_schema = z.enum(["can_moor"]);
export const group_group_setting_name_schema = z.enum([]);
`;

test("a table of the web client has its registration schema, and the permissions that it knows", () => {
  const sources = {
    "src/state_data.ts": STATE,
    "src/boats.ts": BOATS,
    "src/group_permission_settings.ts": NAMES,
  };
  const [web, tables] = [checkout(sources), checkout({})];
  expect(upstream("--write", "--tables", tables, web)).toMatchObject({ status: 0, stderr: "" });
  const written = tableOf(tables, "zulip-web");
  const boat = { id: "number|undefined", name: "string|null" };
  expect(JSON.parse(written)).toMatchObject({
    answers: {
      State: { boats: "{boat/1|boat/2}", kinds: "[one of 1 2]", tide: "number|tide|null|undefined" },
      "boat/1": { ...boat, oars: "one of true", count: "number|undefined" },
      "boat/2": { ...boat, oars: "one of false" },
      tide: { high: "string" },
    },
    cases: { "permissions.realm": { can_row: expect.any(String), can_sail: expect.any(String) } },
    unread: [],
  });
  upstream("--write", "--tables", tables, web);
  expect(tableOf(tables, "zulip-web")).toBe(written);
  const changed = checkout({
    ...sources,
    "src/boats.ts": BOATS.replace("name: z.nullable(z.string())", "draught: z.string()"),
    "src/group_permission_settings.ts": NAMES.replace("can_moor", "can_anchor"),
  });
  expect(upstream("--tables", tables, changed)).toMatchObject({
    status: 1,
    lines: [
      "## zulip-web",
      ...["boat/1", "boat/2"].flatMap((name) => [
        `- It reads ${name}.draught (string), and needs it.`,
        `- It no longer reads ${name}.name.`,
      ]),
      "- It reads permissions.stream can_anchor as group_permission_setting.",
      "- It no longer knows permissions.stream can_moor.",
    ],
  });
});

const DESKTOP = `
const response = await session.fetch(domain + "/api/v1/server_settings");
const {realm_name} = z
    .object({
      realm_name: z.string(),
      realm_uri: z.string().url(),
      zulip_feature_level: z.number().default(0),
    })
    .parse(data);
await session.fetch(\`\${url}/api/v1/server_settings\`, {
  method: "HEAD",
});
`;
const PYTHON = `
__version__ = "1.2.3"
class Client:
    def sail(self, **request: Any) -> Dict[str, Any]:
        """It's quick."""
        return self.call_endpoint(url=f"boats/{boat_id}/sail", method="PATCH", request=request)

    def launch(self, name: str) -> Dict[str, Any]:
        request: Dict[str, object] = dict(name=name, **kwargs)
        res = self.call_endpoint("boats?fast=1", request=request, files=[file])
        return res["boat"] or res.get("code")
`;
const JS = `
function boats(config) {
  const url = (id) => \`\${config.apiURL}/boats/\${id}/oars\`;
  const call = (method, params) => api(url(params.id), config, method, params);
  return { add: () => call('POST', {}), remove: () => call('DELETE', {}) };
}`;
const GO = `
type Boat struct {
	Name string \`json:"name"\`
	Crew *Crew \`json:"-"\`
	ID   int \`json:"id"\`
}

func (q *Queue) Get() {
	values.Set("queue_id", q.ID)
	url := "events?" + values.Encode()
	q.Bot.constructRequest("GET", url, "")
}
`;

test.each([
  [
    "zulip-desktop",
    { "app/main/request.ts": DESKTOP },
    ["GET server_settings", "HEAD server_settings"],
    { ServerSettings: { realm_name: "string", realm_uri: "string", zulip_feature_level: "number|undefined" } },
  ],
  [
    "python-zulip-api",
    { "zulip/zulip/__init__.py": PYTHON },
    ["POST boats fast file name", "PATCH boats/:id/sail"],
    { res: { boat: "any", code: "any?" } },
  ],
  [
    "zulip-js",
    {
      "package.json": "{}",
      "src/events_wrapper.js": "params.queue_id = res.queue_id;",
      "src/resources/boats.js": JS,
    },
    ["DELETE boats/:id/oars", "POST boats/:id/oars"],
    { res: { queue_id: "any" } },
  ],
  [
    "gozulipbot",
    { "message.go": "", "queue.go": GO },
    ["GET events queue_id"],
    { Boat: { id: "number?", name: "string?" } },
  ],
])(
  "a table of %s has the endpoints it calls, and the fields it sends and reads",
  (client, sources, requests, answers) => {
    const tables = checkout({});
    expect(upstream("--write", "--tables", tables, checkout(sources))).toMatchObject({ status: 0, stderr: "" });
    const table = JSON.parse(tableOf(tables, client));
    const called = Object.values<{ method: string; path: string; sends: object }>(table.requests);
    expect(called.map(({ method, path, sends }) => [method, path, ...Object.keys(sends)].join(" "))).toEqual(requests);
    expect(table.answers).toEqual(answers);
  },
);

test("the table of zulip-js describes the package version that tests run", () => {
  const tables = checkout({});
  upstream("--write", "--source", "the package", "--tables", tables, "node_modules/zulip-js");
  const kept = readFileSync(join(root, "test/clients/zulip-js.json"), "utf8");
  expect(JSON.parse(tableOf(tables, "zulip-js"))).toEqual(JSON.parse(kept));
});

test("a folder that is not one of these checkouts is refused", () => {
  expect(upstream(checkout({}))).toMatchObject({ status: 2, stderr: expect.stringContaining("is neither") });
  expect(upstream()).toMatchObject({ status: 2, stderr: expect.stringContaining("Usage") });
});
