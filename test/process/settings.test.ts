import { describe, expect, test } from "vitest";
import { SETTINGS, type SettingName } from "../../src/config/settings.ts";
import { faultOf } from "../../src/local/settings/check-setting.ts";
import { environmentName, givenByEnvironment, givenByOptions, StartSettings } from "../../src/local/settings/given.ts";

describe("the value of a setting", () => {
  test.each<[SettingName, string[], string[]]>([
    ["PORT", ["0", "9991", "65535"], ["-1", "65536", "1.5", "seven", "0x10"]],
    ["ROOT_DOMAIN", ["localhost", "chat.example.org"], ["https://chat.example.org", "chat example", "*.example.org"]],
    ["RATE_LIMITS", ["on", "off"], ["maybe", "1"]],
    ["LOG_REQUESTS", ["each", "gathered", "problems", "off"], ["all"]],
    ["REGION", ["weur"], ["europe"]],
    [
      "BIG_BLUE_BUTTON_URL",
      ["https://call.example.org/bigbluebutton"],
      ["call.example.org", "ftp://call.example.org", "off"],
    ],
    ["JITSI_SERVER_URL", ["off", "https://meet.jit.si"], ["nonsense"]],
    ["OUTSIDE_HOSTS", ["localhost:8080,*.tools.example.org", "10.0.0.7 [::1]:80"], ["http://a.example", "a/b", "*"]],
    ["WEB_PUSH_HOSTS", ["off", "*.push.example.net", "http://127.0.0.1:9"], ["a/b"]],
    ["MAIL_IN", ["%s@in.example.org", "chat+%s@example.org"], ["in.example.org", "a@example.org"]],
    [
      "MAIL_URL",
      ["https://api.resend.com/emails", "smtps://me:p%2Fss@mail.example.org", "smtp://localhost:25?tls=none"],
      ["mail.example.org", "smtps://me:p/ss@mail.example.org", "smtp://mail.example.org?tls=none"],
    ],
    ["MAIL_FROM", ["chat@example.org", "Chat <chat@example.org>"], ["chat"]],
    ["SECRETS_KEYS", ["x".repeat(32), `${"x".repeat(32)} ${"y".repeat(40)}`], ["short", `${"x".repeat(32)} short`]],
    ["LOGIN_PROVIDERS", ["[]"], ["{}", "["]],
    ["JWT_SECRETS", ['{"": "x"}'], ["[]", "null"]],
  ])("of %s", (name, good, bad) => {
    for (const text of good) expect(faultOf(SETTINGS[name], text), text).toBeUndefined();
    for (const text of bad) {
      const fault = faultOf(SETTINGS[name], text);
      expect(fault, text).toBeDefined();
      if (SETTINGS[name].isSecret) expect(fault).not.toContain(text);
    }
  });

  test("is that of an option, of the environment, of one's own machine, and of the program, in this order", () => {
    const settings = new StartSettings(
      givenByOptions({ port: "1", quiet: true }),
      givenByEnvironment({
        PARLEY_PORT: "2",
        PARLEY_HOST: "0.0.0.0",
        HOST: "elsewhere",
        ZOOM_CLIENT_ID: " id ",
        REGION: "weur",
      }),
    );
    expect([settings.text("PORT"), settings.given("PORT")?.by]).toEqual(["1", "--port"]);
    expect(settings.text("HOST")).toBe("0.0.0.0");
    expect(settings.text("HOLD_SECONDS")).toBe("10");
    expect(settings.text("HOT_WINDOW")).toBe("5000");
    expect(settings.vars()).toEqual({ ZOOM_CLIENT_ID: "id", HOLD_SECONDS: "10", LOG_REQUESTS: "gathered" });
  });

  test("comes from a variable of its own name; for one's own machine alone, from one that begins with PARLEY_", () => {
    expect(environmentName("MAIL_URL")).toBe("MAIL_URL");
    expect(environmentName("PORT")).toBe("PARLEY_PORT");
  });
});
