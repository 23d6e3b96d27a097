import { expect, test } from "vitest";
import { openText, sealText } from "../../src/realm/sealed-text.ts";
import { codeOf, logIn, setUpSecondFactor } from "../support/log-in.ts";
import { inRealm } from "../support/messages.ts";
import { withConfig } from "../support/object.ts";
import { PASSWORD, realm } from "../support/organization.ts";
import { Person } from "../support/person.ts";

const FIRST = ["the first key of the operator, long enough"];
const BOTH = ["the second key of the operator, long enough", ...FIRST];
type Sql = { exec(query: string): { toArray(): Record<string, unknown>[] } };
const storedFactor = (who: Person) =>
  inRealm(who, ({ sql }) => {
    const [row] = (sql as unknown as Sql).exec("SELECT secret FROM second_factors").toArray();
    return String(row?.["secret"]);
  });

test("[security 1.6] a second factor is stored sealed, opens with an older key, and is resealed when used", async () => {
  const { host, noah } = await realm();
  const login = (code: string) =>
    new Person(host, "", "").post("/fetch_api_key", {
      username: noah.email,
      password: PASSWORD,
      second_factor_code: code,
    });
  const { secret } = await setUpSecondFactor(await logIn(host, noah.email, PASSWORD));
  expect(await storedFactor(noah)).toBe(secret);
  await withConfig(noah, { secretsKeys: FIRST }, async () => {
    expect((await login(codeOf(secret))).status).toBe(200);
    expect(await storedFactor(noah)).toMatch(/^sealed:1:[0-9a-f]{8}:/);
  });
  const sealed = await storedFactor(noah);
  expect(sealed).not.toContain(secret);
  // Without the key, the error explains why a code is refused. A recovery code or an administrator helps.
  expect((await login(codeOf(secret, 1))).body).toMatchObject({ code: "SECRET_UNREADABLE", result: "error" });
  await withConfig(noah, { secretsKeys: BOTH }, async () => {
    expect((await login(codeOf(secret, 1))).status).toBe(200);
    expect(await storedFactor(noah)).not.toBe(sealed);
  });
});

test("an incoming webhook's secret is stored sealed, and can be replaced if its key is lost", async () => {
  const { noah, bot } = await realm();
  const robot = await bot(noah, { bot_type: 2 });
  const set = (secret: string) => noah.patch(`/bots/${robot.id}/webhook`, { secret });
  const stored = () =>
    inRealm(noah, ({ sql }) => {
      const [row] = (sql as unknown as Sql).exec("SELECT secret FROM webhook_bots").toArray();
      return String(row?.["secret"]);
    });
  await withConfig(noah, { secretsKeys: FIRST }, async () => {
    await noah.ok(set("of the service"));
    expect(await stored()).toMatch(/^sealed:1:/);
  });
  await noah.ok(set("another"));
  expect(await stored()).toBe("another");
});

test("[security 1.6] a sealed text opens only in its own place, and no plain text is mistaken for one", async () => {
  const { iris } = await realm();
  await withConfig(iris, { secretsKeys: FIRST }, () =>
    inRealm(iris, (here) => {
      const sealed = sealText(here, "second factor 5", "secret");
      expect(openText(here, "second factor 5", sealed)).toBe("secret");
      expect(() => openText(here, "second factor 6", sealed)).toThrow("SECRETS_KEYS");
      expect(() => openText(here, "second factor 5", `${sealed.slice(0, -3)}AAA`)).toThrow("SECRETS_KEYS");
      expect(sealText(here, "second factor 5", "secret")).not.toBe(sealed);
    }),
  );
  await inRealm(iris, (here) => {
    for (const text of ["plain", "sealed:1:00000000:AAAA", "clear:x", ""]) {
      expect(openText(here, "webhook 1", sealText(here, "webhook 1", text))).toBe(text);
    }
  });
});
