import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { wholePng } from "../support/pictures.ts";
import { zipFile } from "../support/zip-file.ts";
import { foundOrganization, type Json, PASSWORD, Person } from "./support/person.ts";
import { Script } from "./support/script.ts";
import { type Server, start } from "./support/server.ts";

const T = 1_700_000_000;
const args = ["--rate-limits", "off", "--dev-login"];

/** Resolves names below localhost to localhost, like browsers do, so that one server can have several organizations. */
const NAMES = `import dns from "node:dns";
const { lookup } = dns;
dns.lookup = (name, ...rest) => lookup(name.endsWith(".localhost") ? "localhost" : name, ...rest);`;

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "parley-import-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

async function fileOf(content: Blob | string, name: string): Promise<string> {
  const path = join(folder(), name);
  writeFileSync(path, typeof content === "string" ? content : new Uint8Array(await content.arrayBuffer()));
  return path;
}

/** Runs the command as an organization's owner. */
async function moveInto({ host, email }: Person, file: string, ...more: string[]) {
  const site = ["--site", `http://${host}`, "--email", email, "--password", PASSWORD];
  const preload = join(folder(), "names.mjs");
  writeFileSync(preload, NAMES);
  const env = { XDG_CACHE_HOME: folder(), NODE_OPTIONS: `--import ${preload}` };
  return new Script("import", [...site, ...more, file], env).ended;
}

let made = 0;
async function organization(server: Server): Promise<Person> {
  made += 1;
  return foundOrganization(server, `moved${made}`);
}

/** Logs in as an imported user. */
async function as(owner: Person, email: string): Promise<Person> {
  const stranger = new Person(owner.url, "", "", 0, owner.host);
  const { api_key, user_id } = await stranger.ok(stranger.post("/dev_fetch_api_key", { username: email }));
  return new Person(owner.url, email, api_key, user_id, owner.host);
}

/** The messages a user sees in a conversation: topic, sender, text, and reactions. */
async function read(who: Person, operator: string, operand: unknown): Promise<Json[]> {
  const query = { anchor: "oldest", num_before: 0, num_after: 100, apply_markdown: false };
  const { messages } = await who.ok(who.get("/messages", { ...query, narrow: [{ operator, operand }] }));
  return messages.map(({ subject, sender_full_name, content, reactions }: Json) => [
    ...[subject, sender_full_name, content.replace(/\/user_uploads\/[\w./-]+/g, "UPLOAD")],
    reactions.map(({ emoji_name }: Json) => emoji_name),
  ]);
}

/** Content of the file linked from the first message with a file. */
async function fileIn(who: Person, channel: string): Promise<string> {
  const query = { anchor: "oldest", num_before: 0, num_after: 100, apply_markdown: false };
  const narrow = [{ operator: "channel", operand: channel }];
  const { messages } = await who.ok(who.get("/messages", { ...query, narrow }));
  const [path] = messages.flatMap(({ content }: Json) => /\/user_uploads\/[\w./-]+/.exec(content) ?? []);
  const { url } = await who.ok(who.get(path));
  return (await who.page(url)).said;
}

const channelsOf = async (who: Person): Promise<string[]> =>
  (await who.ok(who.get("/streams", { include_all_active: false }))).streams.map(({ name }: Json) => name).sort();

const slackUser = (id: string, name: string, more: object = {}) => {
  return { id, name, profile: { real_name: name, email: `${name.toLowerCase()}@example.org` }, ...more };
};
const said = (at: number, user: string, text: string, more: object = {}) => ({
  ...{ type: "message", ts: `${T + at}.000100`, user, text },
  ...more,
});
const thread_ts = `${T + 5}.000100`;
const slackUsers = [slackUser("U1", "Ada"), slackUser("U2", "Bob"), slackUser("U3", "Cy", { deleted: true })];
const slackChannel = (id: string, name: string, members: string[], more: object = {}) => {
  return { id, name, created: T, creator: "U1", members, ...more };
};
const slackDay = [
  said(5, "U1", "who has *tea*, <@U2>?", { thread_ts, reactions: [{ name: "shipit", users: ["U2"] }] }),
  said(6, "U2", "I do", { thread_ts }),
  said(7, "U3", "see the plan", { files: [{ id: "F1", name: "plan.txt", mimetype: "text/plain" }] }),
];
const slackMembers = {
  "users.json": slackUsers,
  "channels.json": [slackChannel("C1", "harbour", ["U1", "U2", "U3"], { is_general: true })],
  "harbour/2023-11-14.json": slackDay,
};
const slackZip = (members: object, uploads = true) =>
  zipFile([
    ...Object.entries(members).map(([name, list]) => ({ name, content: JSON.stringify(list), deflated: true })),
    ...(uploads
      ? [
          { name: "__uploads/F1/plan.txt", content: "the plan" },
          { name: "emoji/shipit.png", content: wholePng(8, 8) },
        ]
      : []),
  ]);

