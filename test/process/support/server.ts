import { onTestFinished } from "vitest";
import { type Launch, type LaunchOptions, launchOn, makeData, removeData, type Server } from "./launch.ts";

export { root, type Server } from "./launch.ts";

/** A directory that goes with the test, and with it whatever still runs on it. */
export function freshData(): string {
  const data = makeData();
  onTestFinished(() => removeData(data));
  return data;
}

/** Starts a server; on a fresh directory where none is given. */
export function launch({ data = freshData(), ...options }: Partial<LaunchOptions> = {}): Launch {
  return launchOn({ data, ...options });
}

export async function start(options?: Partial<LaunchOptions>): Promise<Server> {
  return launch(options).running();
}
