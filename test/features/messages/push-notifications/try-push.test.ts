import { expect, test } from "vitest";
import { browserOf } from "../../../support/browser.ts";
import { sendDirect } from "../../../support/messages.ts";
import { withConfig, withEnv } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import { Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
import { DEVICES, ENDPOINT, Receiver, subscribe, withBrowserPushes } from "./browser-push.ts";
import { Keys, register } from "./device.ts";
import { Phone } from "./phone.ts";
import { refusal, takesAll, withPushService } from "./push-service.ts";

test("POST /organizations/push/try lets only the operator send a push, and returns each service's response", async () => {
  const { host, iris, noah } = await realm();
  const [subdomain = ""] = host.split(".");
  const stranger = new Person("localhost", "", "");
  const tryPush = (email: string, setup_token = "known") =>
    stranger.post("/organizations/push/try", { subdomain, email, setup_token });
  await withEnv({ SETUP_TOKEN: "known" }, () =>
    withConfig(iris, { setupToken: "known" }, async () => {
      for (const email of [noah.email, "nobody@example.com"])
        expect(await tryPush(email, "guessed")).toMatchObject({ status: 401, body: { msg: "Invalid setup token" } });
      expect(await tryPush("nobody@example.com")).toMatchObject({ status: 400, body: { msg: "No such user" } });
      expect((await tryPush(noah.email)).body.pushes).toEqual([]);

      const [kept, gone] = await Promise.all([Receiver.make(), Receiver.make()]);
      const browsers = await Promise.all([browserOf(host, noah.email), browserOf(host, noah.email)]);
      await subscribe(browsers[0], kept, "kept");
      await subscribe(browsers[1], gone, "gone");
      const { host: browserService } = new URL(ENDPOINT);
      const statuses: Record<string, number> = { [`${ENDPOINT}kept`]: 503, [`${ENDPOINT}gone`]: 410 };
      await withBrowserPushes(
        { kept, gone },
        async (received) => {
          expect((await tryPush(noah.email)).body.pushes).toEqual([
            { kind: "browser", to: browserService, is_taken: false, said: "failed: HTTP 503" },
            { kind: "browser", to: browserService, is_taken: false, said: expect.stringMatching(/^gone/) },
          ]);
          expect(received.map(({ payload }) => payload.type)).toEqual(["test", "test"]);
          const [browser] = browsers;
          expect((await browser.ask("GET", DEVICES)).body.devices).toHaveLength(1);
          statuses[`${ENDPOINT}kept`] = 201;
          expect((await tryPush(noah.email)).body.pushes).toEqual([
            { kind: "browser", to: browserService, is_taken: true, said: "taken" },
          ]);
        },
        (endpoint) => statuses[endpoint] ?? 201,
      );
    }),
  );
});

test("POST /organizations/push/try lists phones, encrypted and plain, without tokens or keys", async () => {
  const { host, iris, noah } = await realm();
  const [subdomain = ""] = host.split(".");
  const stranger = new Person("localhost", "", "");
  const keys = await Keys.make();
  let answer = takesAll;
  await withEnv({ SETUP_TOKEN: "known" }, () =>
    withConfig(noah, { setupToken: "known" }, () =>
      withPushService(
        noah,
        (asked) => answer(asked),
        async (asked) => {
          await new Phone("c0ffee", "apns").register(noah);
          await register(noah, keys, { push_account_id: 7 });
          await noah.ok(noah.post("/users/me/apns_device_token", { token: "c0ffee", appid: "org.zulip.Zulip" }));
          const tried = async () => {
            const fields = { subdomain, email: noah.email, setup_token: "known" };
            const { pushes } = await stranger.ok(stranger.post("/organizations/push/try", fields));
            for (const secret of ["c0ffee", keys.text.slice(0, 20)])
              expect(JSON.stringify(pushes)).not.toContain(secret);
            return pushes;
          };
          expect(await tried()).toEqual([
            { kind: "encrypted", to: "apns", is_taken: true, said: "taken" },
            { kind: "encrypted", to: "fcm", is_taken: true, said: "taken" },
            { kind: "plain", to: "apns", is_taken: true, said: "taken" },
          ]);
          const { push } = await iris.ok(iris.get("/health"));
          expect(push).toEqual({ service: true, browsers: true, waiting: 0 });
          expect(asked.map(({ path }) => path)).toEqual(expect.arrayContaining(["e2ee/notify", "test_notification"]));
          answer = ({ path }) =>
            path === "test_notification" ? refusal(400, "INVALID_ZULIP_SERVER") : refusal(502, "BAD_GATEWAY");
          expect(await tried()).toEqual([
            { kind: "encrypted", to: "apns", is_taken: false, said: "failed: HTTP 502" },
            { kind: "encrypted", to: "fcm", is_taken: false, said: "failed: HTTP 502" },
            { kind: "plain", to: "apns", is_taken: false, said: "refused: INVALID_ZULIP_SERVER" },
          ]);
          await iris.ok(iris.patch("/realm", { require_e2ee_push_notifications: true }));
          const before = asked.length;
          expect((await tried())[2]).toEqual({
            ...{ kind: "plain", to: "apns", is_taken: false },
            said: expect.stringMatching(/^not sent: the organization requires encryption/),
          });
          expect(asked.slice(before).map(({ path }) => path)).toEqual(["e2ee/notify", "e2ee/notify"]);
          await iris.ok(iris.patch("/realm", { require_e2ee_push_notifications: false }));
          answer = () => refusal(503, "AWAY");
          await sendDirect(iris, [noah], "hello");
          await until(async () =>
            expect((await iris.ok(iris.get("/health"))).push).toMatchObject({
              waiting: 1,
              waiting_since: expect.any(Number),
            }),
          );
        },
      ),
    ),
  );
});
