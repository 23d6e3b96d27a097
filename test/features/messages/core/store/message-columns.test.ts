import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { messagesInBulk, personalFlagsInBulk } from "../../../../../src/features/messages/core/store/rows.ts";
import { messageColumns } from "../../../../../src/features/messages/core/store/stored-message.ts";
import { inRealm } from "../../../../support/messages.ts";
import { realm } from "../../../../support/organization.ts";

const columnsOf = "SELECT name FROM pragma_table_info(?1) ORDER BY cid";

test("messagesInBulk and personalFlagsInBulk list the columns of the realm's tables", async () => {
  const { iris } = await realm();
  for (const { name, columns } of [messagesInBulk, personalFlagsInBulk]) {
    const found = await inRealm(iris, ({ sql }) => [...sql.exec(columnsOf, name)].map((row) => row["name"]));
    expect(found, name).toEqual(columns);
  }
  expect(messagesInBulk.columns).toEqual(messageColumns);
});

test("messagesInBulk and personalFlagsInBulk list the columns of D1's tables after their keys", async () => {
  for (const { name, columns, integerKey } of [messagesInBulk, personalFlagsInBulk]) {
    const { results } = await env.DB.prepare(columnsOf).bind(name).all<{ name: string }>();
    const keys = integerKey ? ["key", "realm"] : ["realm"];
    expect(
      results.map((row) => row.name),
      name,
    ).toEqual([...keys, ...columns]);
  }
});
