import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { tellMethods } from "../../src/features/organization/organization-settings/login-methods.ts";
import { cacheKey, type Realm } from "../../src/realm/realm.ts";
import { milliseconds } from "../../src/util/time.ts";
import { inRealm } from "../support/object.ts";
import { organization } from "../support/organization.ts";

async function withRealm(work: (realm: Realm) => void): Promise<void> {
  const { host } = await organization();
  const stub = env.REALM.get(env.REALM.idFromName(host.replace(".localhost", "")));
  await runInDurableObject(stub, (instance: unknown) => work((instance as { realm: Realm }).realm));
}

const key = cacheKey<number>("a value of the test");
const write = (realm: Realm) => realm.sql.exec("UPDATE users SET full_name = 'Changed'").toArray();
const names = (realm: Realm) =>
  new Set(
    realm.sql
      .exec("SELECT full_name FROM users")
      .toArray()
      .map((row) => row["full_name"]),
  );
const refuse = () => {
  throw new Error("refused");
};

test("a change that throws is rolled back", () =>
  withRealm((realm) => {
    let afterwards = 0;
    const change = () => {
      write(realm);
      realm.timers.set("a timer of the test", milliseconds(1));
      realm.afterCommit(() => afterwards++);
      refuse();
    };
    expect(() => realm.change(change)).toThrow("refused");
    expect(names(realm)).not.toContain("Changed");
    expect(realm.timers.due().map(({ name }) => name)).not.toContain("a timer of the test");
    expect(afterwards).toBe(0);
  }));

test("afterCommit runs its work once the change has committed", () =>
  withRealm((realm) => {
    const seen: unknown[] = [];
    realm.change(() => {
      realm.afterCommit(() => seen.push("afterwards"));
      seen.push("within");
    });
    expect(seen).toEqual(["within", "afterwards"]);
  }));

test("a change's events are delivered even if work after its commit fails", async () => {
  const { owner } = await organization();
  const queue = await owner.queue();
  const seen: unknown[] = [];
  await inRealm(owner, (realm) => {
    const change = () => {
      realm.afterCommit(refuse);
      realm.afterCommit(() => seen.push("afterwards"));
      tellMethods(realm);
    };
    expect(() => realm.change(change)).toThrow("refused");
  });
  expect(seen).toEqual(["afterwards"]);
  expect(await queue.events()).toMatchObject([{ type: "realm", op: "update_dict" }]);
});

test("cached values survive a change that throws only if it has written nothing", () =>
  withRealm((realm) => {
    let computed = 0;
    const value = () => realm.cached(key, () => ++computed);
    realm.change(value);
    expect(() => realm.change(refuse)).toThrow();
    expect(realm.change(value)).toBe(1);
    expect(() =>
      realm.change(() => {
        write(realm);
        refuse();
      }),
    ).toThrow();
    expect(realm.change(value)).toBe(2);
  }));
