import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packedAgain, zipFile } from "../support/zip-file.ts";
import { exportMembers, zulipExport } from "../support/zulip-export.ts";
import { type Json, Person } from "./support/person.ts";
import { run, succeed } from "./support/script.ts";
import { freshData, start } from "./support/server.ts";

async function exportFile(): Promise<string> {
  const file = join(freshData(), "export.tar.gz");
  writeFileSync(file, Buffer.from(await (await zulipExport(exportMembers())).arrayBuffer()));
  return file;
}

/** An owner of the export becomes an owner here, who can reset everyone's password. */
const OWNER = "user10@example.com";

test("a Zulip export is checked, canceled and imported, and its users keep their read state", async () => {
  const [server, file] = [await start({ args: ["--rate-limits", "off", "--dev-login"] }), await exportFile()];
  const as = ["--zuliprc", join(server.data, "zuliprc")];

  const alone = await succeed("import", "--check", file);
  expect(alone).toMatch(/An export of zulip 10\.2/);
  expect(alone).toMatch(/doubled id/);

  const checked = await succeed("import", ...as, "--check", file);
  expect(checked).toMatch(/Checked in/);
  expect(checked).toMatch(/uploading parts/);
  expect(await succeed("import", ...as, "--cancel")).toMatch(/was canceled/);
  expect(await succeed("import", ...as, "--cancel")).toMatch(/No import is in progress/);

  await succeed("import", ...as, "--check", file);
  const report = join(freshData(), "report.json");
  const moved = await succeed("import", ...as, "--json", report, file);
  expect(moved).toMatch(/Imported in/);
  // The parts sent by the check aren't sent again.
  expect(moved).not.toMatch(/uploading parts/);

  const owner = await enter(server.url, OWNER);
  const narrow = JSON.stringify([{ operator: "channel", operand: "general" }]);
  const asked = { narrow, anchor: "newest", num_before: 10, num_after: 0, apply_markdown: false };
  const { messages } = await owner.ok(owner.get("/messages", asked));
  expect(
    messages.map(({ content, subject, sender_full_name }: Json) => [content, subject, sender_full_name]),
  ).toMatchObject([
    ["text 101", "plans", "Ada Lovelace"],
    [expect.stringContaining("look [here]"), "plans", "Ada Lovelace"],
  ]);
  expect(messages[1].content).toContain(`/near/${messages[0].id}`);
  expect(messages.map(({ flags }: Json) => flags.includes("read"))).toEqual([false, true]);
  expect(messages[1].edit_history).toHaveLength(2);
  const { user } = await owner.ok(
    owner.get("/users/me/subscriptions").then(() => owner.get("/users/user11@example.com")),
  );
  expect(user).toMatchObject({ full_name: "Ada Lovelace", is_active: true });
});

test("exports of Slack and Mattermost are imported", async () => {
  const folder = freshData();
  const slack = [
    { name: "users.json", content: JSON.stringify([{ id: "U1", name: "ada", profile: { email: "ada@example.com" } }]) },
    {
      name: "channels.json",
      content: JSON.stringify([{ id: "C1", name: "general", members: ["U1"], created: 1.6e9 }]),
    },
    {
      name: "general/2023-01-01.json",
      content: JSON.stringify([{ ts: "1672531200.000100", user: "U1", text: "hello" }]),
    },
  ];
  // The second one was unpacked on a Mac and zipped again.
  for (const [name, members] of Object.entries({ "slack.zip": slack, "again.zip": packedAgain(slack) })) {
    writeFileSync(join(folder, name), Buffer.from(await (await zipFile(members)).arrayBuffer()));
    const told = await succeed("import", "--check", join(folder, name));
    expect(told).toMatch(/An export of slack[\s\S]*\b1 {2}messages/);
    expect(told).not.toMatch(/MACOSX|DS_Store/);
  }
  const lines = [
    { type: "version", version: 1 },
    { type: "team", team: { name: "crew", display_name: "Crew", type: "O" } },
    { type: "channel", channel: { team: "crew", name: "town", display_name: "Town", type: "O" } },
    {
      type: "user",
      user: { username: "ada", email: "ada@example.com", teams: [{ name: "crew", channels: [{ name: "town" }] }] },
    },
    { type: "post", post: { team: "crew", channel: "town", user: "ada", message: "hello", create_at: 1672531200000 } },
  ];
  writeFileSync(join(folder, "export.jsonl"), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  expect(await succeed("import", "--check", join(folder, "export.jsonl"))).toMatch(/mattermost[\s\S]*\b1 {2}messages/);
});

test("unsupported files are rejected in one line", async () => {
  const picture = join(freshData(), "picture.png");
  writeFileSync(picture, "\u0089PNG");
  expect(await run("import", "--check", picture)).toMatchObject({
    status: 1,
    output: expect.stringMatching(/isn.t an export/),
  });
  expect(await run("import", "--check", `${picture}.missing`)).toMatchObject({ status: 1 });
  expect(await run("import", picture)).toMatchObject({ status: 2 });
  expect(await run("import")).toMatchObject({ status: 2 });
  expect(await run("import", "--zuliprc", picture, "--check", picture)).toMatchObject({ status: 2 });
});

/** Logs in without a password, like developers do. */
async function enter(url: string, email: string): Promise<Person> {
  const stranger = new Person(url, "", "");
  const { api_key, user_id } = await stranger.ok(stranger.post("/dev_fetch_api_key", { username: email }));
  return new Person(url, email, api_key, user_id);
}
