import { rmSync } from "node:fs";
import { foundedData } from "./founded.ts";

/** At the end of the run, removes the directory that its servers copied. */
export const teardown = (): void => rmSync(foundedData(process.pid), { recursive: true, force: true });
