import { expect, test, vi } from "vitest";
import { MAX_ATTEMPTS, runLimits } from "../../../../src/features/integrations/hosted-bots/run-limits.ts";
import { sendDirect } from "../../../support/messages.ts";
import { advanceClock, inRealm, withConfig } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import { until } from "../../../support/until.ts";
import { saidBy, withService } from "../outgoing-webhooks/service.ts";
import { answering, hostedBot, logOf, settled } from "./hosted-bot.ts";

const LATER_MS = 11_000;

test("a run that waits too long before it starts is retried", async () => {
  const cast = await realm();
  const gull = await hostedBot(cast, answering(`return "never";`));
  const before = runLimits.start_ms;
  Object.assign(runLimits, { start_ms: 50 });
  try {
    await withService(
      (_, count) => (count === 1 ? new Promise<never>(() => {}) : new Response('{"done":"late"}\n')),
      (received) =>
        withConfig(cast.iris, { botsUrl: "https://hooks.example/" }, async () => {
          await sendDirect(cast.mia, [gull], "Hello");
          await until(async () => {
            const { rows } = await cast.iris.ok(cast.iris.get("/testing/object"));
            expect([received.length, rows.hosted_bot_runs, rows.outbox]).toEqual([1, 1, 0]);
          });
          await until(async () => {
            await advanceClock(cast.iris, LATER_MS);
            expect(await saidBy(cast.mia, gull)).toEqual(["late"]);
          });
          expect(received.length).toBe(2);
        }),
    );
  } finally {
    Object.assign(runLimits, { start_ms: before });
  }
  await settled(cast.mia);
  expect(await logOf(cast, gull)).toEqual([]);
});

test("a script that doesn't respond delays neither other bots nor users", async () => {
  const cast = await realm();
  const { iris, noah, mia } = cast;
  const slow = await hostedBot(cast, answering(`return "slow";`));
  const quick = await cast.bot(iris, { full_name: "Quick", bot_type: 4 });
  await iris.ok(iris.patch(`/bots/${quick.id}/program`, { program: answering(`return "quick";`) }));
  const held = Promise.withResolvers<void>();
  await withService(
    async (_, count) => {
      if (count > 1) return new Response('{"done":"quick"}\n');
      await held.promise;
      return new Response('{"done":"slow"}\n');
    },
    (received) =>
      withConfig(iris, { botsUrl: "https://hooks.example/" }, async () => {
        await sendDirect(mia, [slow], "one");
        await until(() => expect(received.length).toBe(1));
        await sendDirect(mia, [quick], "two");
        await until(async () => expect(await saidBy(mia, quick)).toEqual(["quick"]));
        await sendDirect(noah, [mia], "meanwhile");
        expect(await saidBy(mia, noah)).toEqual(["meanwhile"]);
        await until(async () => {
          const { rows } = await iris.ok(iris.get("/testing/object"));
          expect([rows.outbox, rows.hosted_bot_runs]).toEqual([0, 1]);
        });
        held.resolve();
        await settled(mia);
        expect(await saidBy(mia, slow)).toEqual(["slow"]);
      }),
  );
});

test("a run that the server cannot start is retried a few times, then reported", async () => {
  const cast = await realm();
  const gull = await hostedBot(cast, answering("return event.data;"));
  const tries = await inRealm(cast.iris, (one) => vi.spyOn(one, "loadMessages").mockRejectedValue(new Error("broken")));
  try {
    await sendDirect(cast.mia, [gull], "Hello");
    await until(async () => {
      await advanceClock(cast.iris, LATER_MS);
      expect(await logOf(cast, gull)).toEqual(["It couldn't be run."]);
    });
    expect(tries).toHaveBeenCalledTimes(MAX_ATTEMPTS);
  } finally {
    tries.mockRestore();
  }
  expect(await saidBy(cast.mia, gull)).toEqual(["Failure! This bot's program failed."]);
  await sendDirect(cast.mia, [gull], "again");
  await settled(cast.mia);
  expect((await saidBy(cast.mia, gull)).at(-1)).toBe("again");
});

test("an organization can try or save only one script at a time", async () => {
  const cast = await realm();
  const gull = await hostedBot(cast, answering("return event.data;"));
  const refusal = "Another program is being tried or saved: try again in some seconds.";
  const held = Promise.withResolvers<void>();
  let running = 0;
  await withService(
    async () => {
      running += 1;
      if (running > 1) held.resolve();
      await held.promise;
      return new Response('{"done":"x"}\n');
    },
    () =>
      withConfig(cast.iris, { botsUrl: "https://hooks.example/" }, async () => {
        let refused = 0;
        const attempts = Array.from({ length: 3 }, async () => {
          const { body } = await cast.iris.post(`/bots/${gull.id}/program/try`, { content: "x" });
          if (body.msg === refusal) refused += 1;
          // The one that runs goes on until the others are refused.
          if (refused === 2) held.resolve();
          return body.msg || body.replies[0];
        });
        expect((await Promise.all(attempts)).sort()).toEqual([refusal, refusal, "x"]);
      }),
  );
  const { replies } = await cast.iris.ok(cast.iris.post(`/bots/${gull.id}/program/try`, { content: "again" }));
  expect(replies).toEqual(["again"]);
});
