import { expect, test } from "vitest";
import { realm } from "../support/organization.ts";

test("[register 4.1] no previews are promised of what is elsewhere on the web, and none are made", async () => {
  const { iris } = await realm();
  await iris.ok(iris.patch("/realm", { inline_url_embed_preview: true }));
  const state = await iris.ok(iris.post("/register", { fetch_event_types: ["realm"] }));
  expect(state).toMatchObject({
    server_inline_image_preview: false,
    server_inline_url_embed_preview: false,
    // The setting is stored, although nothing depends on it yet.
    realm_inline_image_preview: true,
    realm_inline_url_embed_preview: true,
  });
  for (const url of [
    "https://example.com/a.png",
    "https://www.youtube.com/watch?v=aaaaaaaaaaa",
    "https://example.com",
  ]) {
    const { rendered } = await iris.ok(iris.post("/messages/render", { content: url }));
    expect(rendered).toBe(`<p><a href="${url}">${url}</a></p>`);
  }
});
