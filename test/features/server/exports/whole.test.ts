import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { tableNames } from "../../../../src/archive-format/tables.ts";
import { fetchPage, sendFiles, textFile } from "../../../support/files.ts";
import { unreadIds } from "../../../support/messages.ts";
import { secretTables } from "../../../support/normalised-archive.ts";
import { advanceClock, withEnv } from "../../../support/object.ts";
import { PASSWORD, realm } from "../../../support/organization.ts";
import type { Json } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
import { filled } from "./filled.ts";
import { type ReadExport, waitForExport } from "./run-export.ts";
import { callWhole, readWhole, wholeExport } from "./whole-export.ts";

const idsIn = (rows: readonly Json[] = []) => new Set(rows.map(({ id }) => id));

/** References in an archive's rows that don't resolve. */
function dangling({ tables, files }: ReadExport): string[] {
  const known: Record<string, ReadonlySet<number>> = Object.fromEntries(
    ["users", "channels", "groups", "messages", "custom_emoji", "profile_fields", "channel_folders"].map((name) => [
      name,
      idsIn(tables[name]),
    ]),
  );
  const targets: Record<string, string> = {
    ...{ user_id: "users", sender_id: "users", creator_id: "users", author_id: "users", owner_id: "users" },
    ...{ bot_owner_id: "users", muted_user_id: "users", members: "users", told_to: "users", direct_members: "users" },
    ...{ channel_id: "channels", channels: "channels", default_sending_channel_id: "channels", stream: "channels" },
    ...{ prev_stream: "channels", subgroups: "groups", direct_subgroups: "groups", message_id: "messages" },
    ...{
      links: "messages",
      read: "messages",
      unread: "messages",
      field_id: "profile_fields",
      folder_id: "channel_folders",
    },
  };
  const found: string[] = [];
  const visit = (value: unknown, place: string): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [name, one] of Object.entries(value)) {
      const target = targets[name];
      const ids = [one].flat().filter((id) => typeof id === "number");
      if (target !== undefined && place !== "settings") {
        found.push(...ids.filter((id) => !known[target]?.has(id)).map((id) => `${place}.${name} ${id}`));
      }
      if (["avatar", "file", "still", "icon", "member"].includes(name) && !files.has(String(one))) {
        found.push(`${place}.${name} ${one}`);
      }
      if (name === "permissions") {
        const groups = Object.values(one).filter((id) => typeof id === "number" && !known["groups"]?.has(id));
        found.push(...groups.map((id) => `${place} ${id}`));
      }
      visit(one, name === "settings" ? name : place);
    }
  };
  for (const [table, rows] of Object.entries(tables)) for (const row of rows as Json[]) visit(row, table);
  return found;
}

/** Messages a user received but hasn't read, by the archive's read state. */
function unreadBy({ tables }: ReadExport, user: number): number[] {
  const rows = tables.read_state.filter((one: Json) => one.user_id === user);
  const low = rows.find((one: Json) => one.channel_id === undefined && one.members === undefined).low;
  const spans = tables.subscriptions.filter((one: Json) => one.user_id === user);
  const received = ({ id, channel_id, members }: Json) =>
    members?.includes(user) ??
    spans.some(
      (one: Json) =>
        one.active &&
        one.channel_id === channel_id &&
        one.received.some(([a, b]: [number, number]) => a <= id && (b === null || id <= b)),
    );
  const quiet = new Set(tables.channel_board_messages.map(({ message_id }: Json) => message_id));
  return tables.messages
    .filter(received)
    .filter(({ id, channel_id, members }: Json) => {
      const own = rows.filter((one: Json) =>
        members ? one.members?.join() === members.join() : channel_id !== undefined && one.channel_id === channel_id,
      );
      const upTo = Math.max(low, ...own.map((one: Json) => one.low));
      const has = (list: "read" | "unread") => own.some((one: Json) => one[list].includes(id));
      return has("unread") || (id > upTo && !has("read") && !quiet.has(id));
    })
    .map(({ id }: Json) => id);
}

