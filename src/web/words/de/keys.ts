import type { Words } from "../en.ts";

export const keys: Words["keys"] = {};
