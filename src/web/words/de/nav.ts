import type { Words } from "../en.ts";

export const nav: Words["nav"] = {};
