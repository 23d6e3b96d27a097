import { describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import * as limits from "../../src/protocol/limits.ts";
import { PARLEY_VERSION, versionFields } from "../../src/protocol/version.ts";

describe("limits", () => {
  it("are frozen at every depth", () => {
    for (const table of Object.values(limits)) {
      if (typeof table !== "object") continue;
      expect([table, ...Object.values(table)].every((value) => Object.isFrozen(value))).toBe(true);
    }
  });

  it.each([limits.gifRatingPolicyOptions, limits.videoChatProviders, limits.orgTypes, limits.customProfileFieldTypes])(
    "give each choice a unique id (%#)",
    (choices) => {
      const ids = Object.values(choices).map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    },
  );

  it("allow a poll longer than the slowest heartbeat", () => {
    expect(limits.clientTimings.event_queue_longpoll_timeout_seconds).toBeGreaterThan(55);
  });
});

describe("version", () => {
  it("matches package.json", () => {
    expect(PARLEY_VERSION).toBe(packageJson.version);
  });

  it("[4.23, 9] is sent in both fields, each in its own format", () => {
    expect(versionFields()).toEqual({
      svc_feature_level: 500,
      svc_version: PARLEY_VERSION,
      svc_merge_base: PARLEY_VERSION,
      zulip_feature_level: 500,
      zulip_version: "12.2",
      zulip_merge_base: "12.2",
    });
  });
});
