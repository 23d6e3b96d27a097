import { expect, test } from "vitest";
import { limits } from "../../../../src/protocol/limit-table.ts";
import { sendDirect, sendToChannel } from "../../../support/messages.ts";
import { advanceClock, executeSql, withConfig } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import { answerOutside } from "../../../support/outside.ts";
import type { Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
import { outgoingBot, type Received, SERVICE, saidBy, settled, withService } from "./service.ts";

const idOf = ({ headers }: Received) => headers.get("webhook-id");

/** Makes the pauses between attempts pass at once. */
async function skipPauses(person: Person, isDone: () => boolean): Promise<void> {
  await until(async () => {
    await advanceClock(person, 500);
    if (!isDone()) throw new Error("not yet");
  });
  await settled(person);
}

test("[5] an error status is not retried, and the conversation and the owner are notified", async () => {
  const cast = await realm();
  const { noah, mia } = cast;
  const bot = await outgoingBot(cast);
  await withService(
    () => new Response("no ```such``` thing", { status: 404 }),
    async (received) => {
      const id = await sendToChannel(mia, "general", "tea", "@**Gull** hello");
      await settled(noah);
      expect(received.length).toBe(1);
      expect(await saidBy(mia, bot, "channel")).toEqual(["Failure! Third party responded with 404"]);
      const [note = ""] = await saidBy(noah, bot);
      expect(note).toContain(`/near/${id})`);
      expect(note).toContain("It answered with status 404.");
      expect(note).toContain("````text\nno ```such``` thing\n````");
      expect(await saidBy(mia, bot)).toEqual([]);
      // The owner isn't notified again immediately about the same problem.
      await sendToChannel(mia, "general", "tea", "@**Gull** hello again");
      await settled(noah);
      expect([(await saidBy(mia, bot, "channel")).length, (await saidBy(noah, bot)).length]).toEqual([2, 1]);
      await advanceClock(noah, 301_000);
      await sendToChannel(mia, "general", "tea", "@**Gull** and again");
      await settled(noah);
      expect((await saidBy(noah, bot)).length).toBe(2);
    },
  );
});

test("[5] an unreachable service is tried four times in a row with the same ID", async () => {
  const cast = await realm();
  const bot = await outgoingBot(cast);
  await withService(
    () => Promise.reject(new Error("connect ECONNREFUSED 10.0.0.7")),
    async (received) => {
      await sendDirect(cast.mia, [bot], "hello");
      await settled(cast.noah);
      expect(received.length).toBe(4);
      expect(new Set(received.map(idOf)).size).toBe(1);
      expect(await saidBy(cast.mia, bot)).toEqual(["Failure! Bot is unavailable"]);
      const [note = ""] = await saidBy(cast.noah, bot);
      expect(note).toContain("Couldn't reach it.");
      expect(note).not.toContain("10.0.0.7");
    },
  );
});

test.each([500, 503, 429])(
  "a service that answers %s is retried after pauses, and its later answer is used",
  async (status) => {
    const cast = await realm();
    const bot = await outgoingBot(cast);
    await withService(
      (_, count) => (count < 3 ? new Response("busy", { status }) : Response.json({ content: "at last" })),
      async (received) => {
        await sendDirect(cast.mia, [bot], "hello");
        await until(() => expect(received.length).toBe(1));
        await skipPauses(cast.noah, () => received.length === 3);
        expect(await saidBy(cast.mia, bot)).toEqual(["at last"]);
        expect(await saidBy(cast.noah, bot)).toEqual([]);
      },
    );
  },
);

test("a service that keeps failing is abandoned within half a minute", async () => {
  const cast = await realm();
  const bot = await outgoingBot(cast);
  await withService(
    () => new Response("broken", { status: 500 }),
    async (received) => {
      await sendDirect(cast.mia, [bot], "hello");
      await skipPauses(cast.noah, () => received.length === 4);
      expect(await saidBy(cast.mia, bot)).toEqual(["Failure! Third party responded with 500"]);
    },
  );
  // Retry-After exceeds the remaining time.
  await withService(
    () => new Response("", { status: 429, headers: { "Retry-After": "60" } }),
    async (received) => {
      await sendDirect(cast.mia, [bot], "hello");
      await settled(cast.noah);
      expect(received.length).toBe(1);
      expect((await saidBy(cast.mia, bot)).at(-1)).toBe("Failure! Third party responded with 429");
    },
  );
});

test.each([
  "http://127.0.0.1:8000/",
  "http://localhost/",
  "http://[::ffff:10.0.0.1]/",
  "http://169.254.169.254/latest/",
  "http://hooks.internal/",
  "https://hooks.example:22/",
])("[5] a service at %s is never called", async (url) => {
  const cast = await realm();
  const bot = await outgoingBot(cast, { payload_url: JSON.stringify(url) });
  const asked: unknown[] = [];
  answerOutside([new URL(url).hostname], (request) => {
    asked.push(request.url);
    return new Response();
  });
  await sendDirect(cast.mia, [bot], "hello");
  await settled(cast.noah);
  expect(asked).toEqual([]);
  expect(await saidBy(cast.mia, bot)).toEqual(["Failure! Bot is unavailable"]);
});

test("[5] redirects to private addresses are not followed unless the operator allows it", async () => {
  const cast = await realm();
  const bot = await outgoingBot(cast);
  const asked: string[] = [];
  answerOutside(["hooks.example", "10.0.0.7"], ({ url }) => {
    asked.push(url);
    return url === SERVICE
      ? new Response(null, { status: 302, headers: { Location: "http://10.0.0.7/hook" } })
      : Response.json({ content: "from inside" });
  });
  await sendDirect(cast.mia, [bot], "hello");
  await settled(cast.noah);
  expect(asked).toEqual([SERVICE]);
  await withConfig(cast.noah, { outsideHosts: ["10.0.0.7"] }, async () => {
    await sendDirect(cast.mia, [bot], "hello");
    await settled(cast.noah);
  });
  expect(await saidBy(cast.mia, bot)).toEqual(["Failure! Bot is unavailable", "from inside"]);
});

test("an endless response is not read to its end", async () => {
  const cast = await realm();
  const bot = await outgoingBot(cast);
  const endless = () => new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(65_536).fill(32)) });
  await withService(
    () => new Response(endless()),
    async () => {
      await sendDirect(cast.mia, [bot], "hello");
      await settled(cast.noah);
      expect(await saidBy(cast.mia, bot)).toEqual(["Failure! Invalid response format"]);
    },
  );
});

