import type { Words } from "../en.ts";

export const notifications: Words["notifications"] = {};
