import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";
import { foundedData } from "./founded.ts";
import { type Launch, type LaunchOptions, launchOn, makeData, removeData, type Server } from "./launch.ts";

export { root, type Server } from "./launch.ts";

/** Creates a directory. When the test ends, all processes that use it are killed, and it is deleted. */
export function freshData(): string {
  const data = makeData();
  onTestFinished(() => removeData(data));
  return data;
}

/** Starts a server, by default on a fresh directory. */
export function launch({ data = freshData(), ...options }: Partial<LaunchOptions> = {}): Launch {
  return launchOn({ data, ...options });
}

/**
 * Starts a server, and waits until it responds. Without `data`, the server uses a copy of a directory with an
 * organization, because creating one takes as long as a start. If there are options for the organization, it creates a
 * new one.
 */
export function start(options: Partial<LaunchOptions> = {}): Promise<Server> {
  return startOn(options.data ?? freshData(), options);
}

/**
 * Returns a function that returns a server for those tests of a file that neither stop nor configure it. The first call
 * starts the server.
 */
export function shared(options: Partial<LaunchOptions> = {}): () => Promise<Server> {
  let started: Promise<Server> | undefined;
  const data = makeData();
  afterAll(() => removeData(data));
  return () => {
    started ??= startOn(data, options);
    return started;
  };
}

/** Returns a copy of the data of a stopped server with an organization. */
export async function stoppedData(): Promise<{ data: string; password: string }> {
  const data = freshData();
  return { data, password: await copyFounded(data) };
}

async function startOn(data: string, options: Partial<LaunchOptions>): Promise<Server> {
  const isAboutOrganization = options.args?.some((arg) => /^--(org|owner|root-domain|site|found-in-browser)/.test(arg));
  if (options.data !== undefined || isAboutOrganization || options.npm) return launch({ ...options, data }).running();
  const password = await copyFounded(data);
  const server = await launch({ ...options, data }).running();
  server.foundedWith = password;
  return server;
}

/** Copies the directory with an organization, which is created once per run. Returns the owner's password. */
async function copyFounded(data: string): Promise<string> {
  const founded = foundedData(process.ppid);
  const passwordOf = () => readFileSync(join(founded, "password"), "utf8");
  let password: string;
  try {
    password = passwordOf();
  } catch {
    await found(founded);
    password = passwordOf();
  }
  cpSync(founded, data, { recursive: true });
  rmSync(join(data, "password"));
  return password;
}

async function found(founded: string): Promise<void> {
  const data = makeData();
  const server = await launchOn({ data, args: ["--quiet"] }).running();
  await server.stop();
  writeFileSync(join(data, "password"), server.password ?? "");
  try {
    renameSync(data, founded);
  } catch {
    // Another test file has created it first.
    rmSync(data, { recursive: true });
  }
}
