import { get, type IncomingHttpHeaders } from "node:http";
import { extname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { brotliCompressSync, gunzipSync } from "node:zlib";
import { Miniflare } from "miniflare";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { buildWebClient } from "../../src/cli/build-web-client/build.ts";
import type { ServedFile } from "../../src/cli/build-web-client/file-table.ts";
import { languageOf } from "../../src/cli/build-web-client/translations.ts";
import { writeFiles } from "../../src/cli/build-web-client/write-files.ts";
import { availableNotificationSounds } from "../../src/protocol/user-settings.ts";
import { freshData, root, shared } from "./support/server.ts";

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

function ask(url: string, path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(`${url}${path}`, { method, headers, agent: false }, async (response) => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) });
    }).on("error", reject);
  });
}

let files: readonly ServedFile[] = [];
beforeAll(async () => {
  ({ files } = await buildWebClient(root));
});

/** Serves the files as Cloudflare does, in front of a Worker that knows none of them. */
async function cloudflare(): Promise<string> {
  const directory = join(freshData(), "web");
  writeFiles(directory, files);
  const code = 'export default { fetch: () => new Response("the Worker\'s", { status: 404 }) };';
  const miniflare = new Miniflare({
    port: 0,
    cf: false,
    telemetry: { enabled: false },
    workers: [
      {
        config: {
          type: "worker",
          name: "assets",
          compatibilityDate: "2026-09-01",
          manifest: {
            mainModule: "index.js",
            modulesRoot: "/",
            modules: { "index.js": { type: "esm", contents: code } },
          },
          assets: { directory, hasUserWorker: true },
          env: { ASSETS: { type: "assets" } },
        },
      },
    ],
  });
  onTestFinished(() => miniflare.dispose());
  return (await miniflare.ready).origin;
}

/** The parts of a response that must be the same on both servers. */
const common = shared();

const shown = ({ status, headers }: Answer) => ({
  status,
  ...Object.fromEntries(
    [
      ...["cache-control", "content-security-policy", "cross-origin-opener-policy", "referrer-policy"],
      ...["x-content-type-options", "location", "access-control-allow-origin"],
    ].map((name) => [name, headers[name]]),
  ),
  type: headers["content-type"]?.toLowerCase().replace("application/javascript", "text/javascript").split(";")[0],
});

test("Cloudflare and npm start serve the same files in the same way", async () => {
  const [there, here] = [await cloudflare(), (await common()).url];
  expect(files.map(({ path }) => path)).toEqual(expect.arrayContaining(["/", "/sw.js", "/static/icons/icon-192.png"]));
  const kindOf = ({ path, cacheControl }: ServedFile) => `${extname(path)} ${cacheControl}`;
  const ofEachKind = new Map(files.map((file) => [kindOf(file), file]));
  for (const { path, bytes, cacheControl } of ofEachKind.values()) {
    const [one, other] = [await ask(there, path), await ask(here, path)];
    expect(shown(other), path).toEqual(shown(one));
    expect(other, path).toMatchObject({ status: 200, headers: { "cache-control": cacheControl } });
    expect(one.body.equals(bytes), path).toBe(true);
    expect(other.body.equals(bytes), path).toBe(true);
    for (const [url, { headers }] of [[there, one] as const, [here, other] as const]) {
      const again = await ask(url, path, { "If-None-Match": headers.etag ?? "" });
      expect({ status: again.status, length: again.body.length }, path).toEqual({ status: 304, length: 0 });
      expect(await ask(url, path, { "If-None-Match": '"other"' }), path).toMatchObject({ status: 200 });
    }
    expect((await ask(here, path, {}, "HEAD")).body, path).toHaveLength(0);
    const posted = { "Content-Length": "0" };
    expect([(await ask(there, path, posted, "POST")).status, (await ask(here, path, posted, "POST")).status]).toEqual([
      405, 405,
    ]);
  }
  expect(shown(await ask(here, "/index.html"))).toMatchObject({ status: 307, location: "/" });
  expect(shown(await ask(there, "/index.html"))).toMatchObject({ status: 307, location: "/" });
});

