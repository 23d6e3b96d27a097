import type { Words } from "../en.ts";

export const feed: Words["feed"] = {};
