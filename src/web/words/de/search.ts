import type { Words } from "../en.ts";

export const search: Words["search"] = {};