test("a whole export has valid rows of every table, no dangling references, and every file", async () => {
  const { iris, noah, mia, omar, gus, mona, message, vault, upload } = await filled();
  const whole = await readWhole(iris);
  expect(whole.manifest).toMatchObject({ scope: "whole", secrets: false, program: "parley", files: { missing: 0 } });
  const filledTables = tableNames.filter((name) => name !== "unread" && !secretTables.includes(name));
  const absent = filledTables.filter((name) => whole.tables[name] === undefined);
  expect(absent, "filled.ts, beside this test, makes a row of each").toEqual([]);
  expect(dangling(whole)).toEqual([]);
  expect([...whole.files.values()]).toContain("tea leaves");
  expect(whole.manifest.files.count).toBe(5);

  const { tables } = whole;
  const of = (table: string, user: number): Json[] => tables[table].filter((one: Json) => one.user_id === user);
  const [organization] = tables.organization;
  expect(organization).toMatchObject({ settings: { waiting_period_threshold: 3 }, icon: "files/organization/icon" });
  expect(organization.new_user_settings).toMatchObject({ twenty_four_hour_time: true });
  const users = new Map<number, Json>(tables.users.map((one: Json) => [one.id, one]));
  expect(users.get(noah.id)).toMatchObject({
    settings: { color_scheme: 2 },
    status: { status_text: "brewing", emoji_name: "tada" },
    avatar: expect.stringMatching(/^files\/avatars\//),
  });
  expect(users.get(mona.id)).toMatchObject({ delivery_email: mona.email });
  expect(users.get(gus.id)?.is_active).toBe(false);
  const edited = tables.messages.find(({ id }: Json) => id === message);
  const path = upload.replace("/user_uploads/", "");
  expect(edited).toMatchObject({ topic: "morning tea", content: `black tea [leaves](/user_uploads/${path})` });
  expect(edited.edits.map((one: Json) => one.prev_topic ?? one.prev_content)).toEqual([
    "tea",
    `green **tea** [leaves](/user_uploads/${path}) @**Mia**`,
  ]);
  expect(edited.html).toBeUndefined();
  expect(tables.files.find((one: Json) => one.path_id === path)).toMatchObject({ links: [message], owner_id: noah.id });
  expect(tables.messages.some(({ members }: Json) => members?.join() === String(noah.id))).toBe(true);
  expect(tables.subscriptions.find((one: Json) => one.user_id === noah.id && one.channel_id === vault)).toMatchObject({
    active: false,
    received: [[expect.any(Number), expect.any(Number)]],
  });
  expect(of("flags", mia.id)).toContainEqual({
    user_id: mia.id,
    message_id: message,
    flags: ["starred", "hide_link_previews"],
  });
  const repeats = { recurrence: "FREQ=MONTHLY;BYMONTHDAY=-1", time_zone: "Europe/Berlin", start: expect.any(Number) };
  expect(of("reminders", noah.id).map((one) => one.repeats)).toEqual([undefined, repeats]);
  expect(of("reminders", noah.id).map((one) => one.note)).toEqual(["think of it", ""]);
  expect(of("scheduled_messages", noah.id).map((one) => one.repeats)).toEqual([undefined, undefined, repeats]);
  expect(of("scheduled_messages", noah.id).map(({ to, topic }) => to ?? topic)).toEqual([[noah.id], "tea", [mia.id]]);
  expect(of("muted_users", noah.id)).toMatchObject([{ muted_user_id: omar.id }]);
  for (const who of [iris, noah, mia, omar]) {
    expect(unreadBy(whole, who.id), `unread of ${who.email}`).toEqual(await unreadIds(who));
  }
});

test("[security 16.5] a whole export contains secrets only on request, and then all that logins need", async () => {
  const { iris, noah, mia, robot } = await filled();
  const login = await noah.post("/login", { username: noah.email, password: PASSWORD });
  const session = /sessionid=(\w+)/.exec(login.headers.getSetCookie().join())?.[1] ?? "none";
  const digests = await Promise.all(
    [noah, mia, robot].map(async ({ key }) => {
      const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key));
      return Buffer.from(digest).toString("hex");
    }),
  );
  const without = await readWhole(iris);
  for (const word of [...digests, "pbkdf2", "password_hash", "api_key_hashes", '"token"', session]) {
    expect(without.text).not.toContain(word);
  }
  expect(without.tables.bots).toContainEqual(
    expect.objectContaining({ user_id: robot.id, payload_url: "https://hooks.example/path" }),
  );
  const withAll = await readWhole(iris, { secrets: true });
  expect(withAll.manifest.secrets).toBe(true);
  const user = withAll.tables.users.find(({ id }: Json) => id === noah.id);
  expect(user.api_key_hashes.map(({ hash }: Json) => hash)).toContain(digests[0]);
  expect(user.password_hash).toMatch(/pbkdf2/);
  expect(withAll.tables.bots).toContainEqual(
    expect.objectContaining({ user_id: robot.id, token: expect.stringMatching(/.{20}/) }),
  );
  expect(withAll.text).not.toContain(session);
});

