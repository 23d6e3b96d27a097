import type { Words } from "../en.ts";

export const message: Words["message"] = {};
