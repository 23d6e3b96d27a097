import { expect, test } from "vitest";
import { fetchPage, sendFiles } from "../../../support/files.ts";
import { realm } from "../../../support/organization.ts";

test.each([
  ["a camera's video, recognized by its name", new File(["film"], "crane.mov")],
  ["a camera's video, sent with its type", new File(["film"], "crane.mov", { type: "video/quicktime" })],
  ["any other video", new File(["film"], "crane.mp4", { type: "video/mp4" })],
])("[markdown 3] an uploaded video plays below its link and in a browser: %s", async (_, file) => {
  const { noah } = await realm();
  const { url } = (await sendFiles(noah, "/user_uploads", [file])).body;
  const { rendered } = await noah.ok(noah.post("/messages/render", { content: `[crane](${url})` }));
  expect(rendered).toBe(
    `<p><a href="${url}">crane</a></p>\n<div class="message_inline_image message_inline_video"><a href="${url}" title="crane"><video preload="metadata" src="${url}"></video></a></div>`,
  );
  const { headers } = await fetchPage(noah.host, url, { as: noah });
  expect(headers.get("Content-Disposition")).toMatch(/^inline/);
});
