import * as v from "valibot";
import type { Config } from "../../../config/config.ts";
import { Log } from "../../../logging/log.ts";
import type { Numbers } from "../../../metrics/series.ts";

const PATIENCE_MS = 5000;
const numbersSchema = v.record(v.string(), v.number());

/** The numbers that the process around the program tells of its machine (src/local/server/machine.ts); none on Cloudflare. */
export async function machineNumbers({ machineUrl, setupToken }: Config): Promise<Numbers> {
  if (machineUrl === null) return {};
  try {
    const headers = { authorization: `Bearer ${setupToken}` };
    const response = await fetch(machineUrl, { headers, signal: AbortSignal.timeout(PATIENCE_MS) });
    return v.parse(numbersSchema, await response.json());
  } catch (error) {
    new Log().trouble("machine_unknown", error);
    return {};
  }
}
