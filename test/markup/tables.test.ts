import { describe, expect, it } from "vitest";
import { render } from "../support/markup.ts";
import { allTables } from "./all-tables.ts";
import { forbiddenIn } from "./allowed-html.ts";

describe.each(allTables.map((table) => [table.title, table] as const))("%s", (_title, { cases, names }) => {
  it.each(cases)("%s", async (_name, source, html) => {
    const rendered = await render(source, names);
    expect(rendered.html).toBe(html);
    expect(forbiddenIn(rendered.html)).toBeUndefined();
  });
});