test("a download can resume at any byte of the same export", async () => {
  const { iris } = await filled();
  const { path, etag, bytes } = await wholeExport(iris);
  const get = (headers: Record<string, string>, method = "GET") => fetchPage(iris.host, path, { method, headers });
  const all = Buffer.from(await (await get({})).arrayBuffer());
  expect(all.length).toBe(bytes);
  const head = await get({}, "HEAD");
  expect([head.status, head.headers.get("etag"), head.headers.get("content-length")]).toEqual([
    200,
    etag,
    String(bytes),
  ]);
  expect(head.headers.get("accept-ranges")).toBe("bytes");
  const places = [0, 1, 511, 512, 513, 1024, 5000, bytes - 1025, bytes - 1024, bytes - 1023, bytes - 1];
  for (let at = 700; at < bytes; at += 3571) places.push(at);
  for (const from of places) {
    const part = await get({ Range: `bytes=${from}-${from + 2999}`, "If-Range": etag });
    expect(part.status, String(from)).toBe(206);
    const to = Math.min(from + 3000, bytes);
    expect(part.headers.get("content-range")).toBe(`bytes ${from}-${to - 1}/${bytes}`);
    expect(all.subarray(from, to).equals(Buffer.from(await part.arrayBuffer())), `from ${from}`).toBe(true);
  }
  const rest = await get({ Range: `bytes=${bytes - 5000}-` });
  expect(all.subarray(bytes - 5000).equals(Buffer.from(await rest.arrayBuffer()))).toBe(true);
  const other = await get({ Range: "bytes=100-", "If-Range": '"another"' });
  expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([200, bytes]);
  const beyond = await get({ Range: `bytes=${bytes}-` });
  expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${bytes}`]);
});

test("a download is recorded when it starts, but its later ranges aren't", async () => {
  const { iris } = await filled();
  const { id } = await iris.ok(iris.post("/export/realm"));
  const { export_url } = await waitForExport(iris, id);
  const { pathname } = new URL(export_url);
  const get = async (headers: Record<string, string>, method = "GET") => {
    const response = await fetchPage(iris.host, pathname, { method, headers, as: iris });
    await response.arrayBuffer();
    return response.status;
  };
  const recorded = async () => {
    const { entries } = await iris.ok(iris.get("/audit_log"));
    return entries.filter(({ action }: Json) => action === "export.downloaded").length;
  };
  expect([await get({}, "HEAD"), await get({ Range: "bytes=999999999-" }), await recorded()]).toEqual([200, 416, 0]);
  expect([await get({ Range: "bytes=512-" }), await recorded()]).toEqual([206, 1]);
  expect([await get({ Range: "bytes=600-700" }), await get({ Range: "bytes=-10" }), await recorded()]).toEqual([
    206, 206, 1,
  ]);
  expect([await get({ Range: "bytes=0-9" }), await get({}), await recorded()]).toEqual([206, 200, 3]);
});

test("deleted files stay in the exports that contain them, until the last of these is deleted", async () => {
  const { iris, noah, upload, robot: _, ...cast } = await filled();
  const key = (await env.UPLOADS.list()).objects
    .map((one) => one.key)
    .filter((one) => one.includes(upload.split("/")[4] ?? "?"));
  expect(key.length).toBeGreaterThan(0);
  const inStore = async () => (await env.UPLOADS.head(key[0] ?? "")) !== null;
  const { id } = await iris.ok(iris.post("/export/realm"));
  await waitForExport(iris, id);
  const { path, bytes } = await wholeExport(iris);
  const { attachments } = await noah.ok(noah.get("/attachments"));
  await noah.ok(noah.delete(`/attachments/${attachments[0].id}`));
  expect((await noah.get(upload)).status).toBe(404);
  const response = await fetchPage(iris.host, path);
  const text = Buffer.from(await response.arrayBuffer()).toString("latin1");
  expect([text.length, text.includes("tea leaves")]).toEqual([bytes, true]);
  await iris.ok(callWhole(iris, "/end"));
  expect((await fetchPage(iris.host, path)).status).toBe(404);
  const whole = path.split("/")[2];
  await until(async () => {
    const { objects } = await env.UPLOADS.list();
    expect(objects.filter((one) => one.key.includes(whole))).toEqual([]);
  });
  expect(await inStore()).toBe(true);
  await iris.ok(iris.delete(`/export/realm/${id}`));
  await until(async () => expect(await inStore()).toBe(false));
  expect(cast.message).toBeGreaterThan(0);
});

test("a file lost before the export is left out and counted; one lost later doesn't break the download", async () => {
  const { iris, noah } = await realm();
  const send = async (text: string) => (await sendFiles(noah, "/user_uploads", [textFile(text)])).body.url;
  const keyOf = async (url: string) => {
    const { objects } = await env.UPLOADS.list();
    return objects.map(({ key }) => key).find((key) => key.includes(url.split("/")[4] ?? "?")) ?? "";
  };
  const [first, second] = [await send("black tea"), await send("green tea")];
  await env.UPLOADS.delete(await keyOf(first));
  const { path, bytes } = await wholeExport(iris);
  await env.UPLOADS.delete(await keyOf(second));
  const text = Buffer.from(await (await fetchPage(iris.host, path)).arrayBuffer()).toString("latin1");
  expect(text.length).toBe(bytes);
  expect(text).toContain('"missing": 1');
  expect(text).not.toContain("green tea");
});

test("[security 16.4] at most one whole export exists at a time, lasts a week, and is hidden from administrators", async () => {
  const { iris, omar } = await realm();
  const first = await wholeExport(iris);
  const second = await wholeExport(iris, { secrets: true });
  expect(second.id).toBeGreaterThan(first.id);
  expect((await fetchPage(iris.host, first.path)).status).toBe(404);
  expect((await omar.ok(omar.get("/export/realm"))).exports).toEqual([]);
  expect((await omar.delete(`/export/realm/${second.id}`)).body.msg).toBe("Invalid data export ID");
  await advanceClock(iris, 7 * 86_400_000 + 1000);
  await until(async () => expect((await fetchPage(iris.host, second.path)).status).toBe(404));
  expect((await iris.ok(callWhole(iris, "/state"))).state).toBe("ended");
  await iris.ok(iris.post("/realm/deactivate"));
  expect((await wholeExport(iris)).bytes).toBeGreaterThan(1000);
});

test("[security 16.4] a whole export requires the setup token if the server has one", async () => {
  const { iris } = await realm();
  await withEnv({ SETUP_TOKEN: "sesame" }, async () => {
    for (const path of ["", "/state", "/end"] as const) {
      for (const fields of [{}, { setup_token: "wrong" }]) {
        const { status, body } = await callWhole(iris, path, fields);
        expect([status, body.code, body.msg]).toEqual([401, "UNAUTHORIZED", "Invalid setup token"]);
      }
    }
  });
  const none = await callWhole(iris, "/state");
  expect([none.status, none.body.msg]).toEqual([400, "Export not found."]);
});
