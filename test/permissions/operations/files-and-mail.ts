import { exports } from "cloudflare:workers";
import { textFile } from "../../support/files.ts";
import type { Json } from "../../support/person.ts";
import { type Operation, operation, type World } from "../world.ts";

const upload = async ({ noah, host, channel }: World): Promise<{ url: string; id: number }> => {
  const form = new FormData();
  form.set("file", textFile("hello"));
  const response = await exports.default.fetch(`http://${host}/api/v1/user_uploads`, {
    method: "POST",
    headers: { Host: host, Authorization: `Basic ${btoa(`${noah.email}:${noah.key}`)}` },
    body: form,
  });
  const { url }: Json = await response.json();
  await noah.ok(noah.post("/messages", { type: "channel", to: channel, topic: "files", content: `[x](${url})` }));
  const { attachments } = await noah.ok(noah.get("/attachments"));
  return { url, id: Math.max(...attachments.map(({ id }: Json) => id)) };
};

export const filesAndMail: readonly Operation[] = [
  operation("n k + + + + + +", "GET /attachments"),
  operation("n k i i + i i i", "DELETE /attachments/:attachment_id", async (world) => ({
    path: { attachment_id: (await upload(world)).id },
  })),
  operation("+ + + + + + + +", "GET /dev/mail"),
  operation("n k + + + + + +", "POST /user_uploads", () => ({ file: textFile("hello") })),
  ...["GET /user_uploads/:realm_id/:path+" as const, "GET /thumbnail/status/:realm_id/:path+" as const].map((route) =>
    operation("s k + + + + + +", route, async (world) => {
      const [, , realm_id = "", ...path] = (await upload(world)).url.split("/");
      return { path: { realm_id, path: path.join("/") } };
    }),
  ),
];
