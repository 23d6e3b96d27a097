import { expect, test } from "vitest";
import { readingApi } from "../../../src/web/client/start-spectator.ts";
import { type Api, type Fields, Refused } from "../../../src/web/wire/api.ts";

test("readingApi requests only messages of web-public channels, and makes no changes", async () => {
  const asked: [string, Fields | undefined][] = [];
  const get = async (path: string, fields?: Fields) => void asked.push([path, fields]);
  const api = readingApi({ get } as unknown as Api);
  const isPublic = { operator: "channels", operand: "web-public" };
  await api.get("/messages", { anchor: "newest", narrow: [{ operator: "channel", operand: 5 }] });
  await api.get("/messages", { message_ids: [7] });
  await api.get("/users/me/5/topics", {});
  expect(asked).toEqual([
    ["/messages", { anchor: "newest", narrow: [{ operator: "channel", operand: 5 }, isPublic] }],
    ["/messages", { message_ids: [7], narrow: [isPublic] }],
    ["/users/me/5/topics", {}],
  ]);
  await expect(api.post("/messages", {})).rejects.toThrow(Refused);
});