const HARBOUR = [
  ["2023-11-14 who has tea, @Bob?", "Ada", "who has **tea**, @**Bob**?", ["shipit"]],
  ["2023-11-14 who has tea, @Bob?", "Bob", "I do", []],
  ["imported from Slack", "Cy", "see the plan\n[plan.txt](UPLOAD)", []],
];

test("the import command imports a Slack export, and keeps its private data private", async () => {
  const server = await start({ args });
  const owner = await organization(server);
  const zip = await slackZip({
    ...slackMembers,
    "groups.json": [slackChannel("G1", "vault", ["U1"])],
    "dms.json": [{ id: "D1", members: ["U1", "U2"] }],
    "mpims.json": [{ id: "M1", name: "mpdm-all-1", members: ["U1", "U2", "U3"] }],
    "vault/2023-11-14.json": [said(20, "U1", "a secret")],
    "D1/2023-11-14.json": [said(21, "U2", "between us")],
    "mpdm-all-1/2023-11-14.json": [said(22, "U3", "among three")],
  });
  const { status, output } = await moveInto(owner, await fileOf(zip, "slack.zip"));
  expect(status, output).toBe(0);
  expect(output).toContain("People enter by resetting their passwords");
  const [ada, bob] = [await as(owner, "ada@example.org"), await as(owner, "bob@example.org")];
  expect(await channelsOf(ada)).toEqual(expect.arrayContaining(["harbour", "vault"]));
  expect(await channelsOf(bob)).not.toContain("vault");
  for (const who of [ada, bob]) {
    expect(await read(who, "channel", "harbour")).toEqual(HARBOUR);
    expect(await read(who, "dm", [ada.id, bob.id])).toEqual([["", "Bob", "between us", []]]);
    expect(await read(who, "is", "dm")).toMatchObject([
      ["", "Bob", "between us", []],
      ["", "Cy", "among three", []],
    ]);
  }
  expect(await read(ada, "channel", "vault")).toEqual([["imported from Slack", "Ada", "a secret", []]]);
  expect(await fileIn(bob, "harbour")).toBe("the plan");
  const { members } = await owner.ok(owner.get("/users"));
  expect(members.find(({ full_name }: Json) => full_name === "Cy")).toMatchObject({ is_active: false });
  const { emoji } = await bob.ok(bob.get("/realm/emoji"));
  expect(Object.values<Json>(emoji)).toMatchObject([{ name: "shipit", deactivated: false }]);

  await server.stop();
});

test("the import command imports standard and Enterprise exports of Slack", { tags: "nightly" }, async () => {
  const server = await start({ args });
  // A standard export has only public channels. An Enterprise one uses another name for the list of users.
  for (const list of ["users.json", "org_users.json"]) {
    const other = await organization(server);
    const { "users.json": users, ...rest } = slackMembers;
    const plain = await slackZip({ ...rest, [list]: users });
    expect(await moveInto(other, await fileOf(plain, "slack.zip"))).toMatchObject({ status: 0 });
    expect(await read(await as(other, "bob@example.org"), "channel", "harbour"), list).toEqual(HARBOUR);
  }
  await server.stop();
});

const line = (type: string, value: object) => ({ type, [type]: value });
const ms = (seconds: number) => (T + seconds) * 1000;
const mattermostUser = (name: string, channels: string[], more: object = {}) =>
  line("user", {
    ...{ username: name, email: `${name}@example.org`, nickname: name, roles: "system_user" },
    teams: [{ name: "deck", roles: "team_user", channels: channels.map((channel) => ({ name: channel })) }],
    ...more,
  });
const post = (at: number, user: string, message: string, more: object = {}) =>
  line("post", { team: "deck", channel: "town-square", user, message, create_at: ms(at), ...more });
const mattermostLines = (hasFiles: boolean) => [
  { type: "version", version: 1 },
  line("team", { name: "deck", display_name: "Deck" }),
  line("channel", { team: "deck", name: "town-square", display_name: "Town Square", type: "O" }),
  line("channel", { team: "deck", name: "vault", display_name: "Vault", type: "P" }),
  ...(hasFiles ? [line("emoji", { name: "anchor_up", image: "emoji/anchor_up.png" })] : []),
  mattermostUser("ada", ["town-square", "vault"]),
  mattermostUser("bob", ["town-square"]),
  mattermostUser("cy", ["town-square"], { delete_at: 5 }),
  post(5, "ada", "who has __tea__, @bob?", {
    reactions: [{ user: "bob", emoji_name: hasFiles ? "anchor_up" : "+1", create_at: ms(6) }],
    replies: [{ user: "bob", message: "I do", create_at: ms(6) }],
  }),
  post(7, "cy", "see the plan", hasFiles ? { attachments: [{ path: "plan.txt" }] } : {}),
  post(8, "ada", "a secret", { channel: "vault" }),
  line("direct_channel", { members: ["ada", "bob"] }),
  line("direct_post", { channel_members: ["ada", "bob"], user: "bob", message: "between us", create_at: ms(9) }),
];
const jsonl = (lines: readonly unknown[]) => lines.map((one) => JSON.stringify(one)).join("\n");
const otherTeam = [
  line("team", { name: "hold", display_name: "Hold" }),
  line("channel", { team: "hold", name: "below", display_name: "Below", type: "O" }),
  line("post", { team: "hold", channel: "below", user: "ada", message: "dark here", create_at: ms(10) }),
];

