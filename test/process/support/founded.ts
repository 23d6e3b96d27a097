import { tmpdir } from "node:os";
import { join } from "node:path";

/** The data directory with an organization of which the servers of a run begin with copies. */
export const foundedBy = (run: number): string => join(tmpdir(), `parley-founded-${run}`);
