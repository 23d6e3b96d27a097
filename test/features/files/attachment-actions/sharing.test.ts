import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { eventsDuring } from "../../../support/events-during.ts";
import { fetchPage, sendFiles, textFile } from "../../../support/files.ts";
import { advanceClock } from "../../../support/object.ts";
import { type Cast, casts, realm } from "../../../support/organization.ts";
import { Person } from "../../../support/person.ts";
import { animatedGif, png } from "../../../support/pictures.ts";

const newCast = casts();

const upload = async (who: Person, file = textFile("shared")): Promise<string> =>
  (await sendFiles(who, "/user_uploads", [file])).body.url;

const toChannel = async (who: Person, to: string, content: string): Promise<number> =>
  (await who.ok(who.post("/messages", { type: "channel", to, topic: "files", content }))).id;
const toUsers = async (who: Person, to: number[], content: string): Promise<number> =>
  (await who.ok(who.post("/messages", { type: "direct", to, content }))).id;

/** The users who can open a file. `nobody` stands for spectators. */
async function readers({ host, iris, omar, mona, noah, mia, gus }: Cast, url: string): Promise<string[]> {
  const people = { iris, omar, mona, noah, mia, gus, nobody: undefined };
  const all: string[] = [];
  for (const [name, as] of Object.entries(people)) {
    const { status } = await fetchPage(host, url, { ...(as && { as }) });
    expect([200, 401, 403]).toContain(status);
    if (status === 200) all.push(name);
  }
  return all;
}

const channel = (cast: Cast, name: string, settings: object, users: readonly Person[]) =>
  cast.iris.ok(
    cast.iris.post("/users/me/subscriptions", {
      subscriptions: [{ name }],
      principals: users.map(({ id }) => id),
      ...settings,
    }),
  );

describe("[messages 15] a file", () => {
  test.each([
    ["a public channel", {}, ["iris", "omar", "mona", "noah", "mia"]],
    ["a private channel", { invite_only: true }, ["iris", "noah"]],
    ["a channel with protected history", { invite_only: true, history_public_to_subscribers: false }, ["iris", "noah"]],
    ["a web-public channel", { is_web_public: true }, ["iris", "omar", "mona", "noah", "mia", "gus", "nobody"]],
  ])("can be opened by the readers of messages that link to it in %s", async (_, settings, expected) => {
    const cast = await realm();
    await cast.iris.ok(cast.iris.patch("/realm", { enable_spectator_access: true }));
    await channel(cast, "files", settings, [cast.iris, cast.noah]);
    const url = await upload(cast.noah);
    expect(await readers(cast, url)).toEqual(["noah"]);
    await toChannel(cast.noah, "files", `[notes](${url})`);
    expect(await readers(cast, url)).toEqual(expected);
  });

  test("can be opened only by the readers of the channel that its message was moved to", async () => {
    const cast = await realm();
    const { iris, noah } = cast;
    for (const [name, invite_only] of Object.entries({ files: false, vault: true }))
      await channel(cast, name, { invite_only }, [iris, noah]);
    const { stream_id } = await iris.ok(iris.get("/get_stream_id", { stream: "vault" }));
    const url = await upload(noah);
    const message = await toChannel(noah, "files", `[notes](${url})`);
    await noah.ok(noah.patch(`/messages/${message}`, { stream_id }));
    expect(await readers(cast, url)).toEqual(["iris", "noah"]);
  });

  test("can be opened by the participants of direct messages that link to it", async () => {
    const cast = await newCast();
    const url = await upload(cast.noah);
    await toUsers(cast.noah, [cast.gus.id, cast.mona.id], `[notes](${url})`);
    expect(await readers(cast, url)).toEqual(["mona", "noah", "gus"]);
  });

  test("cannot be opened by later subscribers of a channel with protected history", async () => {
    const cast = await newCast();
    await channel(cast, "files", { invite_only: true, history_public_to_subscribers: false }, [cast.iris, cast.noah]);
    const url = await upload(cast.noah);
    await toChannel(cast.noah, "files", `[notes](${url})`);
    await channel(cast, "files", {}, [cast.mia]);
    expect(await readers(cast, url)).toEqual(["iris", "noah"]);
    await toChannel(cast.noah, "files", `again [notes](${url})`);
    expect(await readers(cast, url)).toEqual(["iris", "noah", "mia"]);
  });

  test("can only be opened through messages whose sender can open it", async () => {
    const cast = await newCast();
    const { noah, mia, mona } = cast;
    const url = await upload(noah);
    await toUsers(mia, [mona.id], `[stolen](${url})`);
    expect(await readers(cast, url)).toEqual(["noah"]);
    await toUsers(noah, [mia.id], `[yours](${url})`);
    await toUsers(mia, [mona.id], `[passed on](${url})`);
    expect(await readers(cast, url)).toEqual(["mona", "noah", "mia"]);
  });

  test("cannot be opened from another organization", async () => {
    const [one, other] = [await realm(), await realm()];
    const url = await upload(one.noah);
    await toUsers(other.noah, [other.mia.id], `[notes](${url})`);
    expect((await fetchPage(other.host, url, { as: other.noah })).status).toBe(404);
  });
});

