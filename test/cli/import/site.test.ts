import { createServer, type ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { Site } from "../../../src/cli/import/site.ts";
import { portOf } from "../../process/support/port-of.ts";

/** A server that gives each request its own answer. */
async function siteThat(...answers: ((response: ServerResponse) => void)[]): Promise<Site> {
  const server = createServer(
    (request, response) => void request.resume().on("end", () => answers.shift()?.(response)),
  );
  return new Site(new URL(`http://127.0.0.1:${await portOf(server)}`));
}

const whole = (response: ServerResponse) => response.end('{"result": "success", "imports": []}');

test("a request is retried if its response is cut off", async () => {
  const site = await siteThat((response) => {
    response.writeHead(200, { "content-length": 100 });
    response.write('{"result": ', () => response.destroy());
  }, whole);
  expect(await site.get("/imports")).toMatchObject({ imports: [] });
});