test("paths that are not client files go to the Worker, and no API path becomes a page", async () => {
  const [there, here] = [await cloudflare(), (await common()).url];
  for (const path of ["/w/main.GONE.js", "/api/v1/nowhere", "/json/nowhere", "/health/x", "/login/"]) {
    expect((await ask(there, path)).body.toString()).toBe("the Worker's");
  }
  for (const path of ["/w/main.GONE.js", "/api/v1/nowhere", "/json/nowhere"]) {
    const answer = await ask(here, path, { Accept: "*/*" });
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.body.toString())).toMatchObject({ result: "error" });
  }
});

test("a host without an organization gets an error page instead of the client", async () => {
  const { url } = await common();
  const { host } = new URL(url);
  const nowhere = await ask(url, "/", { Host: `nobody.${host}`, Accept: "text/html" });
  expect([nowhere.status, nowhere.body.toString()]).toEqual([404, expect.stringContaining("No organization here")]);
  expect((await ask(url, "/", { Host: host, Accept: "text/html" })).status).toBe(200);
});

test("the client is served with the licenses of its own and the server's dependencies", () => {
  const served = files.find(({ path }) => /^\/w\/licenses\.\w+\.txt$/.test(path));
  const text = Buffer.from(served?.bytes ?? []).toString();
  for (const name of ["preact 11", "@preact/signals-core", "idb 8", "katex 0", "@codemirror/legacy-modes", "lucide"]) {
    expect(text).toContain(name);
  }
  for (const part of text.split(/^-{72}$/m)) expect(part).toMatch(/copyright/i);
});

test("every available notification sound is served, in both formats that Zulip's client requests", () => {
  const told = availableNotificationSounds.flatMap((name) => [`${name}.mp3`, `${name}.ogg`]);
  const sounds = files.filter(({ path }) => path.startsWith("/static/audio/notification_sounds/"));
  expect(sounds.map(({ path }) => path.slice(path.lastIndexOf("/") + 1)).sort()).toEqual(told.sort());
  for (const { type, bytes } of sounds) {
    expect(["audio/mpeg", "audio/ogg"]).toContain(type);
    expect(bytes.length).toBeGreaterThan(1000);
  }
});

test("npm start gzips files for clients that accept gzip, and serves pictures uncompressed", async () => {
  const { url } = await common();
  for (const { path, bytes, packs } of files) {
    const { headers, body } = await ask(url, path, { "Accept-Encoding": "gzip, deflate, br" });
    expect(headers["content-encoding"], path).toBe(packs ? "gzip" : undefined);
    expect(headers.vary, path).toBe(packs ? "Accept-Encoding" : undefined);
    expect(headers["content-length"], path).toBe(String(body.length));
    expect((packs ? gunzipSync(body) : body).equals(bytes), path).toBe(true);
  }
});

