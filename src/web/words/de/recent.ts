import type { Words } from "../en.ts";

export const recent: Words["recent"] = {};
