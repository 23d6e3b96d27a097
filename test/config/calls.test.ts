import { expect, test } from "vitest";
import { readConfig } from "../../src/config/config.ts";
import type { Env } from "../../src/config/env.ts";

const configOf = (vars: Partial<Env>) => readConfig(vars as Env);

test.each([
  [{}, "https://meet.jit.si"],
  [{ JITSI_SERVER_URL: "" }, "https://meet.jit.si"],
  [{ JITSI_SERVER_URL: "https://meet.example.org/" }, "https://meet.example.org"],
  [{ JITSI_SERVER_URL: "nonsense" }, "https://meet.jit.si"],
  [{ JITSI_SERVER_URL: "off" }, null],
])("with %j, the server of Jitsi Meet is %s", (vars, url) => {
  expect(configOf(vars).jitsiServerUrl).toBe(url);
});

const app = { ZOOM_ACCOUNT_ID: "a", ZOOM_CLIENT_ID: "b", ZOOM_CLIENT_SECRET: "c" };

test("Zoom needs the account, the app and its secret, and may be elsewhere", () => {
  for (const name of Object.keys(app)) expect(configOf({ ...app, [name]: "" }).zoom).toBeNull();
  const known = { accountId: "a", clientId: "b", clientSecret: "c" };
  expect(configOf(app).zoom).toEqual({ ...known, oauthUrl: "https://zoom.us", apiUrl: "https://api.zoom.us" });
  const elsewhere = { ZOOM_OAUTH_URL: "https://zoomgov.com/", ZOOM_API_URL: "https://api.zoomgov.com" };
  expect(configOf({ ...app, ...elsewhere }).zoom).toEqual({
    ...{ ...known, oauthUrl: "https://zoomgov.com", apiUrl: "https://api.zoomgov.com" },
  });
});

test("hosts that may be asked though they are private are listed with commas or spaces", () => {
  expect(configOf({}).outsideHosts).toEqual([]);
  expect(configOf({ OUTSIDE_HOSTS: " Hooks.internal, 10.0.0.7:8080\n*.tools.example.org" }).outsideHosts).toEqual([
    ...["hooks.internal", "10.0.0.7:8080", "*.tools.example.org"],
  ]);
});
