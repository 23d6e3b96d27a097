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

test("a table of an app's sources has what it sends, reads and asks, the same each time", () => {
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

test("a changed checkout is told, each change in a sentence", () => {
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

test("new feature levels of the server's changelog are told, with the endpoints they name", () => {
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

test("a table of the API's description has parameters, and the fields of answers by their type", () => {
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

test("a table of the terminal client's sources has what it reads of answers and events", () => {
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

test("a folder that is none of these checkouts is refused", () => {
  expect(upstream(checkout({}))).toMatchObject({ status: 2, stderr: expect.stringContaining("neither") });
  expect(upstream()).toMatchObject({ status: 2, stderr: expect.stringContaining("Usage") });
});