describe("client size, compressed with brotli as on Cloudflare", () => {
  const size = (...paths: readonly string[]) =>
    files.filter(({ path }) => paths.includes(path)).reduce((sum, { bytes }) => sum + packedSize(bytes), 0);
  /** Uses the same digest in all file names. Otherwise the size of the same program varies by 100 bytes. */
  const packedSize = (bytes: Uint8Array) => {
    const text = Buffer.from(bytes).toString("latin1");
    const same = text.replaceAll(/\.[0-9A-Fa-f]{8}(?=\.(?:js|css)\b)/g, ".1a2b3c4d");
    return brotliCompressSync(Buffer.from(same, "latin1")).length;
  };
  const page = () => Buffer.from(files.find(({ path }) => path === "/")?.bytes ?? []).toString();
  /** Files the page waits for before it can show a conversation. */
  const firstLoad = () =>
    [...page().matchAll(/(?:src|stylesheet" href)="(\/w\/[^"]+\.(?:js|css))"/g)].map(([, path = ""]) => path);
  const scripts = (paths: readonly string[]) => paths.filter((path) => path.endsWith(".js"));

  test("first-load scripts are at most 69.5 kB, and styles 10 kB", () => {
    expect(size(...scripts(firstLoad()))).toBeGreaterThan(30_000);
    expect(size(...scripts(firstLoad()))).toBeLessThanOrEqual(69_500);
    expect(size(...firstLoad().filter((path) => path.endsWith(".css")))).toBeLessThanOrEqual(10_000);
  });

  test("no script only re-exports another, which would cost a round trip", () => {
    const names = all().map((path) => path.slice(path.lastIndexOf("/") + 1));
    for (const { path, bytes } of files.filter(({ path }) => path.endsWith(".js"))) {
      const code = Buffer.from(bytes).toString();
      expect(code, path).not.toMatch(/^(?:import|export\s*\{[^}]*\}\s*from)\s*["'][^"']+["'];?\s*$/);
      for (const [, name] of code.matchAll(/(?:from|import\()["'`]\.\/([\w.-]+)["'`]/g)) expect(names).toContain(name);
    }
  });

  test("the page waits for at most four files: itself, its styles, and two scripts", () => {
    expect(firstLoad().length + 1).toBeLessThanOrEqual(4);
  });

  /** Loaded once, and only by an owner who imports an organization. */
  const isOfMoving = (path: string) => /\/(converter|moving)[.-]/.test(path);
  const all = () => scripts(files.map(({ path }) => path));
  /** Total size of scripts in the language whose scripts are largest. */
  const sizeInOneLanguage = (paths: readonly string[]) => {
    const languages = new Set(paths.flatMap((path) => languageOf(path) ?? []));
    const ofLanguage = (wanted: string) => size(...paths.filter((path) => languageOf(path) === wanted));
    return (
      size(...paths.filter((path) => languageOf(path) === undefined)) + Math.max(...[...languages].map(ofLanguage))
    );
  };

  /** Loaded only by the dialog and the pages where a user chooses a password. */
  const PASSWORD = "/password.js";

  test("the password checker is at most 18 kB, nearly all of it the list of common passwords", () => {
    expect(size(PASSWORD)).toBeGreaterThan(5_000);
    expect(size(PASSWORD)).toBeLessThanOrEqual(18_000);
  });

  /** Call scripts with their icons, which most visits don't load. */
  const isOfCalls = (path: string) => /\/calls[.-]/.test(path);

  /** Worker that encrypts calls end to end. */
  const isOfEncryption = (path: string) => /\/encryption[.-]/.test(path);

  test("the call encryption worker is at most 3.2 kB", () => {
    expect(size(...all().filter(isOfEncryption))).toBeGreaterThan(1_000);
    expect(size(...all().filter(isOfEncryption))).toBeLessThanOrEqual(3_200);
  });

  /** Records and plays voice messages. Includes its texts in all languages. */
  const isOfVoice = (path: string) => /\/voice[.-]/.test(path);

  test("all scripts in one language are at most 325 kB, plus 25 kB for calls and 15 kB for voice messages", () => {
    const others = all().filter(
      (path) =>
        path !== PASSWORD && ![isOfMoving, isOfCalls, isOfVoice, isOfEncryption].some((isApart) => isApart(path)),
    );
    expect(size(...all().filter(isOfVoice))).toBeGreaterThan(2_000);
    expect(size(...all().filter(isOfVoice))).toBeLessThanOrEqual(15_000);
    expect(sizeInOneLanguage(others)).toBeLessThanOrEqual(325_000);
    expect(size(...all().filter(isOfCalls))).toBeGreaterThan(2_000);
    expect(size(...all().filter(isOfCalls))).toBeLessThanOrEqual(25_000);
  });

  test("the English texts of the settings are in a script that other languages don't load", () => {
    const text = "Accounts you deactivate are listed here.";
    const withText = files.filter(({ path, bytes }) => path.endsWith(".js") && Buffer.from(bytes).includes(text));
    expect(withText.map(({ path }) => languageOf(path))).toEqual(["en"]);
  });

  test("the import scripts add at most 87 kB, and are not cached by the service worker", () => {
    const moving = all().filter(isOfMoving);
    expect(moving.filter((path) => languageOf(path) === undefined).length).toBe(2);
    expect(sizeInOneLanguage(moving)).toBeLessThanOrEqual(87_000);
    const worker = Buffer.from(files.find(({ path }) => path === "/sw.js")?.bytes ?? []).toString();
    expect(worker).toContain("/w/main.");
    expect(moving.filter((path) => worker.includes(path))).toEqual([]);
  });

  test("the page has no inline scripts, and loads nothing from other origins", () => {
    expect(page()).not.toMatch(/<script(?![^>]* src="\/w\/)|\son\w+=|https?:/);
  });
});