describe("[2.4] the owner of a file", () => {
  test("gets events when messages that link to it are sent, edited and deleted", async () => {
    const cast = await newCast();
    const { noah, mia, iris } = cast;
    const url = await upload(noah);
    const path_id = url.slice("/user_uploads/".length);
    let id = 0;
    const [sent = [], others = []] = await eventsDuring([noah, mia], async () => {
      id = await toChannel(noah, "general", `[notes](${url})`);
    });
    const claimed = { path_id, messages: [{ id, date_sent: expect.any(Number) }], message_ids: [id] };
    expect(sent.filter(({ type }) => type === "attachment")).toMatchObject([{ op: "update", attachment: claimed }]);
    expect(others.filter(({ type }) => type === "attachment")).toEqual([]);
    const { attachments } = await noah.ok(noah.get("/attachments"));
    expect(attachments).toMatchObject([claimed]);
    expect(attachments[0].messages[0].date_sent % 1000, "milliseconds").toBe(0);

    const again = await toChannel(mia, "general", `see [it](${url})`);
    expect((await noah.ok(noah.get("/attachments"))).attachments[0].messages).toHaveLength(2);
    const kept = await noah.ok(noah.patch(`/messages/${id}`, { content: "nothing" }));
    expect(kept.detached_uploads).toEqual([]);
    await iris.ok(iris.delete(`/messages/${id}`));
    expect(await readers(cast, url)).toEqual(["iris", "omar", "mona", "noah", "mia", "gus"]);

    const last = await toChannel(mia, "general", `and [again](${url})`);
    const queue = await noah.queue({ event_types: ["attachment"] });
    await iris.ok(iris.delete(`/messages/${last}`));
    expect(await queue.events()).toMatchObject([{ op: "update", attachment: { message_ids: [again] } }]);
    await iris.ok(iris.delete(`/messages/${again}`));
    expect(await queue.events()).toMatchObject([{ op: "remove", attachment: { id: attachments[0].id } }]);
    expect((await fetchPage(cast.host, url, { as: noah })).status).toBe(404);
  });

  test("learns from the response to an edit which of their files no message links to anymore", async () => {
    const { noah, host, mia } = await newCast();
    const [one, two] = [await upload(noah), await upload(noah)];
    const id = await toChannel(noah, "general", `[one](${one}) and [two](${two})`);
    const { detached_uploads } = await noah.ok(noah.patch(`/messages/${id}`, { content: `[two](${two})` }));
    expect(detached_uploads).toEqual([
      expect.objectContaining({
        path_id: one.slice("/user_uploads/".length),
        messages: [],
        message_ids: [],
        size: 6,
        name: "notes.txt",
      }),
    ]);
    expect((await fetchPage(host, one, { as: mia })).status).toBe(403);
    expect((await fetchPage(host, two, { as: mia })).status).toBe(200);
    await noah.ok(noah.patch(`/messages/${id}`, { content: `[one](${one})` }));
    expect((await fetchPage(host, one, { as: mia })).status).toBe(200);
  });

  test("[conventions 9] gets times in seconds and only message IDs through one of Zulip's own clients", async () => {
    const { noah } = await newCast();
    const app = new Person(noah.host, noah.email, noah.key, noah.id, "ZulipPython/0.9.1");
    const queue = await app.queue({ event_types: ["attachment"] });
    const url = await upload(noah);
    const id = await toChannel(noah, "general", `[notes](${url})`);
    const [added, updated] = await queue.events();
    const { attachments } = await app.ok(app.get("/attachments"));
    const { detached_uploads } = await app.ok(app.patch(`/messages/${id}`, { content: "nothing" }));
    const fields = ["id", "name", "path_id", "size", "create_time", "message_ids"];
    const all = [added.attachment, updated.attachment, ...attachments, ...detached_uploads];
    expect(all.map((file) => Object.keys(file))).toEqual(all.map(() => fields));
    expect(all.map(({ message_ids }) => message_ids)).toEqual([[], [id], [id], []]);
    for (const { create_time } of all) {
      expect(Number.isInteger(create_time)).toBe(true);
      expect(create_time).toBeLessThan(10_000_000_000);
    }
  });
});

