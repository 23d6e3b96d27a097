import type { Words } from "../en.ts";

export const errors: Words["errors"] = {};
