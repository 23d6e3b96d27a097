import { tmpdir } from "node:os";
import { join } from "node:path";

/** The data directory that tests copy: one server has founded its organization in it. `run` is the process id of vitest. */
export const foundedData = (run: number): string => join(tmpdir(), `parley-founded-${run}`);
