import { expect, onTestFinished, test, vi } from "vitest";
import { keepClientFiles, registerWorker } from "../../../src/web/client/keep-files.ts";
import { beginNewVersion } from "../../../src/web/client/session/new-version.ts";

class FakeWorker extends EventTarget {
  state = "installing";
  become(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event("statechange"));
  }
}

/** A browser whose registrations end in turn with an error, or with a state of the worker. */
function browser(ends: readonly (Error | string)[]) {
  let asked = 0;
  const register = async () => {
    const end = ends[asked++];
    if (end instanceof Error) throw end;
    const installing = new FakeWorker();
    setTimeout(() => installing.become(end ?? "installed"), 0);
    return { installing, active: null, waiting: null } as unknown as ServiceWorkerRegistration;
  };
  return { register, asked: () => asked };
}

const noWait = async () => false;

test("registerWorker retries until the worker's files are stored", async () => {
  const { register, asked } = browser([new TypeError("no network"), "redundant", "redundant", "installed"]);
  expect(await registerWorker({ register }, "/sw.js", noWait)).toBeDefined();
  expect(asked()).toBe(4);
});

test("registerWorker gives up if the browser refuses, or lacks space for the files", async () => {
  const refusing = browser([new DOMException("not here", "SecurityError")]);
  expect(await registerWorker(refusing, "/sw.js", noWait)).toBeUndefined();
  const full = browser(Array.from({ length: 99 }, () => "redundant"));
  expect(await registerWorker(full, "/sw.js", noWait)).toBeUndefined();
  expect([refusing.asked(), full.asked()]).toEqual([1, 10]);
});

test("registerWorker accepts an active worker while a newer one is being installed", async () => {
  const registration = {
    installing: new FakeWorker(),
    active: {},
    waiting: null,
  } as unknown as ServiceWorkerRegistration;
  expect(await registerWorker({ register: async () => registration }, "/sw.js", noWait)).toBe(registration);
});

/** Starts `keepClientFiles` in a tab with this registration, and this worker in control. */
function keepIn(registration: Partial<Record<"installing" | "waiting" | "active", unknown>>, controller: unknown) {
  const registered = Object.assign(new EventTarget(), {
    installing: null,
    waiting: null,
    active: null,
    ...registration,
  });
  const serviceWorker = Object.assign(new EventTarget(), {
    ...{ controller, register: async () => registered, ready: new Promise(() => {}) },
  });
  vi.stubGlobal("navigator", { serviceWorker });
  const every = vi.spyOn(globalThis, "setInterval").mockReturnValue(0 as never);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    every.mockRestore();
    beginNewVersion.value = undefined;
  });
  const kept = keepClientFiles();
  return { registered, serviceWorker, kept };
}

test("a newer version is offered even if another tab found it first", async () => {
  const installing = new FakeWorker();
  const { registered, kept } = keepIn({ installing, active: {} }, {});
  await kept;
  expect(beginNewVersion.value).toBeUndefined();
  Object.assign(registered, { installing: null, waiting: installing });
  installing.become("installed");
  expect(beginNewVersion.value).toBeDefined();
});

test("a tab opened before the first worker is offered the second version, but not the first", async () => {
  const first = new FakeWorker();
  const { registered, serviceWorker, kept } = keepIn({ installing: first }, null);
  await Promise.resolve();
  Object.assign(registered, { installing: null, waiting: first });
  first.become("installed");
  await kept;
  Object.assign(registered, { waiting: null, active: first });
  serviceWorker.controller = first;
  serviceWorker.dispatchEvent(new Event("controllerchange"));
  expect(beginNewVersion.value).toBeUndefined();

  const second = new FakeWorker();
  Object.assign(registered, { installing: second });
  registered.dispatchEvent(new Event("updatefound"));
  Object.assign(registered, { installing: null, waiting: second });
  second.become("installed");
  expect(beginNewVersion.value).toBeDefined();
});
