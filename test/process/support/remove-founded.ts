import { rmSync } from "node:fs";
import { foundedData } from "./founded.ts";

/** Removes, at the end of the run, the directory of which its servers have begun with copies. */
export const teardown = (): void => rmSync(foundedData(process.pid), { recursive: true, force: true });
