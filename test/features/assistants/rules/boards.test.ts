import { expect, test } from "vitest";
import { toChannelId } from "../../../../src/protocol/ids.ts";
import { assistantOf } from "../../../support/assistant.ts";
import { makeChannel, outcome } from "../../../support/channels.ts";
import { sendFiles, textFile } from "../../../support/files.ts";
import { realm } from "../../../support/organization.ts";
import type { Person } from "../../../support/person.ts";
import { grantedTo } from "./granted.ts";

test("an assistant reads the boards of its user's channels, except for the excluded ones", async () => {
  const { iris, noah, mia } = await realm();
  const kitchen = await makeChannel(noah, "kitchen", [noah, mia]);
  const secret = await makeChannel(noah, "secret", [noah, mia]);
  const vault = await makeChannel(iris, "vault", [iris], { invite_only: true });
  for (const [who, channel] of [
    [noah, kitchen],
    [noah, secret],
    [iris, vault],
  ] as const) {
    await who.ok(who.patch(`/streams/${channel}/page`, { content: "tea leaves", base_version: 0 }));
  }
  const claude = await grantedTo(noah, { scopes: ["read"], excluded: [secret] });
  const read = async (channel: string) => {
    const { content, isError } = await claude.ask("tools/call", { name: "read_board", arguments: { channel } });
    return [isError === true, content[0].text];
  };
  expect(await read("kitchen")).toEqual([false, expect.stringContaining("tea leaves")]);
  const [, unknown] = await read("nowhere");
  for (const name of ["secret", "vault"]) expect(await read(name)).toEqual([true, unknown.replaceAll("nowhere", name)]);
});

test("an assistant cannot change a board, and opens the files only of pages that it can read", async () => {
  const { noah, mia } = await realm();
  const kitchen = await makeChannel(noah, "kitchen", [noah, mia]);
  const secret = await makeChannel(noah, "secret", [noah, mia]);
  const scopes = new Set(["read", "write", "files"] as const);
  const claude = await assistantOf(noah, { scopes, excludedChannels: new Set([toChannelId(secret)]) });
  expect(await outcome(claude.post(`/streams/${kitchen}/pins`, { url: "https://a.example/" }))).toMatch(/^PERMISSION/);
  const page = { content: "x", base_version: 0 };
  expect(await outcome(claude.patch(`/streams/${kitchen}/page`, page))).toMatch(/^PERMISSION/);
  expect(await outcome(claude.get(`/streams/${secret}/board`))).toBe("BAD_REQUEST: Invalid channel ID");
  const pathOn = async (channel: number, who: Person) => {
    const { url } = (await sendFiles(who, "/user_uploads", [textFile("tea leaves")])).body;
    await who.ok(who.patch(`/streams/${channel}/page`, { content: `[leaves](${url})`, base_version: 0 }));
    return url.replace("/user_uploads/", "");
  };
  const [shown, hidden] = [await pathOn(kitchen, mia), await pathOn(secret, noah)];
  expect(await outcome(claude.get(`/user_uploads/${shown}`))).toBe("ok");
  expect(await outcome(claude.get(`/user_uploads/${hidden}`))).toContain("not authorized");
  expect(await outcome(noah.get(`/user_uploads/${hidden}`))).toBe("ok");
});
