import type { Env } from "../../src/config/env.ts";

/** Names the object that a request for another process is for. */
export const NAME_HEADER = "x-bench-realm";

/** Variables of a process that has relays and no realm. */
export interface FarEnv extends Env {
  /** The port at which the process with the realm passes requests on to it. */
  readonly REALM_PORT: string;
  /** The continent that the streams of this process seem to come from, so that its relays have names of their own. */
  readonly CONTINENT: string;
}

/** The realm of another process, as far as it is asked by requests. */
export const withFarRealm = (env: FarEnv): FarEnv => ({
  ...env,
  REALM: {
    idFromName: (name: string) => name,
    get: (name: string) => ({
      fetch(_url: string, init: RequestInit) {
        const headers = new Headers(init.headers);
        headers.set(NAME_HEADER, name);
        return fetch(`http://127.0.0.1:${env.REALM_PORT}/`, { ...init, headers });
      },
    }),
  } as unknown as Env["REALM"],
});
