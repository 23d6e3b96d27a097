import { expect, test } from "vitest";
import { eventsDuring } from "../../../../support/events-during.ts";
import { fetchPage, sendFiles } from "../../../../support/files.ts";
import { lettersAfter } from "../../../../support/letters.ts";
import { fetchMessages, idsOf, sendDirect, sendToChannel } from "../../../../support/messages.ts";
import { withConfig } from "../../../../support/object.ts";
import { casts, realm } from "../../../../support/organization.ts";
import type { Json, Person } from "../../../../support/person.ts";
import { wholePng } from "../../../../support/pictures.ts";

const newCast = casts();

const upload = async (who: Person): Promise<string> =>
  (await sendFiles(who, "/user_uploads", [new File([wholePng(90, 60)], "crane.png")])).body.url;

const image = (url: string, alt: string) =>
  `<img alt="${alt}" class="inline-image" data-original-dimensions="90x60" data-original-content-type="image/png" data-original-src="${url}" src="${url.replace("/user_uploads/", "/user_uploads/thumbnail/")}/840x560.webp">`;

const contentOf = async (who: Person, id: number): Promise<string> =>
  (await who.ok(who.get(`/messages/${id}`))).message.content;

test("[markdown 2] an uploaded image is shown inline, found by searches, and readable with its message", async () => {
  const { noah, mia } = await newCast();
  const url = await upload(noah);
  const plain = await sendToChannel(noah, "general", "pictures", "nothing to see");
  const id = await sendToChannel(noah, "general", "pictures", `see ![a crane](${url})`);
  expect(await contentOf(mia, id)).toBe(`<p>see ${image(url, "a crane")}</p>`);
  expect((await fetchPage(mia.host, url, { as: mia })).status).toBe(200);
  for (const what of ["image", "attachment"]) {
    const { messages } = await fetchMessages(mia, { narrow: [["has", what]] });
    expect(idsOf(messages)).toEqual([id]);
  }
  expect(await contentOf(mia, plain)).not.toContain("<img");
});

test("[messages 7] editing a message can add an image to its text and remove it", async () => {
  const { noah, mia } = await newCast();
  const url = await upload(noah);
  const id = await sendDirect(noah, [mia], `[a crane](${url})`);
  expect(await contentOf(mia, id)).toContain("message_inline_image");
  const [events] = await eventsDuring([mia], async () => {
    await noah.ok(noah.patch(`/messages/${id}`, { content: `![a crane](${url})` }));
    await noah.ok(noah.patch(`/messages/${id}`, { content: "gone" }));
  });
  const updates = (events ?? []).filter(({ type }: Json) => type === "update_message");
  expect(updates.map(({ rendered_content }: Json) => rendered_content)).toEqual([
    `<p>${image(url, "a crane")}</p>`,
    "<p>gone</p>",
  ]);
  const history = await noah.ok(noah.get(`/messages/${id}/history`));
  expect(history.message_history[1].rendered_content).toBe(`<p>${image(url, "a crane")}</p>`);
});

test("[markdown 2] another user's image that the sender cannot open is rendered as a link", async () => {
  const { noah, mia } = await newCast();
  const url = await upload(noah);
  const id = await sendDirect(mia, [noah], `![a crane](${url})`);
  expect(await contentOf(mia, id)).toBe(`<p>!<a href="${url}">a crane</a></p>`);
});

test("[markdown 2] an image is shown in its original size if the server makes no thumbnails", async () => {
  const { noah } = await realm();
  const url = await upload(noah);
  await withConfig(noah, { makesThumbnails: false }, async () => {
    const { rendered } = await noah.ok(noah.post("/messages/render", { content: `![a crane](${url})` }));
    expect(rendered).toContain(`data-original-src="${url}" src="${url}">`);
  });
});

test("email notifications have links instead of images", async () => {
  const { iris, noah, mia, host } = await realm();
  const url = await upload(mia);
  await sendDirect(mia, [noah], `Look: ![a <crane>](${url}) ![](${url})`);
  const letter = (await lettersAfter(iris)).find(({ to }) => to === noah.email);
  expect(letter?.html).toMatch(
    new RegExp(`Look: <a href="http://${host}[:\\d]*${url}">a &lt;crane&gt;</a> <a href="[^"]*${url}">crane.png</a>`),
  );
});
