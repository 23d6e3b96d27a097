import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { readZuliprc } from "../data-directory/zuliprc.ts";
import { follow } from "../import/follow.ts";
import { type Import, importIn, Site } from "../import/site.ts";
import { unfinishedAmong } from "../import/upload.ts";
import { writeDurable } from "../os/durable.ts";
import { Failure } from "../os/failure.ts";
import { demoArchive } from "./demo-archive.ts";
import { languageOf, startStockBot, textsIn } from "./stock-bot.ts";
import { YOU } from "./story.ts";

/** Marks a data directory that was created for the demo. */
const MARK = "demo";

/** Creates a sample organization for trying out Parley, in the user's language. */
export function createDemo(data: string, environment: NodeJS.ProcessEnv) {
  const mark = join(data, MARK);
  if (!existsSync(mark) && existsSync(join(data, "do")))
    throw new Failure(`--demo needs a directory of its own: ${data} has another organization`, 2);
  writeDurable(mark, "");
  const language = languageOf(environment);
  const say = textsIn(language);
  return {
    organization: { name: say("organization"), fullName: YOU.name, email: YOU.email, locale: language },

    /**
     * Fills the organization if no one has written in it yet, and starts its bot.
     *
     * @param address where the server listens
     * @param onAnswer called with the id of each request that was answered
     */
    async begin(address: string, onAnswer?: (requestId: string) => void): Promise<void> {
      const { email, key } = readZuliprc(join(data, "zuliprc")) ?? {};
      const owner = new Site(new URL(address), `${email}:${key}`, onAnswer);
      const { imports, has_messages } = await owner.get("/imports");
      const begun = unfinishedAmong(imports as Import[]);
      // The first start may have been interrupted. If its import has started writing, that import is continued.
      if (begun !== undefined && begun.started_at !== null) await finish(owner, begun.id);
      else if (has_messages === false) {
        if (begun !== undefined) await owner.post(`/imports/${begun.id}/cancel`);
        await furnish(owner, await demoArchive(say, new Date()));
      }
      await startStockBot(owner, say);
    },
  };
}

/** Imports the demo's archive into the owner's empty organization. */
async function furnish(site: Site, archive: Blob): Promise<void> {
  const { id, parts, part_bytes } = importIn(await site.post("/imports", { size: String(archive.size) }));
  for (let part = 1; part <= parts; part++) {
    const bytes = new Uint8Array(await archive.slice((part - 1) * part_bytes, part * part_bytes).arrayBuffer());
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    await site.put(`/imports/${id}/parts/${part}?filename=part&sha256=${sha256}`, bytes);
  }
  await finish(site, id);
}

async function finish(site: Site, id: number): Promise<void> {
  const { state, error } = await follow(site, { id, isCheck: false, progress: { show() {} } });
  if (state !== "done") throw new Failure(`the demo could not be set up: ${error ?? state}`);
}
