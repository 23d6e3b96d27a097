import type { Env } from "../../src/config/env.ts";

/** The header that contains the name of the object that a request to another process is for. */
export const NAME_HEADER = "x-bench-realm";

/** Variables of a process with relays but no realm. */
export interface FarEnv extends Env {
  /** The port at which the realm's process accepts requests. */
  readonly REALM_PORT: string;
  /** The continent that this process's streams pretend to come from, so that its relays have distinct names. */
  readonly CONTINENT: string;
}

/** Replaces `REALM` with a realm in another process. Only `fetch` is supported. */
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
