import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * The data directory that tests copy, in which a server created its organization. `run` is the process id of vitest.
 */
export const foundedData = (run: number): string => join(tmpdir(), `parley-founded-${run}`);

/** The folder of the workerd configurations that all starts of a run share. */
export const sharedConfigurations = (run: number): string => join(tmpdir(), `parley-configurations-${run}`);
