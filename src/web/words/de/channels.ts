import type { Words } from "../en.ts";

export const channels: Words["channels"] = {};
