import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { eventsDuring } from "../../../support/events-during.ts";
import { fetchPage, sendFiles, textFile } from "../../../support/files.ts";
import { realm, shared } from "../../../support/organization.ts";
import type { Person } from "../../../support/person.ts";
import { png } from "../../../support/pictures.ts";

const picture = (width = 3) => new File([png(width)], "me.png");
const setAvatar = async (who: Person, file = picture()) => {
  const { status, body } = await sendFiles(who, "/users/me/avatar", [file]);
  expect(status).toBe(200);
  return body.avatar_url as string;
};

describe("[users 4.4] a user's own avatar", () => {
  test("is uploaded, announced to all users in an event, and served without a login", async () => {
    const { host, noah, mia, gus } = await realm();
    let url = "";
    const all = await eventsDuring([noah, mia, gus], async () => {
      url = await setAvatar(noah);
    });
    expect(url).toMatch(/^\/user_avatars\/\d+\/[0-9a-f]{32}\.png\?version=2$/);
    for (const events of all) {
      expect(events).toEqual([
        {
          type: "realm_user",
          op: "update",
          person: {
            user_id: noah.id,
            avatar_source: "U",
            avatar_url: url,
            avatar_url_medium: url.replace(".png", "-medium.png"),
            avatar_version: 2,
          },
          id: expect.any(Number),
        },
      ]);
    }
    for (const address of [url, url.replace(".png", "-medium.png")]) {
      const shown = await fetchPage(host, address);
      expect([shown.status, shown.headers.get("Content-Type")]).toEqual([200, "image/png"]);
      expect(shown.headers.get("Cache-Control")).toMatch(/immutable/);
      expect(new Uint8Array(await shown.arrayBuffer())).toEqual(png());
    }
    const { user } = await mia.ok(mia.get(`/users/${noah.id}`));
    expect([user.avatar_url, user.avatar_version]).toEqual([url, 2]);
  });

  test("replaces the previous one, whose file is deleted", async () => {
    const { host, noah, mia } = await realm();
    const first = await setAvatar(noah);
    const second = await setAvatar(noah, picture(4));
    expect(second).toMatch(/\?version=3$/);
    await expect.poll(async () => (await fetchPage(host, first)).status).toBe(404);
    const [events = []] = await eventsDuring([mia], () => noah.ok(noah.delete("/users/me/avatar")));
    expect(events).toMatchObject([{ person: { avatar_source: "G", avatar_version: 4 } }]);
    expect(events[0].person.avatar_url).toMatch(
      /^https:\/\/secure\.gravatar\.com\/avatar\/[0-9a-f]{32}\?d=identicon&version=4$/,
    );
    await expect.poll(async () => (await fetchPage(host, second)).status).toBe(404);
    const realmId = second.split("/")[2];
    await expect.poll(async () => (await env.UPLOADS.list({ prefix: `${realmId}/avatars/` })).objects).toEqual([]);
    const again = await eventsDuring([mia], () => noah.ok(noah.delete("/users/me/avatar")));
    expect(again).toEqual([[]]);
  });

  const sharedRealm = shared(realm);

  test.each([
    ["no file", [], "BAD_REQUEST", "You must upload exactly one avatar."],
    ["two files", [picture(), new File([png()], "other.png")], "BAD_REQUEST", "You must upload exactly one avatar."],
    [
      "a text file",
      [textFile("no picture", "me.png")],
      "BAD_IMAGE",
      "Could not decode image; did you upload an image file?",
    ],
    [
      "an SVG, which could contain a script",
      [new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], "me.svg", { type: "image/svg+xml" })],
      "BAD_IMAGE",
      "Could not decode image; did you upload an image file?",
    ],
    [
      "a file that is too large",
      [new File([png(), new Uint8Array(5 * 1_048_576)], "me.png")],
      "BAD_REQUEST",
      "Uploaded file is larger than the allowed limit of 5 MiB",
    ],
  ])("cannot be set with %s", async (_, files, code, msg) => {
    const { noah } = await sharedRealm();
    const { status, body } = await sendFiles(noah, "/users/me/avatar", files);
    expect([status, body.code, body.msg]).toEqual([400, code, msg]);
  });

  test("can be changed only by administrators if avatar changes are disabled", async () => {
    const { iris, omar, mona, noah } = await realm();
    await setAvatar(noah);
    await iris.ok(iris.patch("/realm", { avatar_changes_disabled: true }));
    const msg = "Avatar changes are disabled in this organization.";
    for (const who of [mona, noah]) {
      expect((await sendFiles(who, "/users/me/avatar", [picture()])).body.msg).toBe(msg);
      expect((await who.delete("/users/me/avatar")).body.msg).toBe(msg);
    }
    for (const who of [iris, omar]) await setAvatar(who);
  });
});

describe("[users 8] a bot's avatar", () => {
  test("is set when the bot is created, changed by its owner or by itself, and sent like a user's", async () => {
    const { noah, mia, bot } = await realm();
    const made = await sendFiles(noah, "/bots", [picture()], {
      fields: { full_name: "Painter", short_name: "painter" },
    });
    expect(made.body.avatar_url).toMatch(/^\/user_avatars\//);
    const [own = [], others = []] = await eventsDuring([noah, mia], async () => {
      await sendFiles(noah, `/bots/${made.body.user_id}`, [picture(5)], { method: "PATCH" });
    });
    const { user } = await mia.ok(mia.get(`/users/${made.body.user_id}`));
    for (const events of [own, others])
      expect(events).toMatchObject([
        { type: "realm_user", person: { user_id: made.body.user_id, avatar_url: user.avatar_url } },
      ]);
    const other = await bot(noah);
    const [told = []] = await eventsDuring([noah], () => setAvatar(other));
    expect(told.map(({ type }) => type).sort()).toEqual(["realm_user"]);
    const bad = await sendFiles(noah, "/bots", [textFile("x")], { fields: { full_name: "Bad", short_name: "bad" } });
    expect(bad.body.code).toBe("BAD_IMAGE");
  });
});

describe("[conventions 1] /avatar redirects to the URL of the image", () => {
  test("for a user ID and for an email address", async () => {
    const { host, noah, mia } = await realm();
    const url = await setAvatar(noah);
    for (const who of [noah.id, encodeURIComponent(noah.email)]) {
      const small = await fetchPage(host, `/avatar/${who}`, { as: mia });
      expect([small.status, small.headers.get("Location")]).toEqual([302, url]);
      const medium = await fetchPage(host, `/avatar/${who}/medium`, { as: mia });
      expect(medium.headers.get("Location")).toBe(url.replace(".png", "-medium.png"));
    }
    const third = await fetchPage(host, `/avatar/${mia.id}/medium`, { as: noah });
    expect(third.headers.get("Location")).toMatch(/^https:\/\/secure\.gravatar\.com\/.*&s=500$/);
    expect((await fetchPage(host, "/avatar/99999", { as: mia })).status).toBe(400);
    expect((await fetchPage(host, `/avatar/${noah.id}`)).status).toBe(401);
  });
});
