import type { Words } from "../en.ts";

export const inbox: Words["inbox"] = {};
