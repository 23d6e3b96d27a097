import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * The path of the data directory that tests copy. A server has created an organization in it. `run` is vitest's process
 * id.
 */
export const foundedData = (run: number): string => join(tmpdir(), `parley-founded-${run}`);

/** The folder for workerd's configurations, which all starts of a run share. */
export const sharedConfigurations = (run: number): string => join(tmpdir(), `parley-configurations-${run}`);
