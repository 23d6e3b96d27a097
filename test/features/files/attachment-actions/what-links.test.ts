import { describe, expect, test } from "vitest";
import { fetchPage, sendFiles, textFile } from "../../../support/files.ts";
import { inRealm, sendToChannel } from "../../../support/messages.ts";
import { advanceClock } from "../../../support/object.ts";
import { type Cast, realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";

const WEEK = 7 * 86_400_000;
const upload = async (who: Person): Promise<string> =>
  (await sendFiles(who, "/user_uploads", [textFile("shared")])).body.url;
const isThere = async (who: Person, url: string) => (await fetchPage(who.host, url, { as: who })).status === 200;

describe("[messages 15] whether recipients can open a file depends on how the message refers to it:", () => {
  const linked: [string, (url: string, host: string) => string][] = [
    ["a link", (url) => `[notes](${url})`],
    ["a link with the server's name", (url, host) => `[notes](http://${host}${url})`],
    ["a whole URL", (url, host) => `see http://${host}${url}`],
    ["a link in a quote", (url) => `> [notes](${url})`],
    ["a link in a list", (url) => `* one\n* [notes](${url})`],
    ["a link in a table", (url) => `\n|a|b|\n|--|--|\n|[notes](${url})|x|`],
    ["a link in a spoiler", (url) => `\`\`\`spoiler what\n[notes](${url})\n\`\`\``],
    ["a link in a heading", (url) => `# [notes](${url})`],
  ];
  const unlinked: [string, (url: string, host: string) => string][] = [
    ["a path as text", (url) => `see ${url}`],
    ["a URL in code", (url, host) => `\`http://${host}${url}\``],
    ["a URL of another host", (url) => `http://example.com${url}`],
  ];
  test.each([...linked.map((each) => [...each, true] as const), ...unlinked.map((each) => [...each, false] as const)])(
    "%s",
    async (_, content, links) => {
      const { host, noah, mia } = await realm();
      const url = await upload(noah);
      await sendToChannel(noah, "general", "files", content(url, host));
      expect(await isThere(mia, url)).toBe(links);
    },
  );
});

describe("[messages 12] a scheduled message keeps a file", () => {
  const later = async ({ noah, mia }: Cast, content: string, days: number): Promise<number> => {
    const now = await inRealm(noah, (organization) => organization.seconds());
    const { scheduled_message_id } = await noah.ok(
      noah.post("/scheduled_messages", {
        type: "direct",
        to: [mia.id],
        content,
        scheduled_delivery_timestamp: now + days * 86_400,
      }),
    );
    return scheduled_message_id;
  };

  test("until it is sent, when its recipients can open it", async () => {
    const cast = await realm();
    const { noah, mia } = cast;
    const url = await upload(noah);
    await later(cast, `[notes](${url})`, 50);
    await advanceClock(noah, 6 * WEEK);
    expect(await isThere(noah, url)).toBe(true);
    expect((await noah.ok(noah.get("/attachments"))).attachments[0].messages).toEqual([]);
    expect(await isThere(mia, url)).toBe(false);
    await advanceClock(noah, 8 * 86_400_000 + 1000);
    await expect.poll(() => isThere(mia, url)).toBe(true);
    await advanceClock(noah, 6 * WEEK);
    expect(await isThere(mia, url)).toBe(true);
  });

  test("until the message is edited or deleted", async () => {
    const cast = await realm();
    const { noah } = cast;
    const [one, two] = [await upload(noah), await upload(noah)];
    const id = await later(cast, `[notes](${one})`, 100);
    await noah.ok(noah.patch(`/scheduled_messages/${id}`, { content: `[notes](${two})` }));
    await advanceClock(noah, 5 * WEEK + 1000);
    await expect.poll(() => isThere(noah, one)).toBe(false);
    expect(await isThere(noah, two)).toBe(true);
    await noah.ok(noah.delete(`/scheduled_messages/${id}`));
    await advanceClock(noah, 5 * WEEK + 1000);
    await expect.poll(() => isThere(noah, two)).toBe(false);
  });

  test("that an edited message no longer links to", async () => {
    const cast = await realm();
    const { noah } = cast;
    const url = await upload(noah);
    await later(cast, `[notes](${url})`, 100);
    const id = await sendToChannel(noah, "general", "files", `[notes](${url})`);
    const { detached_uploads } = await noah.ok(noah.patch(`/messages/${id}`, { content: "nothing" }));
    expect(detached_uploads.map((file: Json) => file.path_id)).toEqual([]);
    const again = await sendToChannel(noah, "general", "files", `[notes](${url})`);
    await noah.ok(noah.delete(`/messages/${again}`));
    expect(await isThere(noah, url)).toBe(true);
    await advanceClock(noah, 6 * WEEK);
    expect(await isThere(noah, url)).toBe(true);
  });
});
