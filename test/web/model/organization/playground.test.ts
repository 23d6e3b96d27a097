import { expect, test } from "vitest";
import { playgroundUrl } from "../../../../src/web/model/organization/playground.ts";

test.each([
  ["https://try.example/?code={code}", "https://try.example/?code=a%20%26%20%22b%22"],
  ["https://try.example/{?code}", "https://try.example/?code=a%20%26%20%22b%22"],
  ["https://try.example/?lang=js{&code}", "https://try.example/?lang=js&code=a%20%26%20%22b%22"],
  ["https://try.example/{#code}", "https://try.example/#a%20&%20%22b%22"],
  ["https://try.example/{+code}", "https://try.example/a%20&%20%22b%22"],
  ["https://try.example{/code}", "https://try.example/a%20%26%20%22b%22"],
])("playgroundUrl inserts the code: %s", (template, address) => {
  expect(playgroundUrl(template, 'a & "b"')).toBe(address);
});
