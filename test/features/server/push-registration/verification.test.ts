import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { prepareVerification, verificationFor } from "../../../../src/database/push-verification.ts";
import { DAY_MS, milliseconds } from "../../../../src/util/time.ts";
import { withEnv } from "../../../support/object.ts";
import { Person } from "../../../support/person.ts";

const server = new Person("localhost", "", "");
const ask = (token: string) => server.get(`/zulip-services/verify/${token}/`);
const notPrepared = {
  status: 400,
  body: {
    result: "error",
    msg: "Verification secret not prepared",
    code: "REMOTE_SERVER_VERIFICATION_SECRET_NOT_PREPARED",
  },
};
const forgetCalls = () => env.DB.prepare("UPDATE push_verification SET calls = 0, until = 0").run();

test("[security 13.18] the proof of the server's name can be fetched only with its token, and only for ten seconds", async () => {
  await forgetCalls();
  expect(await ask("a-token")).toMatchObject(notPrepared);
  await withEnv({ SETUP_TOKEN: "the token" }, async () => {
    const fields = { setup_token: "the token", access_token: "a-token", verification_secret: "the proof" };
    expect((await server.post("/organizations/push/verification", { ...fields, setup_token: "x" })).status).toBe(401);
    await server.ok(server.post("/organizations/push/verification", fields));
  });
  expect(await server.ok(ask("a-token"))).toMatchObject({ verification_secret: "the proof" });
  expect(await ask("another")).toMatchObject(notPrepared);

  const now = milliseconds(1_772_000_000_000);
  await prepareVerification(env.DB, { token: "b", secret: "proof", now });
  expect(await verificationFor(env.DB, "b", milliseconds(now + 10_000))).toEqual({ secret: "proof" });
  expect(await verificationFor(env.DB, "b", milliseconds(now + 10_001))).toBe("unknown");
});

test("[security 13.18] callers without the token are refused after thirty calls a day in total", async () => {
  await forgetCalls();
  const now = milliseconds(30_000 * DAY_MS + 5);
  const times = async (count: number, at = now) => {
    const found: unknown[] = [];
    for (let n = 0; n < count; n += 1) found.push(await verificationFor(env.DB, "x", at));
    return found;
  };
  expect(await times(31)).toEqual([...Array(30).fill("unknown"), "too many"]);
  await prepareVerification(env.DB, { token: "b", secret: "proof", now });
  expect(await verificationFor(env.DB, "b", now)).toEqual({ secret: "proof" });
  expect(await times(1, milliseconds(now + DAY_MS))).toEqual(["unknown"]);
  // The endpoint refuses them with the protocol's error.
  await env.DB.prepare("UPDATE push_verification SET calls = 30, day = ?1")
    .bind(Math.floor(Date.now() / DAY_MS))
    .run();
  expect(await ask("x")).toMatchObject({ status: 429, body: { code: "RATE_LIMIT_HIT" } });
  await forgetCalls();
});
