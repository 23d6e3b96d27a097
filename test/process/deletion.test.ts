/** @module-tag nightly */
import { expect, test } from "vitest";
import { file } from "./frozen/forms.ts";
import { foundOrganization, ownerOf } from "./support/person.ts";
import { until } from "./support/processes.ts";
import { run, Script, succeed } from "./support/script.ts";
import { freshData, start } from "./support/server.ts";
import { differences, say, textsOf } from "./support/stored.ts";

const args = ["--rate-limits", "off", "--test-hooks", "--hot-window", "20"];

test("an organization's deletion finishes even if command and server are killed, and a backup can restore it", async () => {
  const server = await start({ args });
  const port = new URL(server.url).port;
  const harbour = await ownerOf(server);
  const cove = await foundOrganization(server, "cove");
  for (const person of [harbour, cove]) {
    for (const text of ["one", "two"]) await say(person, text);
    await person.ok(person.send("POST", "/user_uploads", file("kept", "kept.txt")));
  }
  const sent = Array.from({ length: 1000 }, (_, index) => ({
    ...{ sender: cove.id, to: "general", topic: "much", content: `text ${index}` },
  }));
  const to = (await cove.ok(cove.get("/get_stream_id", { stream: "general" }))).stream_id;
  // Enough that the command is still running when it is killed.
  for (let batch = 0; batch < 16; batch += 1) {
    await cove.ok(cove.post("/testing/messages", { messages: sent.map((one) => ({ ...one, to })) }));
  }
  const backups = freshData();
  await succeed("backup", "--data", server.data, backups);
  const about = ["--data", server.data, "--organization", "cove", "--name", "cove"];
  const inUse = expect.stringContaining("Only a deactivated organization");
  expect(await run("delete-organization", ...about)).toMatchObject({ status: 1, output: inUse });
  await cove.ok(cove.post("/realm/deactivate"));

  const begun = new Script("delete-organization", about);
  const isGone = async () => (await cove.get("/users/me")).body.code === "NONEXISTENT_SUBDOMAIN";
  await until("its own database is gone", isGone);
  await begun.kill();
  await server.killHard("all");
  const again = await start({ data: server.data, args: [...args, "--port", port] });
  expect(await succeed("delete-organization", ...about)).toContain("backups, until newer ones");
  expect(await succeed("delete-organization", ...about)).toContain("No data found");
  expect(await isGone()).toBe(true);
  expect(await textsOf(harbour)).toEqual(["one", "two"]);
  expect(await differences(harbour)).toEqual([]);
  expect(await run("repair", "--data", server.data, "--all")).toMatchObject({ status: 0 });
  // The deleted organization is only in that backup, and in none made from now on.
  expect(await succeed("backup", "--data", server.data, backups)).toContain("1 organization,");
  await again.stop();
  const [first = ""] = (await succeed("restore", "--list", backups)).split(": ");
  await succeed("restore", "--data", server.data, "--organization", "cove", "--at", first, backups);
  await start({ data: server.data, args: [...args, "--port", port] });
  await until("it is there again", async () => (await textsOf(cove).catch(() => [])).length === 2);
  expect(await textsOf(harbour)).toEqual(["one", "two"]);
});
