import { expect, test } from "vitest";
import { hasRelay } from "../../src/config/calls.ts";
import { readConfig } from "../../src/config/config.ts";
import type { Env } from "../../src/config/env.ts";

const configOf = (vars: Partial<Env>) => readConfig(vars as Env);

test.each([
  [{}, "https://meet.jit.si"],
  [{ JITSI_SERVER_URL: "" }, "https://meet.jit.si"],
  [{ JITSI_SERVER_URL: "https://meet.example.org/" }, "https://meet.example.org"],
  [{ JITSI_SERVER_URL: "nonsense" }, "https://meet.jit.si"],
  [{ JITSI_SERVER_URL: "off" }, null],
])("configOf(%j) sets the Jitsi Meet server to %s", (vars, url) => {
  expect(configOf(vars).jitsiServerUrl).toBe(url);
});

const app = { ZOOM_ACCOUNT_ID: "a", ZOOM_CLIENT_ID: "b", ZOOM_CLIENT_SECRET: "c" };

test("configOf needs Zoom's account, app and secret, and accepts other Zoom URLs", () => {
  for (const name of Object.keys(app)) expect(configOf({ ...app, [name]: "" }).zoom).toBeNull();
  const known = { accountId: "a", clientId: "b", clientSecret: "c" };
  expect(configOf(app).zoom).toEqual({ ...known, oauthUrl: "https://zoom.us", apiUrl: "https://api.zoom.us" });
  const elsewhere = { ZOOM_OAUTH_URL: "https://zoomgov.com/", ZOOM_API_URL: "https://api.zoomgov.com" };
  expect(configOf({ ...app, ...elsewhere }).zoom).toEqual({
    ...{ ...known, oauthUrl: "https://zoomgov.com", apiUrl: "https://api.zoomgov.com" },
  });
});

test("configOf needs an id and a secret each for Cloudflare's SFU and TURN, and accepts another SFU URL", () => {
  const set = { CALLS_SFU_APP_ID: "a/b", CALLS_SFU_SECRET: "c", CALLS_TURN_KEY_ID: "d", CALLS_TURN_TOKEN: "e" };
  for (const name of Object.keys(set)) {
    const { sfu, turnKey } = configOf({ ...set, [name]: "" }).calls;
    expect(name.includes("SFU") ? sfu : turnKey).toBeNull();
  }
  expect(configOf(set).calls).toMatchObject({
    sfu: { url: "https://rtc.live.cloudflare.com/v1/apps/a%2Fb", token: "c" },
    turnKey: { url: "https://rtc.live.cloudflare.com/v1/turn/keys/d", token: "e" },
  });
  const elsewhere = configOf({ ...set, CALLS_SFU_URL: "http://127.0.0.1:4000/v1/" }).calls;
  expect(elsewhere.sfu?.url).toBe("http://127.0.0.1:4000/v1/apps/a%2Fb");
});

test("configOf reads OUTSIDE_HOSTS separated by commas or spaces", () => {
  expect(configOf({}).outsideHosts).toEqual([]);
  expect(configOf({ OUTSIDE_HOSTS: " Hooks.internal, 10.0.0.7:8080\n*.tools.example.org" }).outsideHosts).toEqual([
    ...["hooks.internal", "10.0.0.7:8080", "*.tools.example.org"],
  ]);
});

test.each<[Partial<Env>, boolean]>([
  [{}, false],
  [{ CALLS_ICE_SERVERS: '[{"urls": ["stun:turn.example.org"]}]' }, false],
  [{ CALLS_ICE_SERVERS: '[{"urls": ["stun:example.org", "turns:example.org:5349"]}]' }, true],
  [{ CALLS_TURN_URLS: "turn:example.org", CALLS_TURN_SECRET: "a" }, true],
  [{ CALLS_TURN_KEY_ID: "a", CALLS_TURN_TOKEN: "b" }, true],
])("hasRelay with %j returns %s", (vars, has) => {
  expect(hasRelay(configOf(vars).calls)).toBe(has);
});
