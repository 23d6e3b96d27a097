import { setTimeout as pause } from "node:timers/promises";
import { App } from "../../support/push/app.ts";
import { Bouncer } from "../../support/push/bouncer.ts";
import type { Platform } from "../../support/push/checks.ts";
import { newPushKey, toBase64, tokenIdOf } from "../../support/push/sealing.ts";
import { launchOn, makeData, removeData, type Server } from "./launch.ts";
import { ownerOf, type Person } from "./person.ts";
import { until } from "./processes.ts";
import { servePushes } from "./push-service.ts";
import { objectFile, within } from "./stored.ts";

/** How far to advance the clock at once: less than the lifespan of an app's event queue. */
const STEP_MS = 2 * 60_000;
const STEPS = 40;

const CREDENTIALS = `1b4d3b1e-3f7a-4d7e-9c55-0f3c7d3f0a12:${"k".repeat(64)}`;
let phones = 0;

/** A phone that was added without a registration request. */
interface AddedPhone {
  readonly userId: number;
  readonly token: string;
  readonly key: Uint8Array;
}

/** A server whose pushes go to a stand-in for the push service. */
export class PhoneHouse {
  readonly bouncer = new Bouncer({ credentials: CREDENTIALS });
  readonly data = makeData();
  #server: Server | undefined;
  #owner: Person | undefined;
  #service: Awaited<ReturnType<typeof servePushes>> | undefined;

  get owner(): Person {
    if (!this.#owner) throw new Error("not started");
    return this.#owner;
  }

  get server(): Server {
    if (!this.#server) throw new Error("not started");
    return this.#server;
  }

  /** Starts the server. Uses the same port as the last time. */
  async start(): Promise<this> {
    this.bouncer.state.knowsEveryRealm = true;
    this.#service ??= await servePushes(this.bouncer);
    const port = this.#server ? ["--port", new URL(this.#server.url).port] : [];
    const env = { PUSH_SERVICE_URL: this.#service.url, PUSH_SERVICE_KEY: CREDENTIALS };
    const args = ["--rate-limits", "off", "--test-hooks", ...port];
    this.#server = await launchOn({ data: this.data, args, env }).running();
    this.#owner = await ownerOf(this.#server);
    return this;
  }

  async stop(): Promise<void> {
    await removeData(this.data);
    this.#service?.close();
  }

  /** Returns a new phone of a user. The app hasn't been opened on it. */
  phoneOf(person: Person, platform: Platform = "fcm"): App {
    phones += 1;
    const token = platform === "fcm" ? `phone-${phones}:APA91b` : phones.toString(16).padStart(64, "0");
    const { email, key: apiKey, id: userId, url: realmUrl } = person;
    return new App({ realmUrl, email, apiKey, userId, platform, token, servicePublicKey: this.bouncer.publicKey });
  }

  /** Returns a new phone of a user. The app has been opened, and the phone is registered for pushes. */
  async ringingPhoneOf(person: Person, platform?: Platform): Promise<App> {
    const app = this.phoneOf(person, platform);
    await app.start();
    await this.registered(app);
    return app;
  }

  async registered(app: App): Promise<void> {
    await until("the phone is registered", async () => {
      await app.follow();
      return app.record?.push_token_id && app.record.pending_push_token_id === null;
    });
  }

  /** Returns the notifications on a phone, once there are `count`. */
  async notificationsOf(app: App, count: number, ms?: number) {
    await until(
      `${count} pushes at ${app.token.slice(-12)}`,
      () => app.opened(this.bouncer.arrivals).length >= count,
      ms,
    );
    return app.opened(this.bouncer.arrivals);
  }

  /** Sends a message to a user. Returns the milliseconds from the response to the push on the phone. */
  async ring(app: App, person: Person): Promise<number> {
    const count = app.opened(this.bouncer.arrivals).length;
    const content = `message ${count}`;
    await this.owner.ok(this.owner.post("/messages", { type: "direct", to: [person.id], content }));
    const answeredMs = Date.now();
    await this.notificationsOf(app, count + 1);
    return (this.bouncer.arrivals.findLast(({ token }) => token === app.token)?.atMs ?? 0) - answeredMs;
  }

  /** Adds phones to accounts by inserting rows like those of a registered phone. The server must be stopped. */
  async addPhones(like: App, userIds: readonly number[], each: number): Promise<AddedPhone[]> {
    const tokenId = await tokenIdOf(like.token);
    const device = [...this.bouncer.state.sealed.values()].find((one) => one.tokenId === tokenId);
    if (!device) throw new Error("the phone is not registered");
    const added = await Promise.all(
      userIds.flatMap((userId) =>
        Array.from({ length: each }, async (_, index) => {
          const token = `added-${userId}-${index}`;
          return { userId, token, tokenId: await tokenIdOf(token), keyId: index, key: newPushKey() };
        }),
      ),
    );
    within(objectFile(this.data, ""), (database) => {
      const insert = database.prepare(
        `INSERT INTO client_devices (user_id, key_id, push_key_id, push_key, token_kind, push_token_id,
           push_token_last_updated_timestamp)
         SELECT ?, key_id, ?, ?, token_kind, ?, push_token_last_updated_timestamp
         FROM client_devices WHERE push_token_id = ?`,
      );
      database.exec("BEGIN");
      for (const one of added) insert.run(one.userId, one.keyId, toBase64(one.key), one.tokenId, tokenId);
      database.exec("COMMIT");
    });
    for (const { token, tokenId } of added) {
      this.bouncer.state.sealed.set(`${device.realmUuid} ${tokenId}`, { ...device, token, tokenId });
    }
    return added;
  }

  /** Advances the server's clock until a retried action has happened. */
  async tried(what: string, ask: () => boolean | Promise<boolean>): Promise<void> {
    for (let step = 0; step < STEPS; step++) {
      for (let asked = 0; asked < 20; asked++) {
        if (await ask()) return;
        await pause(10);
      }
      await this.owner.ok(this.owner.post("/testing/clock", { advance_ms: STEP_MS }));
    }
    throw new Error(`not after ${STEPS} times ${STEP_MS} ms: ${what}`);
  }
}
