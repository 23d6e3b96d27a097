import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { losses } from "./frozen/compare.ts";
import { fill } from "./frozen/fill.ts";
import { file } from "./frozen/forms.ts";
import { answerTo, atAnyPort, observe, peopleAt } from "./frozen/observe.ts";
import { foundOrganization, type Json, ownerOf, type Person } from "./support/person.ts";
import { until } from "./support/processes.ts";
import { run, Script, succeed } from "./support/script.ts";
import { freshData, launch, start } from "./support/server.ts";
import { differences, said, say, shipped, textsOf } from "./support/stored.ts";

const args = ["--rate-limits", "off", "--test-hooks", "--hot-window", "20"];

const backUp = (data: string, to: string, ...options: string[]) => succeed("backup", "--data", data, ...options, to);

async function restored(from: string, ...options: string[]): Promise<string> {
  const data = freshData();
  await succeed("restore", "--data", data, ...options, from);
  return data;
}

/** Total size of a folder's files, in bytes. */
const bytesOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, found) => sum + (found.isFile() ? found.size : 0), 0);

describe("a restored server", () => {
  test("returns the same stored data as the original, and ends all earlier event queues", async () => {
    // Emails and pushes can't be sent, so they are still queued when the backup is made.
    for (const name of ["MAIL_URL", "PUSH_SERVICE_URL"]) vi.stubEnv(name, "http://127.0.0.1:9");
    vi.stubEnv("MAIL_FROM", "chat@example.org");
    onTestFinished(() => void vi.unstubAllEnvs());
    const server = await start({ args });
    const filled = await fill(server, await ownerOf(server));
    const backups = freshData();
    // The last changes haven't reached D1 yet.
    await backUp(server.data, backups);
    const first = await ownerOf(server);
    await first.ok(first.post("/testing/database", { mode: "none" }));
    // While D1 lags, a page of messages ends early, as it should.
    await shipped(first);
    const before = await observe(filled, peopleAt(server.url, filled.people));
    await server.stop();

    const again = await start({ data: await restored(backups), args });
    const check = await run("repair", "--data", again.data, "--check");
    expect(check.output).toContain("nothing is wrong");
    expect(check.status).toBe(0);
    const people = peopleAt(again.url, filled.people);
    const owner = people["owner"] as Person;
    await shipped(owner);
    const lost: string[] = [];
    for (const { answer, ...question } of before) {
      if (question.path === "/events") {
        expect(await answerTo(question, people)).toMatchObject({ code: "BAD_EVENT_QUEUE_ID" });
        continue;
      }
      const about = `${question.of} ${question.path} ${JSON.stringify(question.fields)}`;
      lost.push(...losses(atAnyPort(answer), await answerTo(question, people), []).map((loss) => `${about}: ${loss}`));
    }
    expect(lost).toEqual([]);
    const ada = people["ada"] as Person;
    for (const { path, text } of filled.uploads) {
      expect((await ada.page((await ada.ok(ada.get(path))).url)).said).toBe(text);
    }
    expect(await differences(owner)).toEqual([]);
    const newest = Math.max(...Object.values(filled.messages));
    expect(await say(owner, "after")).toBeGreaterThan(newest + 100_000);
  });
});

/** Sends messages one after the other as several concurrent users, and records the acknowledged ones. */
function talk(people: readonly Person[]) {
  const acknowledged = new Map<number, string>();
  let goesOn = true;
  const loops = people.map(async (person, index) => {
    for (let count = 0; goesOn; count += 1) {
      const content = `${index}/${count}`;
      acknowledged.set(await say(person, content), content);
      if (count % 10 === 5)
        await person.ok(person.send("POST", "/user_uploads", file(content, `${index}-${count}.txt`)));
    }
  });
  const stop = async () => {
    goesOn = false;
    await Promise.all(loops);
  };
  return { acknowledged, stop };
}

