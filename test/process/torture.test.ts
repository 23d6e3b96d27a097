import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { runRounds } from "../torture/frame/rounds.ts";
import { parts } from "../torture/parts.ts";
import { root } from "./support/server.ts";

// `npm run torture` does the same for minutes, with other seeds.
test.each(parts)("torture, in brief: $name", async (part) => {
  const options = { seed: 1, first: 1, mayContinue: (done: number) => done < part.briefRounds, isBrief: true };
  expect(await runRounds(part, options)).toBe(part.briefRounds);
});

test("its command names every part", () => {
  const help = execFileSync("npm", ["run", "--silent", "torture", "--", "--help"], { cwd: root, encoding: "utf8" });
  for (const { name } of parts) expect(help).toContain(name);
});