describe("[messages 15] the store removes", () => {
  const WEEK = 7 * 86_400_000;

  test("a file that no message has linked to for five weeks", async () => {
    const { host, noah } = await realm();
    const [unused, used] = [await upload(noah), await upload(noah)];
    await toUsers(noah, [noah.id], `[kept](${used})`);
    await advanceClock(noah, 5 * WEEK - 60_000);
    expect((await fetchPage(host, unused, { as: noah })).status).toBe(200);
    await advanceClock(noah, 120_000);
    await expect.poll(async () => (await fetchPage(host, unused, { as: noah })).status).toBe(404);
    expect((await fetchPage(host, used, { as: noah })).status).toBe(200);
    const { attachments } = await noah.ok(noah.get("/attachments"));
    expect(attachments).toHaveLength(1);
    const [realmId, letters, token] = unused.slice("/user_uploads/".length).split("/");
    await expect.poll(() => env.UPLOADS.head(`${realmId}/uploads/${letters}/${token}`)).toBe(null);
  });

  test("each unused file after its own five weeks", async () => {
    const { host, noah } = await realm();
    const status = async (url: string) => (await fetchPage(host, url, { as: noah })).status;
    const first = await upload(noah);
    await advanceClock(noah, WEEK);
    const second = await upload(noah);
    await advanceClock(noah, 4 * WEEK + 60_000);
    await expect.poll(() => status(first)).toBe(404);
    expect(await status(second)).toBe(200);
    await advanceClock(noah, WEEK);
    await expect.poll(() => status(second)).toBe(404);
  });

  test("a file whose upload was refused after it was stored", async () => {
    const { noah } = await realm();
    await sendFiles(noah, "/user_uploads", [textFile("a", "a.txt"), textFile("b", "b.txt")]);
    const realmId = (await upload(noah)).split("/")[2];
    const stored = async () => (await env.UPLOADS.list({ prefix: `${realmId}/uploads/` })).objects.length;
    expect(await stored()).toBe(1);
  });
});

describe("[markdown 3] a message shows", () => {
  const shown = async ({ noah, mia }: Cast, file: File) => {
    const url = await upload(noah, file);
    const id = await toUsers(noah, [mia.id], `[the file](${url})`);
    const { message } = await noah.ok(noah.get(`/messages/${id}`));
    return { url, content: message.content as string };
  };

  test("an image by its thumbnail, which only its readers can open", async () => {
    const cast = await newCast();
    const { url, content } = await shown(cast, new File([png(640, 480)], "a.png", { type: "image/png" }));
    const thumbnail = `${url.replace("/user_uploads/", "/user_uploads/thumbnail/")}/840x560.webp`;
    expect(content).toContain('data-original-content-type="image/png" data-original-dimensions="640x480"');
    expect(content).toContain(`src="${thumbnail}"`);
    const picture = await fetchPage(cast.host, thumbnail, { as: cast.mia });
    expect([picture.status, picture.headers.get("Content-Type")]).toEqual([200, "image/png"]);
    expect((await fetchPage(cast.host, thumbnail, { as: cast.iris })).status).toBe(403);
  });

  test("[register 4.1] thumbnails of images in each of the announced formats, and no others", async () => {
    const { host, noah } = await newCast();
    const { server_thumbnail_formats: formats } = await noah.ok(noah.post("/register"));
    const at = async (url: string, format: string) => {
      const thumbnail = `${url.replace("/user_uploads/", "/user_uploads/thumbnail/")}/${format}`;
      return (await fetchPage(host, thumbnail, { as: noah })).status;
    };
    const picture = await upload(noah, new File([png()], "a.png"));
    for (const { name } of formats) expect(await at(picture, name)).toBe(200);
    for (const name of ["100x75.webp", "a.png", "..."]) expect(await at(picture, name)).toBe(404);
    const drawing = new File(["<svg/>"], "a.svg", { type: "image/svg+xml" });
    for (const file of [textFile("x"), drawing]) expect(await at(await upload(noah, file), formats[0].name)).toBe(404);
  });

  test("an animated image with a marker", async () => {
    const { content } = await shown(await newCast(), new File([animatedGif()], "a.gif"));
    expect(content).toMatch(/data-animated="true".*840x560-anim\.webp/);
  });

  test("a video and an audio file by their players, and any other file as a link", async () => {
    const cast = await newCast();
    expect((await shown(cast, new File(["x"], "a.mp4", { type: "video/mp4" }))).content).toContain("<video");
    expect((await shown(cast, new File(["x"], "a.mp3", { type: "audio/mpeg" }))).content).toContain("<audio");
    const plain = await shown(cast, textFile("x"));
    expect(plain.content).toBe(`<p><a href="${plain.url}">the file</a></p>`);
  });

  test("only links if the organization has disabled previews, or if the sender cannot open the file", async () => {
    const cast = await realm();
    const { noah, iris, mia } = cast;
    const url = await upload(noah, new File([png()], "a.png"));
    const { rendered } = await mia.ok(mia.post("/messages/render", { content: `[x](${url})` }));
    expect(rendered).toBe(`<p><a href="${url}">x</a></p>`);
    await iris.ok(iris.patch("/realm", { inline_image_preview: false }));
    expect((await shown(cast, new File([png()], "a.png"))).content).not.toContain("<img");
  });
});