describe("a backup made while users send messages", () => {
  test("contains every change acknowledged up to one point in time, and kill -9 leaves no partial backup", async () => {
    const server = await start({ args });
    const owner = await ownerOf(server);
    const people = [owner, await owner.invite("Ada"), await owner.invite("Ben")];
    const cove = await foundOrganization(server, "cove");
    const talking = talk([...people, cove]);
    const backups = freshData();
    await until("much is said", () => talking.acknowledged.size > 100);

    for (const ms of [150, 300]) {
      const begun = new Script("backup", ["--data", server.data, backups]);
      await pause(ms);
      await begun.kill();
    }
    // A run killed before it started leaves nothing, not even a list.
    const { status, output } = await run("restore", "--list", backups);
    const listed = status === 0 ? output.trim().split("\n").filter(Boolean).length : 0;
    const known = [...talking.acknowledged];
    await backUp(server.data, backups);
    expect((await succeed("restore", "--list", backups)).trim().split("\n")).toHaveLength(listed + 1);
    const first = bytesOf(backups);
    await until("more is said", () => talking.acknowledged.size > known.length + 40);
    await talking.stop();
    await server.stop();

    const data = freshData();
    const begun = new Script("restore", ["--data", data, backups]);
    await until("files are written", () => begun.hasEnded || readdirSync(data).includes("restoring.json"));
    await begun.kill();
    if (readdirSync(data).includes("restoring.json")) {
      expect(await launch({ data, args }).ended).toMatchObject({ status: 1, output: expect.stringMatching(/restore/) });
      await succeed("restore", "--data", data, backups);
    }
    const again = await start({ data, args: [...args, "--port", new URL(server.url).port] });
    const root = await ownerOf(again);
    const messages = new Map((await said(root)).map(({ id, content }: Json) => [id, content]));
    const others = new Map((await said(cove)).map(({ id, content }: Json) => [id, content]));
    for (const [id, content] of known) expect([messages.get(id), others.get(id)]).toContain(content);
    for (const [id, content] of [...messages, ...others]) {
      expect([talking.acknowledged.get(id), content]).toContain(content);
    }
    expect([...(await differences(root)), ...(await differences(cove))]).toEqual([]);
    for (const person of [owner, ...people.slice(1), cove]) {
      const { attachments } = await person.ok(person.get("/attachments"));
      expect(attachments.length).toBeGreaterThan(0);
      for (const { path_id } of attachments) {
        const { url } = await person.ok(person.get(`/user_uploads/${path_id}`));
        expect((await person.page(url)).said).toMatch(/^\d\/\d+$/);
      }
    }
    await again.stop();

    // Without changes, only the list of files is added.
    await backUp(server.data, backups);
    const second = bytesOf(backups);
    await backUp(server.data, backups);
    // Two file lists, and the newest pages of the databases.
    expect(bytesOf(backups) - second).toBeLessThan(first / 3);
  });
});

describe("a directory of backups", () => {
  test("is limited to the newest by --keep, and can be restored as of a given time or despite damaged backups", {
    tags: "nightly",
  }, async () => {
    const server = await start({ args });
    const owner = await ownerOf(server);
    const backups = freshData();
    const ids: string[] = [];
    for (const content of ["one", "two", "three"]) {
      await say(owner, content);
      ids.push((await backUp(server.data, backups)).slice(0, 24));
    }
    expect(await backUp(server.data, backups, "--keep", "3")).toContain("1 older ones removed");
    const [first = "", second = ""] = ids;
    expect(await run("restore", "--at", first, "--verify", backups)).toMatchObject({ status: 1 });
    expect(await succeed("restore", "--at", second, "--verify", backups)).toContain(second);
    await server.stop();
    const again = await start({ data: await restored(backups, "--at", second), args });
    expect(await textsOf(await ownerOf(again))).toEqual(["one", "two"]);
    await again.stop();

    const refused = await run("restore", "--data", again.data, backups);
    expect(refused).toMatchObject({ status: 1, output: expect.stringContaining("is not empty") });
    const packs = join(backups, "packs");
    for (const name of readdirSync(packs).filter((one) => one.endsWith(".pack"))) {
      const bytes = readFileSync(join(packs, name));
      const at = bytes.length >> 1;
      bytes[at] = 255 - (bytes[at] ?? 0);
      writeFileSync(join(packs, name), bytes);
    }
    const empty = freshData();
    const damaged = await run("restore", "--data", empty, backups);
    expect(damaged).toMatchObject({ status: 1, output: expect.stringContaining("the backup is damaged") });
    expect(readdirSync(empty)).toEqual([]);
  });
});

const upload = (person: Person, content: string) =>
  person.ok(person.send("POST", "/user_uploads", file(content, `${content}.txt`)));

