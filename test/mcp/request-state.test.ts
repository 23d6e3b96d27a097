import { expect, test } from "vitest";
import { openState, sealState } from "../../src/mcp/request-state.ts";

const call = {
  method: "tools/call",
  params: { name: "send_message", arguments: { text: "Yes", conversation: "dm:8" } },
};
const NOW = 1_800_000_000_000;
const MINUTE = 60_000;

test("[security 24.4] the state of a call is valid only for the same account and call, for ten minutes", () => {
  const sealed = sealState("one account's key", call, { step: 1 }, NOW);
  const open =
    (key = "one account's key", of = call, text = sealed, now = NOW) =>
    () =>
      openState(key, of, text, now);
  expect(open()()).toEqual({ step: 1 });
  const inOtherOrder = { ...call, params: { arguments: { conversation: "dm:8", text: "Yes" }, name: "send_message" } };
  expect(open(undefined, inOtherOrder)()).toEqual({ step: 1 });
  expect(open(undefined, call, sealed, NOW + 10 * MINUTE)()).toEqual({ step: 1 });
  expect(open(undefined, call, sealed, NOW + 10 * MINUTE + 1)).toThrow("too old");
  expect(open("another account's key")).toThrow("not of this server");
  const changed = { ...call, params: { ...call.params, arguments: { text: "No", conversation: "dm:8" } } };
  expect(open(undefined, changed)).toThrow("another call");
  for (const text of ["", "x", sealed.slice(1), `${sealed}x`, `${sealed}.x`, sealed.replace(/^./, "f")]) {
    expect(open(undefined, call, text)).toThrow("not of this server");
  }
});
