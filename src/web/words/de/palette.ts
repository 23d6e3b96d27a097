import type { Words } from "../en.ts";

export const palette: Words["palette"] = {};
