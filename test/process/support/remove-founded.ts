import { rmSync } from "node:fs";
import { foundedData, sharedConfigurations } from "./founded.ts";

/** At the end of the run, removes what its servers shared. */
export function teardown(): void {
  for (const shared of [foundedData(process.pid), sharedConfigurations(process.pid)])
    rmSync(shared, { recursive: true, force: true });
}
