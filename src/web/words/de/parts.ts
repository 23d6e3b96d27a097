import type { Words } from "../en.ts";

export const parts: Words["parts"] = {};
