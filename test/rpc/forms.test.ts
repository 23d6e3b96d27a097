import { expect, test } from "vitest";
import { features } from "../../src/features.ts";
import { PROTOCOL } from "../../src/rpc/realm-call.ts";
import { callForms } from "./call-forms.ts";
import released from "./released-forms.json";

const forms = callForms(features);

test("the last release's calls have only parameters that this program knows", () => {
  const gone = Object.entries<string>(released.forms).flatMap(([route, names]) => {
    const known = new Set(forms[route]?.split(" "));
    return forms[route] === undefined
      ? []
      : names
          .split(" ")
          .filter((name) => name !== "" && !known.has(name))
          .map((name) => `${route} ${name}`);
  });
  const how = "A Worker of the last release still sends these during a deploy: keep them, or raise PROTOCOL";
  if (PROTOCOL === released.protocol) expect(gone, how).toEqual([]);
});

test("released-forms.json has the call forms of a release", () => {
  expect(Object.keys(released.forms).length).toBeGreaterThan(200);
});
