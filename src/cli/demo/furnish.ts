import { createHash } from "node:crypto";
import { follow } from "../import/follow.ts";
import { importIn, type Site } from "../import/site.ts";
import { Failure } from "../os/failure.ts";

/** Imports the demo's archive into the owner's empty organization. */
export async function furnish(site: Site, archive: Blob): Promise<void> {
  const { id, parts, part_bytes } = importIn(await site.post("/imports", { size: String(archive.size) }));
  for (let part = 1; part <= parts; part++) {
    const bytes = new Uint8Array(await archive.slice((part - 1) * part_bytes, part * part_bytes).arrayBuffer());
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    await site.put(`/imports/${id}/parts/${part}?filename=part&sha256=${sha256}`, bytes);
  }
  const { state, error } = await follow(site, { id, isCheck: false, progress: { show() {} } });
  if (state !== "done") throw new Failure(`the demo could not be set up: ${error ?? state}`);
}
