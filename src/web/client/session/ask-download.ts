import { Refused } from "../../wire/api.ts";

/** Asks whether a download can start. Rejects if it needs a recent login first. */
export async function askDownload(address: string): Promise<true> {
  const { status } = await fetch(address, { method: "HEAD" });
  if (status === 403) throw new Refused(status, { code: "FRESH_LOGIN_REQUIRED" });
  return true;
}
