import { createServer } from "node:http";
import { expect, test } from "vitest";
import { Failure } from "../../../src/cli/os/failure.ts";
import { createClient } from "../../../src/cli/server/client.ts";
import { portOf } from "../../process/support/port-of.ts";

test("a server that ends a connection without an answer is reported in one line", async () => {
  const port = await portOf(createServer((request) => request.socket.destroy()));
  const client = createClient({ host: "127.0.0.1", port, site: "http://localhost" });
  await expect(client.post("/api/v1/organizations", {})).rejects.toEqual(
    new Failure("the server does not answer (socket hang up)"),
  );
});
