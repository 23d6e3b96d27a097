import { expect, test } from "vitest";
import { features } from "../../src/features.ts";
import { PARLEY_VERSION } from "../../src/protocol/version.ts";
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

test("released-forms.json has the call forms of the last release", () => {
  const how = `With each release, test/rpc/released-forms.json becomes:\n${JSON.stringify({ version: PARLEY_VERSION, protocol: PROTOCOL, forms }, null, 2)}`;
  expect(released.version, how).toBe(PARLEY_VERSION);
  expect(Object.keys(released.forms).length).toBeGreaterThan(200);
});
