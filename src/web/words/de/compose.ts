import type { Words } from "../en.ts";

export const compose: Words["compose"] = {};
