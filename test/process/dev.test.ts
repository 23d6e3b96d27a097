/** @module-tag nightly */
import { expect, test } from "vitest";
import { processesNaming, until } from "./support/processes.ts";
import { answerOf, ChangingWorker, copyProject } from "./support/project.ts";
import { freshData, launch } from "./support/server.ts";

test("--watch reloads changes and keeps the data, and a failed build leaves the old program running", async () => {
  const data = freshData();
  const project = copyProject(data);
  const starting = launch({ data, args: ["--watch"], project });
  // The program has been read by then, but isn't serving yet.
  await until("workerd starts", () => processesNaming(`${data}/run/workerd-`).length > 0);
  const worker = new ChangingWorker(project);
  worker.answer("first");
  const server = await starting.running();
  await until("the first change is served", async () => (await answerOf(server)) === "first");
  expect(await server.get("/users/me")).toMatchObject({ result: "success" });

  worker.break();
  await until("the mistake is told", () => server.output.includes("not reloaded"));
  expect(await answerOf(server)).toBe("first");

  worker.answer("second");
  await until("the second change is served", async () => (await answerOf(server)) === "second");
  expect(await server.get("/users/me")).toMatchObject({ result: "success" });
});
