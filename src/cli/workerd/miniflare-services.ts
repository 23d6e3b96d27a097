import { once } from "node:events";
import { rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { listen } from "../os/port.ts";
import type { Plan } from "./plan.ts";
import { startMiniflare } from "./run-miniflare.ts";

/** How long Miniflare keeps running after its last use. */
const IDLE_MS = 60_000;
/** Maximum length of a Unix socket's path. */
const MAX_PATH_LENGTH = 100;

/**
 * Gives workerd access to Miniflare's own services, which resize images. Miniflare starts on demand and ends a minute
 * after the last request, because it takes more memory than the rest of this process.
 */
export async function miniflareServices(temporary: string, currentPlan: () => Plan | undefined) {
  let running: { readonly child: ReturnType<typeof startMiniflare>; readonly port: Promise<number> } | undefined;
  let timer: NodeJS.Timeout | undefined;
  const sockets = new Set<Socket>();

  function end() {
    clearTimeout(timer);
    running?.child.stdin.end();
    running = undefined;
  }

  function start() {
    const plan = currentPlan();
    if (plan === undefined) throw new Error("no program is served");
    const child = startMiniflare(plan, "services");
    child.stderr.pipe(process.stderr, { end: false });
    const started = { child, port: once(child.stdout, "data").then(([line]) => Number(String(line))) };
    child.once("exit", () => {
      if (running === started) running = undefined;
    });
    return started;
  }

  async function connected(): Promise<Socket> {
    running ??= start();
    const { child, port } = running;
    const ended = once(child, "exit").then(() => Promise.reject(new Error("it ended")));
    const inner = connect(await Promise.race([port, ended]), "127.0.0.1");
    await once(inner, "connect");
    return inner;
  }

  const server = createServer(async (socket) => {
    socket.on("error", () => {});
    sockets.add(socket);
    clearTimeout(timer);
    socket.on("close", () => {
      sockets.delete(socket);
      if (sockets.size === 0) timer = setTimeout(end, IDLE_MS).unref();
    });
    try {
      // Miniflare may just have ended.
      const inner = await connected().catch(() => {
        running = undefined;
        return connected();
      });
      inner.on("error", () => socket.destroy()).on("close", () => socket.destroy());
      socket.on("close", () => inner.destroy());
      socket.pipe(inner).pipe(socket);
    } catch {
      socket.destroy();
    }
  });

  const path = join(temporary, "miniflare");
  const isShort = path.length <= MAX_PATH_LENGTH && process.platform !== "win32";
  if (isShort) {
    rmSync(path, { force: true });
    await new Promise<void>((resolve, reject) => server.on("error", reject).listen(path, resolve));
  }
  return {
    address: isShort ? `unix:${path}` : `127.0.0.1:${await listen(server, { host: "127.0.0.1", port: 0 })}`,
    /** Call this when the plan has changed. */
    end,
    close() {
      end();
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
