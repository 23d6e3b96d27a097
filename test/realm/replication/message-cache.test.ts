import { expect, test } from "vitest";
import { sendDirect } from "../../support/messages.ts";
import { inRealm, untilShipped } from "../../support/object.ts";
import { realm } from "../../support/organization.ts";
import { until } from "../../support/until.ts";

test("a message stays in the realm while something needs it, whatever is trimmed meanwhile", async () => {
  const { noah } = await realm();
  const ids = [await sendDirect(noah, [noah], "0")];
  const oldest = "SELECT min(id) AS id FROM messages WHERE id > ?";
  const oldestAfter = (id: number) => inRealm(noah, ({ sql }) => sql.exec(oldest, id).one()["id"]);
  /** Sends messages until the realm has trimmed all of those sent before. */
  const sendMany = async () => {
    const last = ids.at(-1) ?? 0;
    for (let count = 0; count < 40; count++) ids.push(await sendDirect(noah, [noah], `${ids.length}`));
    await until(async () => {
      await untilShipped(noah);
      expect(await oldestAfter(ids[0] ?? 0)).toBeGreaterThan(last);
    });
  };
  const [first = 0] = ids;
  const loaded = await inRealm(noah, (organization) => organization.loadMessages([first]));
  await sendMany();
  expect(await oldestAfter(first - 1)).toBe(first);
  loaded.release();
  await sendMany();
  expect(await oldestAfter(0)).toBeGreaterThan(first);
});
