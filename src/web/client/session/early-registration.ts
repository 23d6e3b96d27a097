import { REGISTRATION } from "../../model/state.ts";
import { encode } from "../../wire/call.ts";
import { accountOf, csrfToken } from "./session.ts";

declare global {
  interface Window {
    /** The response to the registration that was requested before the program was loaded. */
    earlyRegistration?: Promise<Response> | undefined;
  }
}

const ADDRESS = "/json/register";

/**
 * Requests a registration while the program is still loading, if this browser doesn't know the session yet, and so has
 * no state of it.
 */
export function registerEarly(): void {
  const token = csrfToken();
  if (token === "" || accountOf(token) !== undefined) return;
  window.earlyRegistration = fetch(ADDRESS, {
    method: "POST",
    headers: { Accept: "application/json", "X-CSRFToken": token },
    body: encode(REGISTRATION),
    credentials: "same-origin",
    cache: "no-store",
  });
  // Prevents an unhandled rejection. The program handles a failure when it takes the response.
  window.earlyRegistration.catch(() => {});
}

/** `fetch`, but the first caller that registers gets the response to the early registration. */
export const fetchOrTake: typeof fetch = (address, options) => {
  const early = address === ADDRESS ? window.earlyRegistration : undefined;
  if (early === undefined) return fetch(address, options);
  window.earlyRegistration = undefined;
  return early;
};
