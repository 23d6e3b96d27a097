import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { fetchPage, sendBody, sendFiles, textFile } from "../../../support/files.ts";
import { inRealm } from "../../../support/messages.ts";
import { advanceClock } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Person } from "../../../support/person.ts";
import { png } from "../../../support/pictures.ts";

async function withFiles(who: Person, mode: "refuse" | "lie", work: () => Promise<void>): Promise<void> {
  await who.ok(who.post("/testing/files", { mode }));
  try {
    await work();
  } finally {
    await who.ok(who.post("/testing/files", { mode: "none" }));
  }
}

const AWAY = {
  result: "error",
  code: "REQUEST_TIMEOUT",
  msg: "The file store isn't available right now. Try again.",
};

test.each(["refuse", "lie"] as const)(
  "[messages 15] an upload fails with an error if the file store fails (%s)",
  async (mode) => {
    const { host, iris } = await realm();
    const { url } = (await sendFiles(iris, "/user_uploads", [textFile("hello")])).body;
    await withFiles(iris, mode, async () => {
      const upload = await sendFiles(iris, "/user_uploads", [textFile("again")]);
      expect([upload.status, upload.headers.get("Retry-After")]).toEqual([503, "2"]);
      expect(upload.body).toEqual(AWAY);
      // A large file is uploaded in parts.
      const large = await sendFiles(iris, "/user_uploads", [new File([new Uint8Array(6 * 2 ** 20)], "large.bin")]);
      expect(large.body).toEqual(AWAY);
      for (const size of [5, 6 * 2 ** 20]) {
        expect((await sendBody(iris, "alone.bin", new Uint8Array(size))).body).toEqual(AWAY);
      }
      const avatar = await sendFiles(iris, "/users/me/avatar", [new File([png()], "me.png", { type: "image/png" })]);
      expect(avatar.body).toEqual(AWAY);
      const read = await fetchPage(host, url, { as: iris });
      expect([read.status, await read.json()]).toEqual([503, AWAY]);
    });
    expect(await (await fetchPage(host, url, { as: iris })).text()).toBe("hello");
    const { attachments } = await iris.ok(iris.get("/attachments"));
    expect(attachments.map(({ name }: { name: string }) => name)).toEqual(["notes.txt"]);
  },
);

test("a deleted file is removed from the store even after a long outage", async () => {
  const { iris } = await realm();
  await sendFiles(iris, "/user_uploads", [textFile("hello")]);
  const { attachments } = await iris.ok(iris.get("/attachments"));
  const [realmId, letters, token] = attachments[0].path_id.split("/");
  const isStored = async () => (await env.UPLOADS.head(`${realmId}/uploads/${letters}/${token}`)) !== null;
  expect(await isStored()).toBe(true);
  const tries = () => inRealm(iris, ({ sql }) => sql.exec("SELECT attempts FROM outbox").toArray()[0]?.["attempts"]);
  await withFiles(iris, "refuse", async () => {
    await iris.ok(iris.delete(`/attachments/${attachments[0].id}`));
    await expect.poll(tries).toBe(1);
    // Simulates the outbox after many days.
    await inRealm(iris, ({ sql }) => sql.exec("UPDATE outbox SET attempts = 1000").toArray());
    await advanceClock(iris, 3_600_000);
    await expect.poll(tries).not.toBe(1000);
  });
  await advanceClock(iris, 3_600_000);
  await expect.poll(isStored).toBe(false);
});
