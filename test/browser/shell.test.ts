import { expect } from "vitest";
import { test } from "./support/browser-test.ts";

test("the page is there without an error, and axe has nothing against it", async ({ owner, open }) => {
  const visit = await open(owner);
  await visit.page.getByRole("heading", { level: 1 }).waitFor();
  expect(await visit.accessProblems()).toEqual([]);
});
