import { afterEach, expect, test, vi } from "vitest";
import { loginAddress, setOutsideEnd } from "../../../src/web/client/session/session.ts";

afterEach(() => vi.unstubAllGlobals());

test("an outsider who leaves sees that they left, regardless of other events, unless leaving fails", () => {
  setOutsideEnd("asked");
  expect(loginAddress()).toBe("/?outside=asked");
  setOutsideEnd("left");
  setOutsideEnd("ended");
  expect(loginAddress()).toBe("/?outside=left");
  setOutsideEnd(undefined);
  setOutsideEnd("ended");
  expect(loginAddress()).toBe("/?outside=ended");
});

test("the login address leads back to the view that the user was in", () => {
  setOutsideEnd(undefined);
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("location", { hash: "#narrow/channel/1-general/topic/a&b" });
  expect(new URL(loginAddress(), "http://x").searchParams.get("next")).toBe("/#narrow/channel/1-general/topic/a&b");
  vi.stubGlobal("location", { hash: "" });
  expect(loginAddress()).toBe("/login/");
});
