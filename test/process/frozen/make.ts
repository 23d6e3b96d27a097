/**
 * `npm run freeze`: creates a data directory with everything that the program of this commit stores, and packs it
 * together with that program's responses. Later programs must give the same responses (`frozen.test.ts`). For a
 * release, the argument is its name.
 */
import { execFileSync } from "node:child_process";
import { launchOn, makeData, removeData, root } from "../support/launch.ts";
import { ownerOf } from "../support/person.ts";
import { type Frozen, pack, unpack, writeFrozen } from "./archive.ts";
import { type Filled, fill } from "./fill.ts";
import { observe, peopleAt } from "./observe.ts";

const NOWHERE = "http://127.0.0.1:9";
const args = ["--rate-limits", "off", "--hot-window", "20"];
/** Statements for the tables of this commit's program. */
const FRESHEN = ["UPDATE queues SET seen_at = :now"];

async function made(data: string): Promise<Filled> {
  // Emails and pushes can't be sent, so they are still queued when the server is killed.
  Object.assign(process.env, { PUSH_SERVICE_URL: NOWHERE, MAIL_URL: NOWHERE, MAIL_FROM: "chat@example.org" });
  const server = await launchOn({ data, args: [...args, "--test-hooks"] }).running();
  const filled = await fill(server, await ownerOf(server));
  await server.killHard("all");
  return filled;
}

async function told(data: string, filled: Filled): Promise<Frozen["observed"]> {
  const server = await launchOn({ data, args }).running();
  const observed = await observe(filled, peopleAt(server.url, filled.people));
  await server.stop();
  return observed;
}

const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
const month = new Date().toISOString().slice(0, 7);
const [name = `${month}-${commit}`] = process.argv.slice(2);
const [data, copy] = [makeData(), makeData()];
try {
  const filled = await made(data);
  pack(data, name);
  unpack(name, copy, FRESHEN);
  writeFrozen(name, { commit, filled, observed: await told(copy, filled), freshen: FRESHEN });
  console.log(`test/process/frozen/${name}.tar.gz`);
} finally {
  for (const each of [data, copy]) await removeData(each);
}
