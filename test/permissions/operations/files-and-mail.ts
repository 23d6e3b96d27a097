import { exports } from "cloudflare:workers";
import { textFile } from "../../support/files.ts";
import type { Json } from "../../support/person.ts";
import { CONTENT, NO_CHANGE, OWN } from "../recorded.ts";
import { change, type Operation, operation, type World, withFields } from "../world.ts";

/** Uploads a file that no message links to. */
const uploaded = async ({ noah, host }: World, file: File): Promise<string> => {
  const form = new FormData();
  form.set("file", file);
  const response = await exports.default.fetch(`http://${host}/api/v1/user_uploads`, {
    method: "POST",
    headers: { Host: host, Authorization: `Basic ${btoa(`${noah.email}:${noah.key}`)}` },
    body: form,
  });
  return ((await response.json()) as Json).url;
};

const upload = async (world: World): Promise<{ url: string; id: number }> => {
  const { noah, channel } = world;
  const url = await uploaded(world, textFile("hello"));
  await noah.ok(noah.post("/messages", { type: "channel", to: channel, topic: "files", content: `[x](${url})` }));
  const { attachments } = await noah.ok(noah.get("/attachments"));
  return { url, id: Math.max(...attachments.map(({ id }: Json) => id)) };
};

const voice = new File(["voice"], "v.m4a", { type: "audio/mp4" });

export const filesAndMail: readonly Operation[] = [
  operation("n k + + + + + +", "GET /attachments"),
  change("n k i i + i i i", "DELETE /attachments/:attachment_id", OWN, async (world) => ({
    path: { attachment_id: (await upload(world)).id },
  })),
  operation("+ + + + + + + +", "GET /dev/mail"),
  change("n k + + + + + +", "POST /user_uploads", OWN, () => ({ file: textFile("hello") })),
  change("n k l l + l l l", "POST /user_uploads/:realm_id/:folder/:key/:name/voice", CONTENT, async (world) => {
    const [, , realm_id = "", folder = "", key = "", name = ""] = (await uploaded(world, voice)).split("/");
    const peaks = Array.from({ length: 64 }, () => 1);
    return { path: { realm_id, folder, key, name }, fields: { duration_ms: 1000, peaks } };
  }),
  change("n k l b + l l l", "POST /user_uploads/:realm_id/:folder/:key/:name/transcript", NO_CHANGE, async (world) => {
    const [, , realm_id = "", folder = "", key = "", name = ""] = (await uploaded(world, voice)).split("/");
    await world.iris.ok(world.iris.patch("/realm", { transcribe_voice_messages: true }));
    return { path: { realm_id, folder, key, name } };
  }),
  operation("s k + + + + + +", "GET /voice_messages", withFields({ paths: [] })),
  ...["GET /user_uploads/:realm_id/:path+" as const, "GET /thumbnail/status/:realm_id/:path+" as const].map((route) =>
    operation("s k + + + + + +", route, async (world) => {
      const [, , realm_id = "", ...path] = (await upload(world)).url.split("/");
      return { path: { realm_id, path: path.join("/") } };
    }),
  ),
];
