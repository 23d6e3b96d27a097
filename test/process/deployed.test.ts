/** @module-tag nightly */
import { createHash } from "node:crypto";
import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SETUP_TOKEN } from "./support/launch.ts";
import { ownerOf, PASSWORD, Person } from "./support/person.ts";
import { run, succeed } from "./support/script.ts";
import { freshData, type Server, start } from "./support/server.ts";
import { said } from "./support/stored.ts";
import { startDeployment } from "./support/wrangler-dev.ts";

const TOKEN = "known to the operator";
const digest = (text: string) => createHash("sha256").update(text, "latin1").digest("hex");
const BYTES = createHash("shake256", { outputLength: 300_000 }).update("bytes").digest().toString("latin1");

/** What a user sees: who they are, the messages, and the content of the file. */
async function findings(person: Person) {
  const messages = await said(person);
  const { attachments } = await person.ok(person.get("/attachments"));
  const { url } = await person.ok(person.get(`/user_uploads/${attachments[0].path_id}`));
  const content = await bytesAt(person, url);
  const { full_name, role, delivery_email } = await person.ok(person.get("/users/me"));
  return {
    ...{ full_name, role, delivery_email },
    texts: messages.map((one) => [one.content.replace(/\/user_uploads\/\S+?\)/, "FILE)"), one.sender_full_name]),
    reactions: messages.map((one) => one.reactions.length),
    file: [content.length, digest(content)],
  };
}

/** Fetches a file by a URL without credentials. */
async function bytesAt({ url, host }: Person, path: string): Promise<string> {
  const answer = await fetch(`${url}${path}`, { headers: { Host: host } });
  return Buffer.from(await answer.arrayBuffer()).toString("latin1");
}

/** Creates an organization with the same owner email, and imports the archive. */
async function moveTo(url: string, file: string, founded: Record<string, string>): Promise<void> {
  const stranger = new Person(url, "", "");
  const owner = { email: "owner@example.com", full_name: "New", password: PASSWORD };
  const made = await stranger.ok(stranger.post("/organizations", { name: "New", ...owner, ...founded }));
  await succeed("import", "--site", url, "--email", made.email, "--api-key", made.api_key, file);
}

test("an organization moves to a deployment, and back from its backup, with passwords, keys and files", async () => {
  const [server, deployed] = await Promise.all([
    start({ args: ["--rate-limits", "off"] }),
    startDeployment(freshData(), { SETUP_TOKEN: TOKEN, RATE_LIMITS: "off" }),
  ]);
  const owner = await ownerOf(server);
  const ada = await owner.invite("Ada");
  const { url } = await ada.ok(ada.send("POST", "/user_uploads", bytesForm()));
  for (const content of ["first", `[bytes.bin](${url})`, "last"]) {
    const { id } = await ada.ok(ada.post("/messages", { type: "channel", to: "general", topic: "t", content }));
    await owner.ok(owner.post(`/messages/${id}/reactions`, { emoji_name: "tada" }));
  }
  const before = await findings(ada);
  // Prevents further writes.
  await owner.ok(owner.post("/realm/deactivate"));

  const there = join(freshData(), "there.tar");
  await succeed("export", "--data", server.data, "--secrets", there);
  await moveTo(deployed, there, { setup_token: TOKEN });
  await checkMoved(deployed, ada, before);
  await checkModules(new Person(deployed, "ada@example.com", ada.key));

  const [backups, files, secret] = [freshData(), freshData(), join(freshData(), "token")];
  writeFileSync(secret, TOKEN);
  const backUp = () => run("backup", "--site", deployed, "--token-file", secret, "--quiet", backups);
  expect(await backUp()).toEqual({ status: 0, output: "" });
  // Stored data isn't stored again: another export adds only what is new.
  const size = () => packsOf(backups).reduce((sum, bytes) => sum + bytes, 0);
  const first = size();
  expect(await backUp()).toEqual({ status: 0, output: "" });
  expect(size() - first).toBeLessThan(first / 20);
  await succeed("restore", "--data", files, backups);
  const back = join(files, "exports/_.tar");
  const again: Server = await start({ args: ["--rate-limits", "off", "--found-in-browser"] });
  await moveTo(again.url, back, { setup_token: SETUP_TOKEN });
  await checkMoved(again.url, ada, before);
  expect(await succeed("repair", "--check", "--site", deployed, "--setup-token", TOKEN)).toContain("nothing is wrong");
});

const packsOf = (backups: string): number[] =>
  readdirSync(join(backups, "packs")).map((name) => statSync(join(backups, "packs", name)).size);

/** Checks that the old key and password work. */
async function checkMoved(url: string, ada: Person, before: unknown): Promise<void> {
  const byPassword = await new Person(url, "", "").as("ada@example.com", PASSWORD);
  expect(await findings(byPassword)).toEqual(before);
  const byKey = new Person(url, "ada@example.com", ada.key);
  expect(await findings(byKey)).toEqual(before);
}

/** Checks what the deployment loads only when it is needed. */
async function checkModules(person: Person): Promise<void> {
  const content = "```python\nx = 1\n```\n\n$$x^2$$";
  const { rendered } = await person.ok(person.post("/messages/render", { content }));
  expect(rendered).toContain('<span class="mi">1</span>');
  expect(rendered).toContain('<span class="katex">');
}

function bytesForm(): FormData {
  const form = new FormData();
  form.set("file", new Blob([Buffer.from(BYTES, "latin1")]), "bytes.bin");
  return form;
}