const square = (hasFiles: boolean) => {
  const thread = "2023-11-14 who has tea, @bob?";
  const first = "who has **tea**, @**bob**?";
  return [
    [thread, "ada", first, [hasFiles ? "anchor_up" : "+1"]],
    [thread, "bob", "I do", []],
    ["imported from Mattermost", "cy", hasFiles ? "see the plan\n[plan.txt](UPLOAD)" : "see the plan", []],
  ];
};

test("the import command imports a Mattermost export, one of its teams, or a JSONL file", {
  tags: "nightly",
}, async () => {
  const server = await start({ args });
  const owner = await organization(server);
  const zip = await zipFile([
    { name: "import.jsonl", content: jsonl([...mattermostLines(true), ...otherTeam]), deflated: true },
    { name: "data/plan.txt", content: "the plan" },
    { name: "data/emoji/anchor_up.png", content: wholePng(8, 8) },
  ]);
  const file = await fileOf(zip, "mattermost.zip");
  const undecided = await moveInto(owner, file);
  expect(undecided.status).toBe(1);
  expect(undecided.output).toContain("Which team is meant (--team NAME)? There are deck, hold.");
  const { status, output } = await moveInto(owner, file, "--team", "Deck");
  expect(status, output).toBe(0);
  const [ada, bob] = [await as(owner, "ada@example.org"), await as(owner, "bob@example.org")];
  for (const who of [ada, bob]) {
    expect(await read(who, "channel", "Town Square")).toEqual(square(true));
    // Direct messages name no team, so they can't be assigned to this one.
    expect(await read(who, "is", "dm")).toEqual([]);
  }
  expect(await read(ada, "channel", "Vault")).toEqual([["imported from Mattermost", "ada", "a secret", []]]);
  expect(await channelsOf(bob)).not.toContain("Vault");
  expect(await channelsOf(ada)).not.toContain("Below");
  expect(await fileIn(bob, "Town Square")).toBe("the plan");
  const { members } = await owner.ok(owner.get("/users"));
  expect(members.find(({ full_name }: Json) => full_name === "cy")).toMatchObject({ is_active: false });

  const other = await organization(server);
  const lines = await fileOf(jsonl(mattermostLines(false)), "export.jsonl");
  expect(await moveInto(other, lines)).toMatchObject({ status: 0 });
  const [otherAda, otherBob] = [await as(other, "ada@example.org"), await as(other, "bob@example.org")];
  expect(await read(otherBob, "channel", "Town Square")).toEqual(square(false));
  for (const who of [otherAda, otherBob])
    expect(await read(who, "dm", [otherAda.id, otherBob.id])).toEqual([["", "bob", "between us", []]]);
  await server.stop();
});

test("an import checks the login before the archive, and accepts a folder and a list of missing emails", {
  tags: "nightly",
}, async () => {
  const server = await start({ args });
  const owner = await organization(server);
  const strange = await fileOf("no archive of anything", "strange.zip");
  const at = (site: string, ...more: string[]) =>
    new Script("import", ["--site", site, "--email", owner.email, ...more, strange], { XDG_CACHE_HOME: folder() })
      .ended;
  const down = at("http://127.0.0.1:1", "--api-key", "x");
  const wrong = await at(owner.url, "--api-key", "x".repeat(32));
  expect(wrong).toEqual({ status: 1, output: expect.not.stringContaining("isn't an export") });

  // Slack's exports contain email addresses only on request.
  const unpacked = folder();
  const { "users.json": users, ...rest } = slackMembers;
  const nameless = users.map(({ profile, ...user }) => ({ ...user, profile: { real_name: profile.real_name } }));
  const members = { "users.json": nameless, ...rest, ".DS_Store": "", "harbour/2023-11-15.json": "" };
  mkdirSync(join(unpacked, "harbour"));
  for (const [name, list] of Object.entries(members))
    writeFileSync(join(unpacked, name), list === "" ? "" : JSON.stringify(list));
  const people = await fileOf("id,address\nU1,ada@example.org\n", "people.csv");
  const { status, output } = await moveInto(owner, unpacked, "--people", people, "--email-domain", "example.org");
  expect(status, output).toBe(0);
  expect(output).toContain("harbour/2023-11-15.json");
  expect(await channelsOf(await as(owner, "bob@example.org"))).toContain("harbour");
  const full = await moveInto(owner, unpacked);
  expect(full).toMatchObject({
    status: 1,
    output: expect.stringContaining("people have written in this organization already"),
  });
  expect(await down).toMatchObject({ status: 1, output: expect.stringContaining("127.0.0.1:1 cannot be asked") });
  await server.stop();
});
