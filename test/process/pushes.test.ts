/** @module-tag nightly */
import { createServer } from "node:http";
import { createServer as createListener } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { ownerOf, PASSWORD, Person } from "./support/person.ts";
import { portOf } from "./support/port-of.ts";
import { until } from "./support/processes.ts";
import { launch, start } from "./support/server.ts";

/** A push service that records when each message's push arrived, and responds on demand. */
async function pushService() {
  const arrived = new Map<number, number[]>();
  let answers: Promise<unknown> = Promise.resolve();
  const server = createServer(async (request, response) => {
    const at = performance.now();
    const body = await text(request);
    if (request.url?.endsWith("/push/notify")) {
      const id: number = JSON.parse(body).gcm_payload.zulip_message_id;
      arrived.set(id, [...(arrived.get(id) ?? []), at]);
    }
    await answers;
    response.end(JSON.stringify({ result: "success", msg: "" }));
  });
  const answerAfter = (wait: Promise<unknown>) => {
    answers = wait;
  };
  return { arrived, answerAfter, port: await portOf(server) };
}

/** A mail server that accepts connections, and never responds. */
async function silentMailServer(): Promise<{ readonly port: number; readonly asked: () => number }> {
  let connections = 0;
  const server = createListener((socket) => {
    connections += 1;
    onTestFinished(() => void socket.destroy());
  });
  return { port: await portOf(server), asked: () => connections };
}

test("a silent mail server doesn't delay pushes, and none is lost if the server is killed", async () => {
  const [service, mail] = [await pushService(), await silentMailServer()];
  const env = {
    ...{ PUSH_SERVICE_URL: `http://127.0.0.1:${service.port}`, PUSH_SERVICE_KEY: "id:key" },
    ...{ MAIL_URL: `smtp://user:password@localhost:${mail.port}`, MAIL_FROM: "chat@example.org" },
  };
  const server = await start({ env });
  const owner = await ownerOf(server);
  const ada = { email: "ada@example.org", password: PASSWORD, full_name: "Ada" };
  const { user_id } = await owner.ok(owner.post("/users", ada));
  const login = { username: ada.email, password: PASSWORD };
  const { api_key } = await owner.ok(new Person(server.url, "", "").post("/fetch_api_key", login));
  const sender = new Person(server.url, ada.email, api_key, user_id);
  await owner.ok(owner.post("/users/me/android_gcm_reg_id", { token: "phone" }));
  const send = async () => {
    const message = { type: "direct", to: JSON.stringify([owner.id]), content: "hello" };
    const { id } = await sender.ok(sender.post("/messages", message));
    return { id: Number(id), at: performance.now() };
  };
  const arrivals = (id: number) => service.arrived.get(id) ?? [];

  await owner.ok(owner.post("/invites", { invitee_emails: "grace@example.org", invite_as: 400, stream_ids: [] }));
  await until("a letter is under way", () => mail.asked() > 0);
  const waits: number[] = [];
  for (let count = 0; count < 20; count += 1) {
    const { id, at } = await send();
    const arrived = await until("its push arrives", () => arrivals(id)[0]);
    waits.push(arrived - at);
  }
  // An email waits for ten seconds or more.
  expect(Math.max(...waits)).toBeLessThan(5000);

  const { promise: never, resolve: answer } = Promise.withResolvers<void>();
  service.answerAfter(never);
  const ids: number[] = [];
  for (let count = 0; count < 30; count += 1) ids.push((await send()).id);
  await until("the first is under way", () => arrivals(ids[0] ?? 0).length > 0);
  await server.killHard("all");
  service.answerAfter(Promise.resolve());
  answer();
  await launch({ data: server.data, env }).running();
  await until("all have arrived", () => ids.every((id) => arrivals(id).length > 0));
  // Pushes in flight are sent again; the phone recognizes them by message id.
  expect(Math.max(...ids.map((id) => arrivals(id).length))).toBeLessThanOrEqual(2);
});
