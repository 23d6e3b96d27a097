import { afterEach, expect, test, vi } from "vitest";
import type { Client } from "../../../../src/web/client/client.ts";
import { Refused } from "../../../../src/web/wire/api.ts";

afterEach(() => void vi.unstubAllGlobals());

test("an import that another owner removed in the meantime is no longer shown as unfinished", async () => {
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("localStorage", { getItem: () => null });
  const { movingInOf } = await import("../../../../src/web/client/import/moving-in.ts");
  let imports: readonly object[] = [{ id: 5, state: "running", done: 1, total: 9 }];
  const get = vi.fn(async (path: string) => {
    if (path === "/imports") return { imports, has_messages: true };
    throw new Refused(400, { code: "BAD_REQUEST", msg: "Invalid import ID" });
  });
  const moving = movingInOf({ api: { get } } as unknown as Client);
  await moving.ask();
  expect(moving.imports.peek()?.imports).toHaveLength(1);
  imports = [];
  await moving.ask();
  expect(moving.imports.peek()).toMatchObject({ imports: [], has_messages: true });
  expect(get.mock.calls.map(([path]) => path)).toEqual(["/imports", "/imports/5", "/imports"]);
});
