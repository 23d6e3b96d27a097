import { Refused } from "../../wire/api.ts";

/** Checks whether a download can start. Rejects if a recent login is needed first. */
export async function askDownload(address: string): Promise<true> {
  const { status } = await fetch(address, { method: "HEAD" });
  if (status === 403) throw new Refused(status, { code: "FRESH_LOGIN_REQUIRED" });
  return true;
}