test("a slow service delays nothing else, and its bot gets its messages in order", async () => {
  const cast = await realm();
  const { noah, mia } = cast;
  const slow = await outgoingBot(cast, { full_name: "Slow" });
  const quick = await outgoingBot(cast, { full_name: "Quick" });
  const held = Promise.withResolvers<void>();
  await withService(
    async ({ body }) => {
      const { bot_full_name, data } = JSON.parse(body);
      if (bot_full_name === "Slow") await held.promise;
      return Response.json({ content: `heard ${data}` });
    },
    async (received) => {
      await sendDirect(mia, [slow], "one");
      await sendDirect(mia, [slow], "two");
      await until(() => expect(received.length).toBe(1));
      await sendDirect(mia, [quick], "three");
      await until(async () => expect(await saidBy(mia, quick)).toEqual(["heard three"]));
      const { rows } = await noah.ok(noah.get("/testing/object"));
      expect([rows.outbox, rows.outgoing_calls]).toEqual([0, 2]);
      held.resolve();
      await settled(noah);
      expect(await saidBy(mia, slow)).toEqual(["heard one", "heard two"]);
    },
  );
});

test("a failing service that is retried does not delay services of other bots", async () => {
  const cast = await realm();
  const { noah, mia } = cast;
  const failing = await outgoingBot(cast, { full_name: "Failing" });
  const quick = await outgoingBot(cast, { full_name: "Quick" });
  let fails = true;
  await withService(
    ({ body }) => {
      const isFailing = JSON.parse(body).bot_full_name === "Failing" && fails;
      return isFailing ? new Response("", { status: 503 }) : Response.json({ content: "heard" });
    },
    async (received) => {
      await sendDirect(mia, [failing], "one");
      await until(() => expect(received.length).toBe(1));
      await sendDirect(mia, [quick], "two");
      await until(async () => expect(await saidBy(mia, quick)).toEqual(["heard"]));
      fails = false;
      await settled(noah);
      expect(await saidBy(mia, failing)).toEqual(["heard"]);
    },
  );
});

test("slow services of one owner's bots do not delay those of another owner", async () => {
  const cast = await realm();
  const { noah, mia, omar } = cast;
  const slow: Person[] = [];
  for (let number = 1; number <= 8; number++) slow.push(await outgoingBot(cast, { full_name: `Slow ${number}` }));
  const other = await cast.bot(omar, { full_name: "Quick", bot_type: 3, payload_url: JSON.stringify(SERVICE) });
  const held = Promise.withResolvers<void>();
  await withService(
    async ({ body }) => {
      const { bot_full_name } = JSON.parse(body);
      if (bot_full_name !== "Quick") await held.promise;
      return Response.json({ content: "heard" });
    },
    async (received) => {
      for (const bot of slow) await sendDirect(mia, [bot], "one");
      await until(() => expect(received.length).toBe(4));
      await sendDirect(mia, [other], "two");
      await until(async () => expect(await saidBy(mia, other)).toEqual(["heard"]));
      expect(received.length).toBe(5);
      held.resolve();
      await settled(noah);
      for (const bot of slow) expect(await saidBy(mia, bot)).toEqual(["heard"]);
    },
  );
});

test.each([
  ["a service", limits.account.outgoing_calls, 0],
  ["the services of all bots", limits.organization.outgoing_calls, 1],
])("if too many messages wait for %s, new ones fail", async (_, most, others) => {
  const cast = await realm();
  const { noah, mia } = cast;
  const bot = await outgoingBot(cast);
  await executeSql(
    noah,
    `INSERT INTO outgoing_calls (bot_id, message_id, trigger, delivery_key, due_at)
     WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${most})
     SELECT ? + ${others} * i, 1, 'mention', 'k' || i, 9e15 FROM n`,
    bot.id,
  );
  await withService(
    () => Response.json({}),
    async (received) => {
      await sendDirect(mia, [bot], "hello");
      await until(async () => expect(await saidBy(mia, bot)).toEqual(["Failure! Bot is unavailable"]));
      await sendDirect(mia, [bot], "hello again");
      expect(received).toEqual([]);
    },
  );
  expect((await saidBy(noah, bot)).length).toBe(1);
});
