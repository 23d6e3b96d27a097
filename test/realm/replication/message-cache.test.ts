import { expect, test } from "vitest";
import { sendDirect } from "../../support/messages.ts";
import { inRealm, untilShipped } from "../../support/object.ts";
import { realm } from "../../support/organization.ts";
import { until } from "../../support/until.ts";

test("a message stays in the realm while something needs it, even if later messages are trimmed", async () => {
  const { noah } = await realm();
  const has = (id: number) =>
    inRealm(noah, ({ sql }) => sql.exec("SELECT 1 FROM messages WHERE id = ?", id).toArray().length === 1);
  /** Sends messages until the realm has trimmed the first of them. */
  const sendMany = async () => {
    const sent: number[] = [];
    for (let count = 0; count < 60; count++) sent.push(await sendDirect(noah, [noah], `${count}`));
    await until(async () => {
      await untilShipped(noah);
      expect(await has(sent[0] ?? 0)).toBe(false);
    });
  };
  const first = await sendDirect(noah, [noah], "needed");
  const loaded = await inRealm(noah, (organization) => organization.loadMessages([first]));
  await sendMany();
  expect(await has(first)).toBe(true);
  loaded.release();
  await sendMany();
  expect(await has(first)).toBe(false);
});
