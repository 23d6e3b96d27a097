import { expect, test } from "vitest";
import { loginAddress, setOutsideEnd } from "../../../src/web/client/session/session.ts";

test("a person outside who leaves is told that they left, whatever arrives meanwhile, unless leaving fails", () => {
  setOutsideEnd("asked");
  expect(loginAddress()).toBe("/?outside=asked");
  setOutsideEnd("left");
  setOutsideEnd("ended");
  expect(loginAddress()).toBe("/?outside=left");
  setOutsideEnd(undefined);
  setOutsideEnd("ended");
  expect(loginAddress()).toBe("/?outside=ended");
});