/** Contents of the organization's files. */
async function filesOf(person: Person): Promise<string[]> {
  const { attachments } = await person.ok(person.get("/attachments"));
  const contents = attachments.map(async ({ path_id }: Json) => {
    const { url } = await person.ok(person.get(`/user_uploads/${path_id}`));
    return (await person.page(url)).said;
  });
  return (await Promise.all(contents)).sort();
}

/** The words that appear in any file of a data directory. */
function wordsIn(data: string, words: readonly string[]): string[] {
  const contents = readdirSync(data, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(data, name)).isFile())
    .map((name) => readFileSync(join(data, name), "latin1"));
  return words.filter((word) => contents.some((content) => content.includes(word)));
}

describe("restoring one organization of several", () => {
  test("leaves the others unchanged, and can also extract that organization alone", {
    tags: "nightly",
  }, async () => {
    const server = await start({ args });
    const port = new URL(server.url).port;
    const owner = await ownerOf(server);
    const cove = await foundOrganization(server, "cove");
    const both = [owner, cove];
    // The first texts are only in D1.
    for (const person of both) for (let count = 0; count < 25; count += 1) await say(person, `${count}`);
    for (const [person, word] of [[owner, "harbour"] as const, [cove, "inlet"] as const]) {
      await say(person, `${word}word`);
      await upload(person, `${word}file`);
    }
    const queue = await cove.ok(cove.post("/register"));
    const before = await textsOf(cove);
    const [all, one] = [freshData(), freshData()];
    await backUp(server.data, all);
    await backUp(server.data, one, "--organization", "cove");
    const [gone = 0] = (await said(cove)).map(({ id }) => id);
    await cove.ok(cove.send("DELETE", `/messages/${gone}`));
    for (const [person, word] of [[owner, "harbour"] as const, [cove, "inlet"] as const]) {
      await say(person, `${word}later`);
      await upload(person, `${word}laterfile`);
    }
    const newest = await say(cove, "newest");
    const others = await textsOf(owner);
    const back = ["--data", server.data, "--organization", "cove"];
    expect(await run("restore", ...back, all)).toMatchObject({ status: 1, output: expect.stringContaining("using") });
    expect(await run("restore", "--organization", "other", all)).toMatchObject({ status: 1 });
    await server.stop();

    const begun = new Script("restore", [...back, all]);
    await until("it is put back", () => begun.hasEnded || readdirSync(server.data).includes("restoring.json"));
    await begun.kill();
    if (readdirSync(server.data).includes("restoring.json")) {
      const refused = expect.stringContaining("restore");
      expect(await launch({ data: server.data, args }).ended).toMatchObject({ status: 1, output: refused });
      expect(await run("restore", "--data", server.data, all)).toMatchObject({ status: 1, output: refused });
    }
    await succeed("restore", ...back, all);
    const again = await start({ data: server.data, args: [...args, "--port", port] });
    await shipped(cove);
    expect(await textsOf(cove)).toEqual(before);
    expect(await textsOf(owner)).toEqual(others);
    expect(await filesOf(cove)).toEqual(["inletfile"]);
    expect(await filesOf(owner)).toEqual(["harbourfile", "harbourlaterfile"]);
    const { queue_id, last_event_id } = queue;
    const poll = cove.get("/events", { queue_id, last_event_id, dont_block: true });
    expect((await poll).body.code).toBe("BAD_EVENT_QUEUE_ID");
    expect(await say(cove, "after")).toBeGreaterThan(newest + 90_000);
    expect([...(await differences(owner)), ...(await differences(cove))]).toEqual([]);
    // Until a repair has checked everything, a check reports that D1 differed from what the organization wrote.
    expect(await run("repair", "--data", server.data, "--all")).toMatchObject({ status: 0 });
    await again.stop();
    expect(wordsIn(join(server.data, "r2/uploads/blobs"), ["inletlaterfile", "inletfile"])).toEqual(["inletfile"]);

    const alone = freshData();
    await succeed("restore", "--data", alone, "--organization", "cove", all);
    for (const data of [alone, await restored(one)]) {
      expect(wordsIn(data, ["harbourword", "harbourfile"])).toEqual([]);
      const own = await start({ data, args: [...args, "--found-in-browser", "--port", port] });
      expect(await textsOf(cove)).toEqual(before);
      expect(await filesOf(cove)).toEqual(["inletfile"]);
      await own.stop();
    }
  });
});
