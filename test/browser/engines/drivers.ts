import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Drives a browser that Playwright can't drive, with the part of WebDriver that walks need. */
export interface Driver {
  go(url: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** Presses and releases the pointer at a point. */
  tap(x: number, y: number): Promise<void>;
  /** Runs a function body in the page with `args`. Its result must be JSON. */
  run(body: string, ...args: unknown[]): Promise<unknown>;
  /**
   * Presses keys, one after the other, each given as its text or as its WebDriver code. The keys in an inner array are
   * pressed together.
   */
  press(keys: readonly (string | readonly string[])[]): Promise<void>;
  end(): Promise<void>;
}

const MINI_BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";
const START_MS = 30_000;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Repeats an attempt until it succeeds, because programs need a moment before they listen. */
async function untilWorks<T>(what: string, attempt: () => Promise<T>): Promise<T> {
  const until = Date.now() + START_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > until) throw new Error(`${what} does not start`, { cause: error });
      await pause(200);
    }
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, "exit");
}

const keyActions = (keys: readonly (string | readonly string[])[]) =>
  keys.flatMap((key) => {
    const together = typeof key === "string" ? [key] : key;
    const down = together.map((value) => ({ type: "keyDown", value }));
    return [...down, ...together.toReversed().map((value) => ({ type: "keyUp", value }))];
  });

const tapActions = (x: number, y: number) => {
  const [move, down, up] = [
    { type: "pointerMove", x, y },
    { type: "pointerDown", button: 0 },
    { type: "pointerUp", button: 0 },
  ];
  return [{ type: "pointer", id: "pointer", actions: [move, down, up] }];
};

/** Starts WebKitGTK through WebKitWebDriver, on its own display (Debian: webkit2gtk-driver, xvfb). */
export async function startWebKit(): Promise<Driver> {
  const display = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1440x900x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const [number] = (await once(display.stdio[3] as NodeJS.ReadableStream, "data")) as [Buffer];
  const port = await freePort();
  const env = {
    ...process.env,
    DISPLAY: `:${String(number).trim()}`,
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
    WEBKIT_DISABLE_COMPOSITING_MODE: "1",
  };
  const program = spawn("WebKitWebDriver", [`--port=${port}`], { env, stdio: "ignore" });
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
    return value;
  };
  await untilWorks("WebKitWebDriver", () => call("GET", "/status"));
  const options = { binary: MINI_BROWSER, args: ["--automation"] };
  const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": options } };
  const { sessionId } = (await call("POST", "/session", { capabilities })) as { sessionId: string };
  const session = `/session/${sessionId}`;
  return {
    go: async (url) => void (await call("POST", `${session}/url`, { url })),
    resize: async (width, height) => void (await call("POST", `${session}/window/rect`, { width, height })),
    tap: async (x, y) => void (await call("POST", `${session}/actions`, { actions: tapActions(x, y) })),
    run: (body, ...args) => call("POST", `${session}/execute/sync`, { script: body, args }),
    press: async (keys) => {
      const actions = [{ type: "key", id: "keyboard", actions: keyActions(keys) }];
      await call("POST", `${session}/actions`, { actions });
    },
    end: async () => {
      await call("DELETE", session).catch(() => undefined);
      await stop(program);
      await stop(display);
    },
  };
}

/**
 * Starts Firefox through WebDriver BiDi (Debian: firefox-esr). Its window never has the focus, so keys don't press
 * buttons.
 */
export async function startFirefox(): Promise<Driver> {
  const profile = mkdtempSync(join(tmpdir(), "parley-firefox-"));
  const port = await freePort();
  const args = ["--headless", "--no-remote", "--profile", profile, `--remote-debugging-port=${port}`, "about:blank"];
  const program = spawn("firefox-esr", args, { env: { ...process.env, HOME: profile }, stdio: "ignore" });
  const socket = await untilWorks("Firefox", async () => {
    const opened = new WebSocket(`ws://127.0.0.1:${port}/session`);
    await new Promise((resolve, reject) => {
      opened.onopen = resolve;
      opened.onerror = () => reject(new Error("no answer yet"));
    });
    return opened;
  });
  const waiting = new Map<number, (reply: { result?: unknown; message?: string }) => void>();
  socket.onmessage = ({ data }) => {
    const reply = JSON.parse(String(data));
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  };
  let count = 0;
  const call = async (method: string, params: unknown): Promise<unknown> => {
    const id = ++count;
    const answered = new Promise<{ result?: unknown; message?: string }>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { result, message } = await answered;
    if (message !== undefined) throw new Error(`${method}: ${message}`);
    return result;
  };
  await call("session.new", { capabilities: {} });
  const { contexts } = (await call("browsingContext.getTree", {})) as { contexts: [{ context: string }] };
  const [{ context }] = contexts;
  return {
    go: async (url) => void (await call("browsingContext.navigate", { context, url, wait: "complete" })),
    resize: async (width, height) => {
      await call("browsingContext.setViewport", { context, viewport: { width, height } });
    },
    tap: async (x, y) => void (await call("input.performActions", { context, actions: tapActions(x, y) })),
    run: async (body, ...given) => {
      const expression = `JSON.stringify((function () { ${body} }).apply(null, ${JSON.stringify(given)}) ?? null)`;
      const { result, exceptionDetails } = (await call("script.evaluate", {
        ...{ expression, target: { context }, awaitPromise: false },
      })) as { result: { value: string }; exceptionDetails?: { text: string } };
      if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
      return JSON.parse(result.value);
    },
    press: async (keys) => {
      const actions = [{ type: "key", id: "keyboard", actions: keyActions(keys) }];
      await call("input.performActions", { context, actions });
    },
    end: async () => {
      socket.close();
      await stop(program);
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
